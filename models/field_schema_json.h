// SPDX-License-Identifier: Apache-2.0
// Field tables as a JSON Schema (draft 2020-12), for editors and other programs. It says what one
// field may be; relations between fields are checked by the reader only. A file that `extends`
// another may leave anything out, and may remove an inherited key with null.
#ifndef CROSSROOF_MODELS_FIELD_SCHEMA_JSON_H_
#define CROSSROOF_MODELS_FIELD_SCHEMA_JSON_H_

#include <string>

#include "models/field.h"

namespace crossroof {

std::string schema_json(const Type& root, const std::string& title);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_FIELD_SCHEMA_JSON_H_
