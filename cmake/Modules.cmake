# Warnings and code generation, through one interface target; and the two functions that make a module and a test.

add_library(faultline_flags INTERFACE)
target_compile_options(faultline_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wcast-align -Woverloaded-virtual -Wnull-dereference
  # GCC 12 reports these falsely inside its own std::string and std::vector.
  -Wno-restrict -Wno-null-dereference
  # No fused multiply-adds: the same bits on every machine.
  -ffp-contract=off)
if(FAULTLINE_WERROR)
  target_compile_options(faultline_flags INTERFACE -Werror)
endif()
if(FAULTLINE_SANITIZE)
  target_compile_options(faultline_flags INTERFACE -fsanitize=${FAULTLINE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(faultline_flags INTERFACE -fsanitize=${FAULTLINE_SANITIZE})
  target_compile_definitions(faultline_flags INTERFACE FAULTLINE_SANITIZED)
endif()

# faultline_module(scan SOURCES a.cpp b.cpp DEPENDS base math LIBRARIES Some::lib)
# One static library per folder of the house, faultline::<name>. DEPENDS is the folder's right-hand column.
function(faultline_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  add_library(faultline_${name} STATIC ${ARG_SOURCES})
  add_library(faultline::${name} ALIAS faultline_${name})
  target_include_directories(faultline_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(faultline_${name} PRIVATE faultline_flags ${ARG_PRIVATE_LIBRARIES})
  list(TRANSFORM ARG_DEPENDS PREPEND faultline::)
  target_link_libraries(faultline_${name} PUBLIC ${ARG_DEPENDS} ${ARG_LIBRARIES})
endfunction()

# All programs with the label `threads`: what the thread sanitizer needs built.
add_custom_target(thread_tests)

# faultline_test(scan_test LABELS unit SOURCES a_test.cpp DEPENDS scan)
# One GoogleTest program; each case is a test of CTest's.
function(faultline_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;DEPENDS;LIBRARIES;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  if("threads" IN_LIST ARG_LABELS)
    add_dependencies(thread_tests ${name})
  endif()
  list(TRANSFORM ARG_DEPENDS PREPEND faultline::)
  target_link_libraries(${name} PRIVATE faultline_flags ${ARG_DEPENDS} faultline::test_support ${ARG_LIBRARIES} GTest::gmock_main)
  target_compile_options(${name} PRIVATE -Wno-deprecated-declarations)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 120 PROPERTIES TIMEOUT ${ARG_TIMEOUT}
    ENVIRONMENT "RC_PARAMS=seed=20240229 max_success=2000")
  # A list does not survive as a property there (its second item becomes the name of a property), so labels follow separately.
  set(labels_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
  file(WRITE ${labels_file} "if(${name}_TESTS)\n  set_tests_properties(\${${name}_TESTS} PROPERTIES LABELS \"${ARG_LABELS}\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels_file})
endfunction()
