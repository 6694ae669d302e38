# What `cmake --install` puts into a prefix: programs, headers, modules, and the package that find_package(faultline) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(FAULTLINE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/faultline)

# Programs find their libraries beside them, wherever the prefix is moved to.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

# The whole library: what another program links when it does not want to choose.
add_library(faultline_all INTERFACE)
add_library(faultline::faultline ALIAS faultline_all)
set_target_properties(faultline_all PROPERTIES EXPORT_NAME faultline)
install(TARGETS faultline_all EXPORT faultline)

function(faultline_install_module name)
  set_target_properties(faultline_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS faultline_${name} EXPORT faultline)
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/faultline/${name} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
  target_link_libraries(faultline_all INTERFACE faultline_${name})
endfunction()

install(EXPORT faultline NAMESPACE faultline:: FILE faultlineTargets.cmake DESTINATION ${FAULTLINE_PACKAGE_DIR})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/faultlineConfig.cmake.in ${PROJECT_BINARY_DIR}/faultlineConfig.cmake
  INSTALL_DESTINATION ${FAULTLINE_PACKAGE_DIR})
# Before 1.0 a minor version may break what is linked to it.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/faultlineConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/faultlineConfig.cmake ${PROJECT_BINARY_DIR}/faultlineConfigVersion.cmake
  DESTINATION ${FAULTLINE_PACKAGE_DIR})
install(FILES ${CMAKE_CURRENT_LIST_DIR}/Libraries.cmake DESTINATION ${FAULTLINE_PACKAGE_DIR} RENAME faultlineLibraries.cmake)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
# The page, where `make page` built it; `faultline page` writes it from there.
set(FAULTLINE_PAGE ${PROJECT_SOURCE_DIR}/build/page/faultline.html)
install(FILES ${FAULTLINE_PAGE} DESTINATION ${CMAKE_INSTALL_DATADIR}/faultline OPTIONAL)
if(FAULTLINE_SQL)
  # No system has it: it was fetched for this build.
  install(FILES ${FAULTLINE_DUCKDB_LIBRARY} DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()

# The Python package takes the program, the library for C and DuckDB, and no link from libfaultline.so to libfaultline.so.1: wheels have
# no links. Called when both targets are there.
function(faultline_install_for_python)
  install(TARGETS faultline faultline_c RUNTIME DESTINATION bin COMPONENT python EXCLUDE_FROM_ALL
    LIBRARY DESTINATION lib COMPONENT python EXCLUDE_FROM_ALL NAMELINK_SKIP)
  install(FILES ${FAULTLINE_DUCKDB_LIBRARY} DESTINATION lib COMPONENT python EXCLUDE_FROM_ALL)
  install(FILES ${FAULTLINE_PAGE} DESTINATION share/faultline COMPONENT python EXCLUDE_FROM_ALL OPTIONAL)
endfunction()
