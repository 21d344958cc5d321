# SPDX-License-Identifier: Apache-2.0
include_guard()

# crossroof_embed(<layer> <function> <glob of data files>)
# Puts the files into crossroof_<layer> and defines crossroof::<function>(), which lists them in
# order of their names (models/embedded.h). A changed file makes its bytes be read again.
function(crossroof_embed layer function pattern)
  if(NOT TARGET crossroof_${layer})
    return()
  endif()
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${pattern}")
  list(SORT files)
  set(assembly "")
  set(declarations "")
  set(entries "")
  set(index 0)
  foreach(file IN LISTS files)
    cmake_path(GET file STEM LAST_ONLY stem)
    set(symbol "crossroof_${function}_${index}")
    string(APPEND assembly
      "__asm__(\n"
      "    \".pushsection .rodata\\n\"\n"
      "    \".balign 16\\n\"\n"
      "    \".globl ${symbol}_begin\\n\"\n"
      "    \".hidden ${symbol}_begin\\n\"\n"
      "    \"${symbol}_begin:\\n\"\n"
      "    \".incbin \\\"${file}\\\"\\n\"\n"
      "    \".globl ${symbol}_end\\n\"\n"
      "    \".hidden ${symbol}_end\\n\"\n"
      "    \"${symbol}_end:\\n\"\n"
      "    \".byte 0\\n\"\n"
      "    \".popsection\\n\");\n")
    string(APPEND declarations
      "extern \"C\" const char ${symbol}_begin[];\nextern \"C\" const char ${symbol}_end[];\n")
    string(APPEND entries "      {\"${stem}\", between(${symbol}_begin, ${symbol}_end)},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  set(generated "${PROJECT_BINARY_DIR}/generated/${layer}/${function}.cc")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/embedded.cc.in" "${generated}" @ONLY)
  set_source_files_properties("${generated}" PROPERTIES OBJECT_DEPENDS "${files}")
  target_sources(crossroof_${layer} PRIVATE "${generated}")
endfunction()
