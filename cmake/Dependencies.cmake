# Libraries, all from Debian but DuckDB. tools/setup.sh installs them.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(TBB REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
if(FAULTLINE_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
if(FAULTLINE_BENCHES)
  find_package(benchmark REQUIRED)
endif()

find_path(DUCKDB_INCLUDE_DIR duckdb.h REQUIRED HINTS ${FAULTLINE_DUCKDB_ROOT}/include)
find_library(DUCKDB_LIBRARY duckdb REQUIRED HINTS ${FAULTLINE_DUCKDB_ROOT}/lib)
add_library(duckdb::duckdb SHARED IMPORTED)
set_target_properties(duckdb::duckdb PROPERTIES
  IMPORTED_LOCATION ${DUCKDB_LIBRARY} IMPORTED_NO_SONAME OFF INTERFACE_INCLUDE_DIRECTORIES ${DUCKDB_INCLUDE_DIR})

# Not through Debian's own package file: that one also demands the command-line program, which is packaged apart.
find_path(XGBOOST_INCLUDE_DIR xgboost/c_api.h REQUIRED)
find_library(XGBOOST_LIBRARY xgboost REQUIRED)
add_library(xgboost::xgboost SHARED IMPORTED)
set_target_properties(xgboost::xgboost PROPERTIES
  IMPORTED_LOCATION ${XGBOOST_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${XGBOOST_INCLUDE_DIR})

# Debian's package comes without a file for CMake.
find_path(LIBLINEAR_INCLUDE_DIR linear.h REQUIRED PATH_SUFFIXES liblinear)
find_library(LIBLINEAR_LIBRARY linear REQUIRED)
add_library(liblinear::liblinear SHARED IMPORTED)
set_target_properties(liblinear::liblinear PROPERTIES
  IMPORTED_LOCATION ${LIBLINEAR_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${LIBLINEAR_INCLUDE_DIR})
