# Warnings and code generation, through one interface target; and the two functions that make a module and a test.

add_library(faultline_flags INTERFACE)
target_compile_options(faultline_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wcast-align -Woverloaded-virtual
  # GCC 12 reports these falsely inside its own std::string and std::vector.
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>"
  # No fused multiply-adds: the same bits on every machine.
  -ffp-contract=off
  # The door in C is a shared library made of the modules.
  $<$<NOT:$<BOOL:${EMSCRIPTEN}>>:-fPIC>)
if(FAULTLINE_WERROR)
  target_compile_options(faultline_flags INTERFACE -Werror)
endif()
if(FAULTLINE_SANITIZE)
  target_compile_options(faultline_flags INTERFACE -fsanitize=${FAULTLINE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(faultline_flags INTERFACE -fsanitize=${FAULTLINE_SANITIZE})
  # Assertions of the standard library see what the address sanitizer cannot: an index past the size but within the capacity.
  target_compile_definitions(faultline_flags INTERFACE FAULTLINE_SANITIZED _GLIBCXX_ASSERTIONS)
endif()

set(common_headers <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <numeric> <optional> <span> <stop_token>
  <string> <string_view> <utility> <vector> <fmt/format.h>)
faultline_shared_headers(library ${common_headers})
if(FAULTLINE_TESTS)
  faultline_shared_headers(test ${common_headers} <gmock/gmock.h> <gtest/gtest.h>)
  if(FAULTLINE_PCH)
    # Its definitions must be those of the tests, or the compiler parses the headers again.
    target_link_libraries(faultline_test_headers PRIVATE GTest::gmock)
  endif()
endif()

# faultline_module(search UNITY SOURCES a.cpp b.cpp DEPENDS base math LIBRARIES Some::lib)
# One static library per folder of the house, faultline::<name>. DEPENDS is the folder's right-hand column. LIBRARIES are seen by its
# users, PRIVATE_LIBRARIES only linked, HEADERS only included. UNITY and WORDY are explained in Speed.cmake. Every module is installed
# and part of faultline::faultline, but those marked INTERNAL.
function(faultline_module name)
  cmake_parse_arguments(ARG "INTERNAL;UNITY;WORDY" "" "SOURCES;DEPENDS;LIBRARIES;PRIVATE_LIBRARIES;HEADERS" ${ARGN})
  add_library(faultline_${name} STATIC ${ARG_SOURCES})
  add_library(faultline::${name} ALIAS faultline_${name})
  target_compile_features(faultline_${name} PUBLIC cxx_std_20)
  target_include_directories(faultline_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:include>)
  target_link_libraries(faultline_${name} PRIVATE $<BUILD_INTERFACE:faultline_flags> ${ARG_PRIVATE_LIBRARIES})
  # Of libraries that are headers only, whoever links the module needs nothing.
  list(TRANSFORM ARG_HEADERS REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
  target_link_libraries(faultline_${name} PRIVATE ${ARG_HEADERS})
  list(TRANSFORM ARG_DEPENDS PREPEND faultline::)
  target_link_libraries(faultline_${name} PUBLIC ${ARG_DEPENDS} ${ARG_LIBRARIES})
  if(NOT ARG_INTERNAL)
    faultline_install_module(${name})
  endif()
  faultline_use_headers(faultline_${name} library)
  if(ARG_UNITY)
    faultline_unity(faultline_${name} ${ARG_SOURCES})
  endif()
  if(ARG_WORDY)
    faultline_wordy(faultline_${name})
  endif()
endfunction()

# Tests are stopped as hung after a time that no working one takes. Under sanitizers the same work takes several times as long.
set(FAULTLINE_PATIENCE 1)
if(FAULTLINE_SANITIZE)
  set(FAULTLINE_PATIENCE 5)
endif()
# faultline_time_limit(cli.doors 300): in seconds without sanitizers
function(faultline_time_limit test seconds)
  math(EXPR limit "${seconds} * ${FAULTLINE_PATIENCE}")
  set_tests_properties(${test} PROPERTIES TIMEOUT ${limit})
endfunction()

# All programs with the label `threads`: what the thread sanitizer needs built.
add_custom_target(thread_tests)

# faultline_test(search_test LABELS unit SOURCES a_test.cpp DEPENDS search)
# One GoogleTest program; each case is a test of CTest's. NEEDS_TREES: left out where the library is built without boosted trees. One
# that needs sql is left out where that is not built.
function(faultline_test name)
  cmake_parse_arguments(ARG "NEEDS_TREES" "" "SOURCES;DEPENDS;LIBRARIES;LABELS" ${ARGN})
  if((ARG_NEEDS_TREES AND NOT FAULTLINE_TREES) OR ("sql" IN_LIST ARG_DEPENDS AND NOT FAULTLINE_SQL))
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  if("threads" IN_LIST ARG_LABELS)
    add_dependencies(thread_tests ${name})
  endif()
  list(TRANSFORM ARG_DEPENDS PREPEND faultline::)
  target_link_libraries(${name} PRIVATE faultline_flags ${ARG_DEPENDS} faultline::test_support ${ARG_LIBRARIES} GTest::gmock_main)
  target_compile_options(${name} PRIVATE -Wno-deprecated-declarations)
  faultline_use_headers(${name} test)
  math(EXPR limit "600 * ${FAULTLINE_PATIENCE}")
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 120 PROPERTIES TIMEOUT ${limit}
    ENVIRONMENT "RC_PARAMS=seed=20240229 max_success=2000")
  # A list does not survive as a property there (its second item becomes the name of a property), so labels follow separately.
  set(labels_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
  file(WRITE ${labels_file} "if(${name}_TESTS)\n  set_tests_properties(\${${name}_TESTS} PROPERTIES LABELS \"${ARG_LABELS}\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels_file})
endfunction()
