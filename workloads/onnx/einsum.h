// SPDX-License-Identifier: Apache-2.0
// Einsum equations: "bhid,bhjd->bhij", with or without an arrow, with "..." for batch axes.
// MACs of a contraction of two operands = the product of the sizes of all its indices.
#ifndef CROSSROOF_WORKLOADS_ONNX_EINSUM_H_
#define CROSSROOF_WORKLOADS_ONNX_EINSUM_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "workloads/onnx/op_context.h"

namespace crossroof {

struct EinsumShape {
  std::vector<std::string> operands;  // one letter an axis; the axes of "..." are digits
  std::string result;
  std::map<char, std::int64_t> sizes;  // of every index

  // Product of the sizes of the indices for which `wanted` holds.
  template <class Predicate>
  std::int64_t product(Predicate wanted) const {
    std::int64_t out = 1;
    for (const auto& [index, size] : sizes) {
      if (wanted(index)) out = checked_mul(out, size);
    }
    return out;
  }
};

// Fails through `c` when the equation and the operands do not fit together.
EinsumShape einsum_shape(const OpContext& c);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_EINSUM_H_
