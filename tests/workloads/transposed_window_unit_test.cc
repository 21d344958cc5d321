// SPDX-License-Identifier: Apache-2.0
// Which inputs an output of a transposed convolution takes (o = i * stride - pad + tap * dilation),
// against a search over all inputs and taps.
#include <algorithm>

#include <gtest/gtest.h>

#include "workloads/chunks.h"

namespace crossroof {
namespace {

struct Case {
  std::int64_t size, kernel, stride, pad, dilation;
};

class TransposedWindow : public ::testing::TestWithParam<Case> {};

TEST_P(TransposedWindow, TakesTheInputsWhoseTapsReachTheOutput) {
  const Case c = GetParam();
  const std::int64_t out = (c.size - 1) * c.stride - 2 * c.pad + (c.kernel - 1) * c.dilation + 1;
  Layer l;
  l.out = {1, out, 1};
  l.window.kernel_h = c.kernel;
  l.window.stride_h = c.stride;
  l.window.dilation_h = c.dilation;
  l.window.pad_top = c.pad;
  l.window.transposed = true;
  Edge e;
  e.from = {1, c.size, 1};
  e.need = Need::window;
  for (std::int64_t o = 0; o < out; ++o) {
    std::int64_t first = c.size, last = -1;
    for (std::int64_t i = 0; i < c.size; ++i) {
      for (std::int64_t k = 0; k < c.kernel; ++k) {
        if (i * c.stride - c.pad + k * c.dilation != o) continue;
        first = std::min(first, i);
        last = std::max(last, i);
      }
    }
    const Span needed = needed_positions(l, e, false, {o, o + 1});
    if (last < 0) {
      continue;  // an output between the taps: needing some input near it is allowed
    }
    EXPECT_LE(needed.begin, first) << o;
    EXPECT_GE(needed.end, last + 1) << o;
    if (c.dilation == 1) {
      EXPECT_EQ(needed.begin, first) << o;
      EXPECT_EQ(needed.end, last + 1) << o;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, TransposedWindow,
                         ::testing::Values(Case{5, 4, 2, 1, 1}, Case{5, 2, 2, 0, 1},
                                           Case{4, 3, 1, 1, 1}, Case{6, 5, 3, 2, 1},
                                           Case{5, 3, 2, 0, 2}, Case{3, 1, 2, 0, 1}));

}  // namespace
}  // namespace crossroof
