// SPDX-License-Identifier: Apache-2.0
// Checks a document against the field tables and notes every mistake with its place.
#ifndef CROSSROOF_MODELS_FIELD_CHECK_H_
#define CROSSROOF_MODELS_FIELD_CHECK_H_

#include <string>

#include "models/field.h"

namespace crossroof {

// True when the value is right; every mistake below it is noted otherwise.
bool check_value(const Type& type, const Node& node, const std::string& pointer,
                 Mistakes& mistakes);

// Names of the user's choice (core kinds, controllers): letters, digits, '_', '-', at most 64.
bool is_name(const std::string& text);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_FIELD_CHECK_H_
