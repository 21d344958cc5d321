// SPDX-License-Identifier: Apache-2.0
// Field tables as Markdown: one section per kind of object, one row per key; and the units
// accepted.
#ifndef CROSSROOF_MODELS_FIELD_DOC_H_
#define CROSSROOF_MODELS_FIELD_DOC_H_

#include <string>

#include "models/field.h"

namespace crossroof {

// The tables reachable from `root`, in order of first mention.
std::string document_tables(const Type& root);
// One row per dimension: accepted units and an example.
std::string document_units();

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_FIELD_DOC_H_
