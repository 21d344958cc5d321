# SPDX-License-Identifier: Apache-2.0
include_guard()

# crossroof_layer(<layer> [USES <lower layers>...])
# The static library crossroof_<layer> from every <layer>/**/*.cc; no sources, no library.
function(crossroof_layer layer)
  cmake_parse_arguments(arg "" "" "USES" ${ARGN})
  set(folder "${PROJECT_SOURCE_DIR}/${layer}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cc")
  list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/cli/main.cc")
  if(NOT sources)
    return()
  endif()
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${folder}/*.h")

  set(library crossroof_${layer})
  add_library(${library} STATIC ${sources} ${headers})
  target_include_directories(${library} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${library} PRIVATE crossroof_warnings nlohmann_json::nlohmann_json)
  foreach(lower IN LISTS arg_USES)
    if(TARGET crossroof_${lower})
      target_link_libraries(${library} PUBLIC crossroof_${lower})
    endif()
  endforeach()
  if(layer STREQUAL "cli")
    target_link_libraries(${library} PRIVATE CLI11::CLI11)
    target_compile_definitions(${library} PRIVATE CROSSROOF_VERSION="${PROJECT_VERSION}")
  endif()
  set_property(GLOBAL APPEND PROPERTY CROSSROOF_LIBRARIES ${library})
endfunction()

# crossroof_protobuf(<layer> <glob of .proto files>)
# Lite-runtime code in the build tree, included as "<path>.pb.h", compiled without our warnings.
function(crossroof_protobuf layer pattern)
  file(GLOB protos RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
       "${PROJECT_SOURCE_DIR}/${pattern}")
  if(NOT TARGET crossroof_${layer} OR NOT protos)
    return()
  endif()
  find_package(Protobuf REQUIRED)
  set(generated "${PROJECT_BINARY_DIR}/generated")
  file(MAKE_DIRECTORY "${generated}")
  set(outputs "")
  foreach(proto IN LISTS protos)
    string(REGEX REPLACE "\\.proto$" "" stem "${generated}/${proto}")
    add_custom_command(
      OUTPUT "${stem}.pb.cc" "${stem}.pb.h"
      COMMAND protobuf::protoc "--proto_path=${PROJECT_SOURCE_DIR}" "--cpp_out=lite:${generated}"
              "${PROJECT_SOURCE_DIR}/${proto}"
      DEPENDS "${PROJECT_SOURCE_DIR}/${proto}"
      COMMENT "protoc ${proto}" VERBATIM)
    list(APPEND outputs "${stem}.pb.cc" "${stem}.pb.h")
  endforeach()
  set(library crossroof_${layer}_protobuf)
  add_library(${library} STATIC ${outputs})
  set_target_properties(${library} PROPERTIES CXX_CLANG_TIDY "")
  target_include_directories(${library} SYSTEM PUBLIC "${generated}")
  target_link_libraries(${library} PUBLIC protobuf::libprotobuf-lite)
  target_link_libraries(crossroof_${layer} PRIVATE ${library})
endfunction()
