// SPDX-License-Identifier: Apache-2.0
// Data files that are part of the program, so that presets and built-in networks work without an
// installation. The build generates the definitions of the functions, each in the library of the
// layer that owns the files; the bytes live as long as the program.
#ifndef CROSSROOF_MODELS_EMBEDDED_H_
#define CROSSROOF_MODELS_EMBEDDED_H_

#include <string_view>
#include <vector>

namespace crossroof {

struct EmbeddedFile {
  std::string_view name;   // file name without folder and last extension
  std::string_view bytes;  // the whole file, unchanged
};

// All are sorted by file name.
const std::vector<EmbeddedFile>& embedded_presets();       // models/presets/*.json
const std::vector<EmbeddedFile>& embedded_networks();      // workloads/builtin/*.onnx
const std::vector<EmbeddedFile>& embedded_measurements();  // validation/published_data/*.csv

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_EMBEDDED_H_
