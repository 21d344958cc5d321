// SPDX-License-Identifier: Apache-2.0
// `--set path=value`: one value of a document replaced, for example `core.l1.ports.read_write=2` or
// `memory.0.rate=8 B/cycle`. The value is JSON, or else a string; null removes the key.
#ifndef CROSSROOF_MODELS_MACHINE_SET_H_
#define CROSSROOF_MODELS_MACHINE_SET_H_

#include <string>

#include "models/document.h"
#include "models/field.h"
#include "models/mistakes.h"

namespace crossroof {

// The path must exist in `type`. Adds a source for the --set; notes mistakes and changes nothing
// then.
void apply_set(const Type& type, const std::string& assignment, Document& doc, Mistakes& mistakes);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_MACHINE_SET_H_
