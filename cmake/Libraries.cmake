# Libraries that come without a file for CMake. Read by this build and, installed, by whoever links the modules; the latter need no
# headers of theirs.

# faultline_library(xgboost HINTS folder): the imported target faultline::xgboost
function(faultline_library name)
  cmake_parse_arguments(ARG "" "" "HINTS" ${ARGN})
  string(TOUPPER FAULTLINE_${name}_LIBRARY file)
  find_library(${file} ${name} HINTS ${ARG_HINTS} REQUIRED)
  add_library(faultline::${name} SHARED IMPORTED GLOBAL)
  set_target_properties(faultline::${name} PROPERTIES IMPORTED_LOCATION ${${file}})
endfunction()

faultline_library(utf8proc)
faultline_library(linear)
if(FAULTLINE_TREES)
  # Not through Debian's own package file: that one also demands the command-line program, which is packaged apart.
  faultline_library(xgboost)
endif()
if(FAULTLINE_SQL)
  faultline_library(duckdb HINTS ${FAULTLINE_DUCKDB_ROOT}/lib)
endif()
