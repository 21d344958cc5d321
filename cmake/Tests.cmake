# SPDX-License-Identifier: Apache-2.0
# tests/**/<name>_<label>_test.cc makes test_<label>; tests/**/*_bench.cc makes
# crossroof_bench; every other .cc below tests/ is a helper that both may use.
include_guard()

get_property(crossroof_libraries GLOBAL PROPERTY CROSSROOF_LIBRARIES)

# crossroof_part(<TESTS|BENCH> <imported target> <Debian package>): sets CROSSROOF_HAS_<part>.
function(crossroof_part part package_name debian)
  set(found FALSE)
  if(CROSSROOF_${part} STREQUAL "AUTO")
    find_package(${package_name} QUIET)
    set(found ${${package_name}_FOUND})
    if(NOT found)
      message(STATUS "CROSSROOF_${part} is off: install ${debian} to have it")
    endif()
  elseif(CROSSROOF_${part})
    find_package(${package_name} REQUIRED)
    set(found TRUE)
  endif()
  set(CROSSROOF_HAS_${part} ${found} PARENT_SCOPE)
endfunction()

# The include folders, libraries and names that every test and benchmark sees.
function(crossroof_test_settings target)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE crossroof_warnings ${crossroof_libraries}
                                          nlohmann_json::nlohmann_json)
  target_compile_definitions(${target} PRIVATE
    CROSSROOF_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    CROSSROOF_PROGRAM="${PROJECT_BINARY_DIR}/crossroof"
    CROSSROOF_REFERENCE_DATA="${CROSSROOF_REFERENCE_DATA}")
  if(TARGET crossroof)
    add_dependencies(${target} crossroof)
  endif()
  target_link_libraries(${target} PRIVATE Eigen3::Eigen)
  if(TARGET crossroof_workloads_protobuf)
    target_link_libraries(${target} PRIVATE crossroof_workloads_protobuf)
  endif()
endfunction()

crossroof_part(TESTS GTest libgtest-dev)
crossroof_part(BENCH benchmark libbenchmark-dev)
if(NOT CROSSROOF_HAS_TESTS AND NOT CROSSROOF_HAS_BENCH)
  return()
endif()

file(GLOB_RECURSE helpers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/*.cc")
list(FILTER helpers EXCLUDE REGEX "(_test|_bench)\\.cc$|/tests/fuzz/")
if(helpers)
  add_library(crossroof_testing STATIC ${helpers})
  crossroof_test_settings(crossroof_testing)
endif()

if(CROSSROOF_HAS_TESTS)
  enable_testing()
  include(GoogleTest)
  foreach(label unit theory oracle cross cli robust)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/*_${label}_test.cc")
    if(NOT sources)
      continue()
    endif()
    add_executable(test_${label} ${sources})
    crossroof_test_settings(test_${label})
    target_link_libraries(test_${label} PRIVATE GTest::gtest_main
                                                $<$<TARGET_EXISTS:crossroof_testing>:crossroof_testing>)
    gtest_discover_tests(test_${label} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${label}/"
                         PROPERTIES LABELS ${label} TIMEOUT 600)
  endforeach()
endif()

file(GLOB_RECURSE benches CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/*_bench.cc")
if(CROSSROOF_HAS_BENCH AND benches)
  add_executable(crossroof_bench ${benches})
  crossroof_test_settings(crossroof_bench)
  target_link_libraries(crossroof_bench PRIVATE benchmark::benchmark_main crossroof_testing)
endif()
