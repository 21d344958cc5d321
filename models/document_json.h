// SPDX-License-Identifier: Apache-2.0
// JSON with // and /* */ comments into a tree of values with places. Keys of an object must differ.
// A text is at most 16 MiB, 64 levels deep, 1 000 000 values, 4096 keys in one object.
#ifndef CROSSROOF_MODELS_DOCUMENT_JSON_H_
#define CROSSROOF_MODELS_DOCUMENT_JSON_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "models/document.h"

namespace crossroof {

// Throws Error: one line for a fault of syntax or a limit, one per duplicate key otherwise.
// `sources[source]` is what the text was read from.
Node parse_json(std::string_view text, std::size_t source, const std::vector<Source>& sources);

// The bytes of a file; throws Error when it cannot be read or is too large.
std::string read_text_file(const std::string& path);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_DOCUMENT_JSON_H_
