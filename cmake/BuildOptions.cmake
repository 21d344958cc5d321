# SPDX-License-Identifier: Apache-2.0
# Options, build type, warnings, sanitizers, bounded jobs.
include_guard()

option(CROSSROOF_WERROR "Treat warnings as errors" OFF)
set(CROSSROOF_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (address,undefined or thread)")
set(CROSSROOF_REFERENCE_DATA "" CACHE STRING "Folder of reference data for the tests, may be empty")
foreach(part TESTS BENCH)
  set(CROSSROOF_${part} AUTO CACHE STRING "ON, OFF, or AUTO: when the packages it needs are there")
  set_property(CACHE CROSSROOF_${part} PROPERTY STRINGS AUTO ON OFF)
endforeach()

get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT multi_config AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_library(crossroof_warnings INTERFACE)
target_compile_options(crossroof_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Woverloaded-virtual $<$<BOOL:${CROSSROOF_WERROR}>:-Werror>)

if(CROSSROOF_SANITIZE)
  add_compile_options(-fsanitize=${CROSSROOF_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  # With the instrumentation in between, GCC takes initialised members for uninitialised ones.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=${CROSSROOF_SANITIZE})
endif()

find_program(CROSSROOF_CCACHE ccache)
mark_as_advanced(CROSSROOF_CCACHE)
if(CROSSROOF_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CROSSROOF_CCACHE}")
endif()

# Ninja starts as many compilers as there are cores, but never more than one per 1.5 GB of memory.
cmake_host_system_information(RESULT memory_mib QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT jobs QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR jobs_by_memory "${memory_mib} / 1536")
if(jobs_by_memory LESS jobs)
  set(jobs ${jobs_by_memory})
endif()
if(jobs LESS 1)
  set(jobs 1)
endif()
set_property(GLOBAL PROPERTY JOB_POOLS bounded=${jobs})
set(CMAKE_JOB_POOL_COMPILE bounded)
set(CMAKE_JOB_POOL_LINK bounded)
