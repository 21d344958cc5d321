// SPDX-License-Identifier: Apache-2.0
// LSTM, GRU, RNN: X is [T, B, I] (layout 0) or [B, T, I] (layout 1), W [dirs, gates*Hd, I],
// R [dirs, gates*Hd, Hd]; Y is [T, dirs, B, Hd] or [B, T, dirs, Hd].
#include "workloads/onnx/op_shapes.h"
#include "workloads/onnx/recurrent.h"

namespace crossroof {

RecurrentShape recurrent_shape(const OpContext& c) {
  const TensorValue& x = c.in(0);
  const TensorValue& w = c.in(1);
  const TensorValue& r = c.in(2);
  c.require(x.rank() == 3 && w.rank() == 3 && r.rank() == 3, "X, W and R need three dimensions");
  RecurrentShape s;
  s.gates = c.node().op == "LSTM" ? 4 : c.node().op == "GRU" ? 3 : 1;
  s.batch_first = c.integer("layout", 0) != 0;
  s.steps = x.dims[s.batch_first ? 1 : 0];
  s.batch = x.dims[s.batch_first ? 0 : 1];
  s.input = x.dims[2];
  const std::string direction = c.text("direction", "forward");
  if (direction != "forward" && direction != "reverse" && direction != "bidirectional") {
    c.fail("direction '" + direction + "' is none of forward, reverse, bidirectional");
  }
  s.directions = direction == "bidirectional" ? 2 : 1;
  s.hidden = c.integer("hidden_size", r.dims[2]);
  if (s.hidden < 1) c.fail("hidden_size " + std::to_string(s.hidden) + " is below 1");
  const std::int64_t rows = checked_mul(s.gates, s.hidden);
  if (w.dims != Dims{s.directions, rows, s.input}) {
    c.fail("W is " + shape_text(w.dims) + ", expected " +
           shape_text({s.directions, rows, s.input}));
  }
  if (r.dims != Dims{s.directions, rows, s.hidden}) {
    c.fail("R is " + shape_text(r.dims) + ", expected " +
           shape_text({s.directions, rows, s.hidden}));
  }
  return s;
}

void shape_recurrent(OpContext& c) {
  const RecurrentShape s = recurrent_shape(c);
  const DataType type = c.in(0).type;
  const Dims last =
      s.batch_first ? Dims{s.batch, s.directions, s.hidden} : Dims{s.directions, s.batch, s.hidden};
  c.set(0,
        s.batch_first ? Dims{s.batch, s.steps, s.directions, s.hidden}
                      : Dims{s.steps, s.directions, s.batch, s.hidden},
        type);
  c.set(1, last, type);
  c.set(2, last, type);
}

}  // namespace crossroof
