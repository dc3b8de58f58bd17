# What `cmake --install` puts in place: the program with its lessons, icon, menu entry, manual and
# licence, and the library of core/ with a CMake package.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS glassformer)
install(DIRECTORY assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/glassformer)
install(FILES packaging/glassformer.desktop
  DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/glassformer.svg
  DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES packaging/glassformer.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
# WordNet's notice goes with assets/, beside what was learned from it.
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The archive holds the very objects that the program is linked from. Users of the package link
# glassformer::core, which takes it whole; packaging/glassformerConfig.cmake.in says why.
add_library(core_archive STATIC $<TARGET_OBJECTS:core>)
set_target_properties(core_archive PROPERTIES OUTPUT_NAME glassformer_core LINKER_LANGUAGE CXX)
target_include_directories(core_archive INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/glassformer>)
target_compile_features(core_archive INTERFACE cxx_std_20)
target_link_libraries(core_archive INTERFACE fmt::fmt PkgConfig::utf8proc PkgConfig::pcre2
  PkgConfig::libzip ZLIB::ZLIB)
if(GLASSFORMER_OPENMP)
  target_link_libraries(core_archive INTERFACE OpenMP::OpenMP_CXX)
endif()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/glassformer)
install(TARGETS core_archive EXPORT glassformerTargets)
install(DIRECTORY core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/glassformer
  FILES_MATCHING PATTERN *.h)
install(EXPORT glassformerTargets NAMESPACE glassformer:: DESTINATION ${package_folder})
configure_package_config_file(packaging/glassformerConfig.cmake.in
  ${CMAKE_BINARY_DIR}/glassformerConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/glassformerConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/glassformerConfig.cmake
  ${CMAKE_BINARY_DIR}/glassformerConfigVersion.cmake DESTINATION ${package_folder})
