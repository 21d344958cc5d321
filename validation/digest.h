// SPDX-License-Identifier: Apache-2.0
// FNV-1a of texts and numbers: tells them apart, hides nothing.
#ifndef CROSSROOF_VALIDATION_DIGEST_H_
#define CROSSROOF_VALIDATION_DIGEST_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "workloads/mapping.h"

namespace crossroof::validation {

class Digest {
 public:
  Digest& add(std::string_view text);
  Digest& add(std::int64_t number);
  Digest& add(double number);  // bit by bit
  std::string text() const;    // 16 hexadecimal digits

 private:
  void byte(unsigned char b);
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

// Of who sits where, of what is sent, and of how fast the machine is.
std::string digest_of(const RramChip& chip, const Mapping& mapping);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_DIGEST_H_
