# What the sources are compiled in: precompiled headers and groups of sources. For the program and for the page.

# Headers that most sources include, compiled once per target. Sources still include what they use: the debug preset,
# which builds without these, detects missing includes.
set(sapper_common_headers <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <span> <string>
    <string_view> <unordered_map> <utility> <vector>)

set(SAPPER_SOURCES_PER_UNIT 40 CACHE STRING
    "The most sources of a group: many make a whole build cheaper, few make a change cheaper and spread over more cores")

# compile_together(TARGET SOURCE...): the sources of a directory are compiled in groups of at most SAPPER_SOURCES_PER_UNIT,
# since their headers and shared templates take most of the time; those of a kind of game together, although they lie in
# directories. Names in the anonymous namespaces of a directory must differ; the debug preset, which compiles each source
# alone, detects missing includes.
function(compile_together target)
  cmake_path(SET root NORMALIZE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../..)
  set(rooms "")
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH room)
    cmake_path(RELATIVE_PATH room BASE_DIRECTORY ${root})
    string(REGEX REPLACE "^((tests/)?experiments/kinds/[^/]+)/.*" "\\1" room ${room})
    list(APPEND rooms ${room})
    list(APPEND sources_of_${room} ${source})
  endforeach()
  list(REMOVE_DUPLICATES rooms)
  foreach(room IN LISTS rooms)
    list(LENGTH sources_of_${room} count)
    math(EXPR units "(${count} + ${SAPPER_SOURCES_PER_UNIT} - 1) / ${SAPPER_SOURCES_PER_UNIT}")
    string(MAKE_C_IDENTIFIER "${room}" name)
    set(index 0)
    foreach(source IN LISTS sources_of_${room})
      math(EXPR unit "${index} * ${units} / ${count}")
      set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${name}_${unit})
      math(EXPR index "${index} + 1")
    endforeach()
  endforeach()
  # GCC warns of types in anonymous namespaces wherever they are not in the source that it was given.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
