// SPDX-License-Identifier: Apache-2.0
#include "models/field_doc.h"
#include "models/field_schema_json.h"
#include "models/machine_fields.h"
#include "models/machine_json.h"

namespace crossroof {
namespace {

constexpr const char* kIntroduction = R"(# Machine files

<!-- Generated from the field tables in models/machine_fields*.cc; a test compares. -->

A machine file is JSON with `//` and `/* */` comments. A short one changes a preset:

```json
{
  "crossroof": 1,
  "extends": "isaac-ce",  // a preset, or a path relative to this file
  "name": "wide-l1",
  "core": {"l1": {"ports": {"read_write": 2}}}
}
```

Objects are merged key by key, everything else replaces the inherited value, `null` removes it.
`--set PATH=VALUE` changes one value of any machine: `--set core.l1.ports.read_write=2`,
`--set noc.flit="32 bit"`, `--set memory.0.rate="8 B/cycle"`. The value is read as JSON, or else as
a string. All mistakes of a file are reported at once; a machine that cannot exist is refused.

## Quantities

A quantity is a string of a number and a unit. Decimal prefixes (k = 1000) and binary ones
(Ki = 1024) are different words. Times in cycles and rates per cycle refer to the digital clock, in
`noc` to the clock of the NoC. Zero is allowed unless excluded.

)";

}  // namespace

std::string machine_reference() {
  std::string presets = "\n## Presets\n\n| name | what |\n| --- | --- |\n";
  for (const PresetInfo& preset : machine_presets()) {
    presets += "| `" + preset.name + "` | " + preset.description + " |\n";
  }
  return kIntroduction + document_units() + presets + document_tables(record_type<RawMachine>());
}

std::string machine_schema_json() {
  return schema_json(record_type<RawMachine>(), "Crossroof machine");
}

}  // namespace crossroof
