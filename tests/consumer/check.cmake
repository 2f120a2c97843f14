# Configures, builds and runs the consumer; cmake -DWAY=installed or -DWAY=subdirectory, and
#   -DSOURCE, -DBUILD: sapper's source and build folder; -DWORK: an empty folder is made of it
#   -DGENERATOR, -DCOMPILER, -DCONTRACTS: those of the build
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}: ${status}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect output expected)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "printed\n${output}instead of\n${expected}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
set(options -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    # Warnings in sapper's headers are the consumer's.
    "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wshadow -Werror")
if(WAY STREQUAL installed)
  set(prefix "${WORK}/a prefix")
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
  # Away from where they were installed first: nothing may depend on that.
  file(RENAME ${prefix} ${WORK}/moved)
  set(prefix ${WORK}/moved)
  list(APPEND options -DCMAKE_PREFIX_PATH=${prefix} -DCONSUMER_RUNS_EXPERIMENTS=ON)
else()
  # Without optimisation, and shared, which the build may not be. To save time, only sim is built and linked; of the
  # program that uses solvers only the source is compiled, with what sapper::solvers requires of its users.
  list(APPEND options -DSAPPER_SOURCE=${SOURCE} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0
       -DBUILD_SHARED_LIBS=ON)
  set(CONTRACTS ON)
endif()

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/build ${options})
if(WAY STREQUAL subdirectory AND GENERATOR MATCHES Ninja)
  run(${CMAKE_COMMAND} --build ${WORK}/build --target board CMakeFiles/posterior.dir/main.cpp.o)
else()
  run(${CMAKE_COMMAND} --build ${WORK}/build)
  # Two mines: one in the left pair of cells, one in the right, for one in the middle alone would be too few.
  run(${WORK}/build/posterior)
  expect("${output}" "0,0 0.5000\n0,2 0.0000\n0,4 0.5000\n1,0 0.5000\n1,2 0.0000\n1,4 0.5000\n")
endif()
run(${WORK}/build/board)
expect("${output}" "won\n")

# Of what sapper is compiled with the consumer gets the contracts alone, which its inline functions share.
file(READ ${WORK}/build/compile_commands.json commands)
string(JSON count LENGTH "${commands}")
math(EXPR last "${count} - 1")
set(found 0)
foreach(i RANGE ${last})
  string(JSON file GET "${commands}" ${i} file)
  if(NOT file MATCHES "consumer/[a-z]+\\.cpp$")
    continue()
  endif()
  math(EXPR found "${found} + 1")
  string(JSON command GET "${commands}" ${i} command)
  string(REPLACE "-Wall -Wextra -Wshadow -Werror" "" command "${command}")
  string(REGEX MATCHALL " -[mfW][^ ]*| -D[^ ]*" leaked "${command}")
  list(TRANSFORM leaked STRIP)
  list(FILTER leaked EXCLUDE REGEX "^-DBOOST_")  # how to link Boost, from its own targets
  set(expected "")
  if(CONTRACTS)
    set(expected "-DSAPPER_CONTRACTS=1")
  endif()
  expect("${leaked}\n" "${expected}\n")
endforeach()
if(found EQUAL 0)
  message(FATAL_ERROR "no command compiles the consumer")
endif()

if(WAY STREQUAL installed)
  run(${WORK}/build/experiment)
  expect("${output}" "\"csp\" 100\n\"pinv\" 100\n\"sat\" 100\n")

  # The program knows its levels, whatever the data beside it says; SAPPER_DATA names others.
  file(READ ${prefix}/share/sapper/levels.json levels)
  string(REPLACE "\"Beginner\"" "\"Novice\"" levels "${levels}")
  file(WRITE ${prefix}/share/sapper/levels.json "${levels}")
  run(${prefix}/bin/sapper list)
  if(NOT output MATCHES "\n  Beginner ")
    message(FATAL_ERROR "the installed program lists other levels than its own:\n${output}")
  endif()
  run(${CMAKE_COMMAND} -E env SAPPER_DATA=${prefix}/share/sapper ${prefix}/bin/sapper list)
  if(NOT output MATCHES "\n  Novice ")
    message(FATAL_ERROR "SAPPER_DATA names other levels:\n${output}")
  endif()
  run(${prefix}/bin/sapper validate ${prefix}/share/sapper/experiments/course.json)
  foreach(file share/man/man1/sapper.1 share/bash-completion/completions/sapper
               share/fish/vendor_completions.d/sapper.fish share/zsh/vendor-completions/_sapper)
    file(SIZE ${prefix}/${file} size)
    if(size LESS 1000)
      message(FATAL_ERROR "${file} is too short to be what it should be")
    endif()
  endforeach()
endif()
file(REMOVE_RECURSE ${WORK})
