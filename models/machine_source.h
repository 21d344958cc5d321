// SPDX-License-Identifier: Apache-2.0
// The raw document of a machine: a preset or file, what it `extends` (a preset, or a path relative
// to the file), merged key by key. An object is merged into the object it extends, everything else
// replaces it, null removes an inherited key.
#ifndef CROSSROOF_MODELS_MACHINE_SOURCE_H_
#define CROSSROOF_MODELS_MACHINE_SOURCE_H_

#include <string>
#include <utility>
#include <vector>

#include "models/document.h"

namespace crossroof {

struct PresetInfo {
  std::string name, description;
};

// Every machine that is part of the program.
const std::vector<PresetInfo>& machine_presets();

struct SourcedDocument {
  Document doc;
  std::vector<std::pair<Place, std::string>> mistakes;  // of single files, still to be reported
};

// Throws Error when a source is missing, no JSON object, of a newer format, or extends itself.
SourcedDocument load_source(const std::string& preset_or_path);

// `over` onto `base`, as above.
Node merged(Node base, Node over);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_MACHINE_SOURCE_H_
