// SPDX-License-Identifier: Apache-2.0
// The sizes of an LSTM, GRU or RNN node. MACs = directions * T * B * gates * Hd * (I + Hd).
#ifndef CROSSROOF_WORKLOADS_ONNX_RECURRENT_H_
#define CROSSROOF_WORKLOADS_ONNX_RECURRENT_H_

#include <cstdint>

#include "workloads/onnx/op_context.h"

namespace crossroof {

struct RecurrentShape {
  std::int64_t gates = 0, directions = 0, steps = 0, batch = 0, input = 0, hidden = 0;
  bool batch_first = false;
};

// Fails through `c` when X, W, R and the attributes do not fit together.
RecurrentShape recurrent_shape(const OpContext& c);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_RECURRENT_H_
