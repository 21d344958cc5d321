// SPDX-License-Identifier: Apache-2.0
// A document written out in full: every field in the order of its table, defaults included, each
// value in its one canonical spelling. The text can be read again and describes the same thing.
#ifndef CROSSROOF_MODELS_FIELD_WRITE_H_
#define CROSSROOF_MODELS_FIELD_WRITE_H_

#include <string>

#include "models/document.h"
#include "models/field.h"

namespace crossroof {

enum class Origins {
  hide,
  show
};  // show: each value is followed by a comment that says whence it is

// `doc.root` passed check_value(type, ...).
std::string write_document(const Type& type, const Document& doc, Origins origins);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_FIELD_WRITE_H_
