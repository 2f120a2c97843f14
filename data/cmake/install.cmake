# Installation (`cmake --install`) and the Debian packages (cpack). Two components: `runtime` for playing experiments,
# `development` for building other programs.
include(CMakePackageConfigHelpers)

if(BUILD_SHARED_LIBS)
  file(RELATIVE_PATH sapper_lib_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(sapper PROPERTIES INSTALL_RPATH "$ORIGIN/${sapper_lib_from_bin}")
  set_target_properties(sapper_sim sapper_solvers sapper_experiments PROPERTIES INSTALL_RPATH "$ORIGIN")
endif()

# The program prints its own manual page and completion scripts.
set(sapper_man_page ${PROJECT_BINARY_DIR}/generated/sapper.1)
set(sapper_completion ${PROJECT_BINARY_DIR}/generated/completion)
set(sapper_completions ${sapper_completion}/sapper ${sapper_completion}/sapper.fish ${sapper_completion}/_sapper)
file(MAKE_DIRECTORY ${sapper_completion})
add_custom_command(OUTPUT ${sapper_man_page} ${sapper_completions}
  COMMAND sapper help --man > ${sapper_man_page}
  COMMAND sapper help --completion bash > ${sapper_completion}/sapper
  COMMAND sapper help --completion fish > ${sapper_completion}/sapper.fish
  COMMAND sapper help --completion zsh > ${sapper_completion}/_sapper
  DEPENDS sapper COMMENT "Printing the manual page and the completion" VERBATIM)
add_custom_target(sapper_documents ALL DEPENDS ${sapper_man_page} ${sapper_completions})

install(TARGETS sapper RUNTIME COMPONENT runtime)
install(FILES ${sapper_man_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT runtime)
install(FILES ${sapper_completion}/sapper DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT runtime)
install(FILES ${sapper_completion}/sapper.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT runtime)
install(FILES ${sapper_completion}/_sapper DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT runtime)
# With the repository's address, if there is one, in place of the line that says where it comes from.
file(READ ${PROJECT_SOURCE_DIR}/CITATION.cff sapper_citation)
set(sapper_repository_line "")
if(SAPPER_REPOSITORY)
  set(sapper_repository_line "repository-code: \"${SAPPER_REPOSITORY}\"\n")
endif()
string(REGEX REPLACE "#? ?repository-code:[^\n]*\n" "${sapper_repository_line}" sapper_citation "${sapper_citation}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/CITATION.cff CONTENT "${sapper_citation}" @ONLY)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_BINARY_DIR}/generated/CITATION.cff
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)
file(GLOB sapper_pages ${PROJECT_SOURCE_DIR}/data/*.md)
install(FILES ${sapper_pages} DESTINATION ${CMAKE_INSTALL_DOCDIR}/data COMPONENT runtime)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/studies DESTINATION ${CMAKE_INSTALL_DOCDIR}/data COMPONENT runtime)
# Figures are for the README, references for tests.
foreach(folder boards cluster experiments lattices players positions schema)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/sapper
          USE_SOURCE_PERMISSIONS COMPONENT runtime PATTERN __pycache__ EXCLUDE)
endforeach()
# Where `./dev page` has made it.
install(FILES ${PROJECT_SOURCE_DIR}/build/page/sapper.html DESTINATION ${CMAKE_INSTALL_DATADIR}/sapper COMPONENT runtime OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/data/levels.json DESTINATION ${CMAKE_INSTALL_DATADIR}/sapper COMPONENT runtime)

set(sapper_config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/sapper)
install(TARGETS sapper_sim sapper_solvers sapper_experiments EXPORT sapper-targets
        LIBRARY COMPONENT runtime NAMELINK_COMPONENT development ARCHIVE COMPONENT development)
# eigen.hpp is only for sapper's own sources: an installed sapper does not depend on Eigen.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sim ${PROJECT_SOURCE_DIR}/solvers ${PROJECT_SOURCE_DIR}/experiments
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sapper COMPONENT development
        FILES_MATCHING PATTERN *.hpp PATTERN bench EXCLUDE PATTERN browser EXCLUDE PATTERN mpi EXCLUDE PATTERN python EXCLUDE
        PATTERN eigen.hpp EXCLUDE)
install(EXPORT sapper-targets NAMESPACE sapper:: DESTINATION ${sapper_config_folder} COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/sapper-config.cmake.in
                              ${PROJECT_BINARY_DIR}/generated/sapper-config.cmake
                              INSTALL_DESTINATION ${sapper_config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/sapper-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/sapper-config.cmake
              ${PROJECT_BINARY_DIR}/generated/sapper-config-version.cmake
        DESTINATION ${sapper_config_folder} COMPONENT development)

if(SAPPER_PYTHON)
  set(sapper_python_site ${CMAKE_INSTALL_LIBDIR}/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/site-packages)
  install(DIRECTORY ${sapper_python_folder} DESTINATION ${sapper_python_site} COMPONENT python
          FILES_MATCHING PATTERN *.py PATTERN *.pyi PATTERN py.typed)
  install(TARGETS sapper_python LIBRARY DESTINATION ${sapper_python_site}/sapper COMPONENT python)
endif()

if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The sapper authors <sapper@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME sapper)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "gnuplot-nox, librsvg2-bin, bash-completion")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
    "Win rates of Minesweeper strategies from experiments described in JSON, exact mine probabilities of positions.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsapper-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
string(CONCAT CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "sapper (= ${PROJECT_VERSION}), libtbb-dev, libboost-json1.81-dev, libboost1.81-dev, libfmt-dev, libcadical-dev, "
    "libflint-dev, zlib1g-dev, libzstd-dev, libarchive-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers and libraries of sapper for C++20 programs, with a CMake package.")
include(CPack)
