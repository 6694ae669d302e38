# What makes compiling quick, measured in HACKING.md ("Building quickly"). None of it changes a number.
#
# 1. Headers of the standard library and of fmt are parsed once for all modules; GoogleTest's once for all tests.
# 2. A module marked UNITY hands the compiler several sources of a folder together. Local names (anonymous namespaces) must then
#    differ within that folder; where they do not, the compiler says so.
# 3. What only writes words (faultline_wordy) is compiled with few optimisations: nobody waits for a report to be written.
option(FAULTLINE_PCH "parse the headers of libraries once" ON)
option(FAULTLINE_UNITY "compile several sources of a folder together" ON)

# Sources per compiler. More gains little, and a change of one would wait for all of them.
set(FAULTLINE_UNITY_SOURCES 8)

# faultline_shared_headers(library <vector> ...): what faultline_use_headers(target library) then has parsed already.
function(faultline_shared_headers name)
  if(FAULTLINE_PCH)
    set(source ${PROJECT_BINARY_DIR}/${name}_headers.cpp)
    file(GENERATE OUTPUT ${source} CONTENT "// CMake wants a source beside the headers.\n")
    add_library(faultline_${name}_headers OBJECT ${source})
    target_link_libraries(faultline_${name}_headers PRIVATE faultline_flags fmt::fmt)
    target_precompile_headers(faultline_${name}_headers PRIVATE ${ARGN})
  endif()
endfunction()

function(faultline_use_headers target name)
  if(FAULTLINE_PCH)
    target_precompile_headers(${target} REUSE_FROM faultline_${name}_headers)
  endif()
endfunction()

# Puts the sources of each folder into groups, in the order in which they are listed.
function(faultline_unity target)
  if(NOT FAULTLINE_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # GCC takes a source that is included for a header, and warns of the local types in it.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  foreach(source ${ARGN})
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    math(EXPR group "0${${folder}} / ${FAULTLINE_UNITY_SOURCES}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
    math(EXPR ${folder} "0${${folder}} + 1")
  endforeach()
endfunction()

# Sources that need options of their own, because these change their speed: faultline_options(a.cpp b.cpp OPTIONS -O3). They are
# compiled alone and parse their headers with these options too.
function(faultline_options)
  cmake_parse_arguments(ARG "" "" "OPTIONS" ${ARGN})
  set_source_files_properties(${ARG_UNPARSED_ARGUMENTS} PROPERTIES COMPILE_OPTIONS "${ARG_OPTIONS}" SKIP_PRECOMPILE_HEADERS ON)
endfunction()

function(faultline_wordy target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
endfunction()
