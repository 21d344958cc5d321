// SPDX-License-Identifier: Apache-2.0
// Machine descriptions of kind "rram": JSON with comments, or a preset, into a checked RramChip.
// Every mistake of a description is reported at once. Keys and defaults:
// docs/machine.md, which is machine_reference().
#ifndef CROSSROOF_MODELS_MACHINE_JSON_H_
#define CROSSROOF_MODELS_MACHINE_JSON_H_

#include <string>
#include <vector>

#include "models/document.h"
#include "models/machine_source.h"
#include "models/rram_chip.h"

namespace crossroof {

struct Machine {
  RramChip chip;
  Document doc;  // what the chip was made of, `extends` and --set applied
};

// A preset (its name, see machine_presets()) or a file, changed by `--set` texts "path=value" in
// turn.
Machine load_machine(const std::string& preset_or_path, const std::vector<std::string>& sets = {});

// The whole description, defaults included, in canonical spelling; loads again as the same chip.
std::string resolved_json(const Machine& machine);
// The same, each value followed by a comment: file and line, preset, default, or --set.
std::string resolved_with_origin(const Machine& machine);

// The JSON Schema (2020-12) of a machine file.
std::string machine_schema_json();
// The reference of all keys, as Markdown.
std::string machine_reference();

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_MACHINE_JSON_H_
