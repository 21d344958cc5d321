// SPDX-License-Identifier: Apache-2.0
// Indexed reads and writes.
#include "workloads/onnx/eval.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

void evaluate_gather(OpContext& c, std::int64_t axis) {
  if (!can_evaluate(c)) return;
  if (c.out(0).elements() == 0) return c.set_data(0, {});
  const TensorValue& x = c.in(0);
  const std::vector<std::int64_t>& indices = c.in(1).data->ints;
  const std::int64_t size = x.dims[static_cast<std::size_t>(axis)];
  std::int64_t outer = 1, inner = 1;
  for (std::int64_t i = 0; i < x.rank(); ++i) {
    if (i < axis) outer *= x.dims[static_cast<std::size_t>(i)];
    if (i > axis) inner *= x.dims[static_cast<std::size_t>(i)];
  }
  std::vector<std::size_t> sources;
  for (std::int64_t o = 0; o < outer; ++o) {
    for (std::int64_t i : indices) {
      if (i < -size || i >= size) {
        c.fail("index " + std::to_string(i) + " is outside an axis of " + std::to_string(size));
      }
      i = i < 0 ? i + size : i;
      for (std::int64_t n = 0; n < inner; ++n) {
        sources.push_back(static_cast<std::size_t>((o * size + i) * inner + n));
      }
    }
  }
  c.set_data(0, picked(*x.data, sources));
}

// Offset of the slice that one index tuple names; -1 when it is out of range.
std::int64_t tuple_offset(const Dims& dims, const std::vector<std::int64_t>& strides,
                          const std::int64_t* tuple, std::size_t length) {
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const std::int64_t at = tuple[i] < 0 ? tuple[i] + dims[i] : tuple[i];
    if (at < 0 || at >= dims[i]) return -1;
    offset += at * strides[i];
  }
  return offset;
}

void evaluate_scatter_nd(OpContext& c) {
  if (!can_evaluate(c) || c.text("reduction", "none") != "none") return;
  const TensorValue& x = c.in(0);
  const std::vector<std::int64_t>& indices = c.in(1).data->ints;
  const TensorData& updates = *c.in(2).data;
  const auto length = static_cast<std::size_t>(c.in(1).dims.back());
  if (length == 0) return;
  const std::vector<std::int64_t> strides = strides_of(x.dims);
  const std::size_t tuples = indices.size() / length;
  const auto run = static_cast<std::size_t>(c.in(2).elements()) / (tuples == 0 ? 1 : tuples);
  TensorData out = *x.data;
  for (std::size_t t = 0; t < tuples; ++t) {
    const std::int64_t offset = tuple_offset(x.dims, strides, &indices[t * length], length);
    if (offset < 0) c.fail("an index is outside the data");
    for (std::size_t e = 0; e < run; ++e) {
      const std::size_t to = static_cast<std::size_t>(offset) + e, from = t * run + e;
      if (to < out.ints.size() && from < updates.ints.size()) out.ints[to] = updates.ints[from];
      if (to < out.floats.size() && from < updates.floats.size()) {
        out.floats[to] = updates.floats[from];
      }
    }
  }
  c.set_data(0, std::move(out));
}

}  // namespace

void shape_gather(OpContext& c) {
  const TensorValue& x = c.in(0);
  const TensorValue& indices = c.in(1);
  c.require(x.rank() >= 1, "a scalar cannot be indexed");
  c.require(is_integral(indices.type), "the indices are not integers");
  const std::int64_t axis = c.axis(c.integer("axis", 0), x.rank());
  Dims dims(x.dims.begin(), x.dims.begin() + axis);
  dims.insert(dims.end(), indices.dims.begin(), indices.dims.end());
  dims.insert(dims.end(), x.dims.begin() + axis + 1, x.dims.end());
  c.set(0, std::move(dims), x.type);
  c.set_quantised_bits(0, x.quantised_bits);
  evaluate_gather(c, axis);
}

void shape_gather_elements(OpContext& c) {
  c.require(c.in(0).rank() == c.in(1).rank(), "data and indices differ in their rank");
  c.set(0, c.in(1).dims, c.in(0).type);
}

void shape_gather_nd(OpContext& c) {
  const TensorValue& x = c.in(0);
  const TensorValue& indices = c.in(1);
  const std::int64_t batch = c.integer("batch_dims", 0);
  c.require(indices.rank() >= 1 && x.rank() >= 1, "a scalar operand");
  const std::int64_t length = indices.dims.back();
  c.require(batch >= 0 && batch < indices.rank() && length >= 0 && length <= x.rank() - batch,
            "the index tuples are longer than the data has axes");
  Dims dims(indices.dims.begin(), indices.dims.end() - 1);
  dims.insert(dims.end(), x.dims.begin() + batch + length, x.dims.end());
  c.set(0, std::move(dims), x.type);
  if (batch != 0 || length == 0 || !can_evaluate(c)) return;
  const std::vector<std::int64_t> strides = strides_of(x.dims);
  const std::vector<std::int64_t>& tuples = indices.data->ints;
  const std::int64_t run = strides[static_cast<std::size_t>(length - 1)];
  std::vector<std::size_t> sources;
  for (std::size_t t = 0; t < tuples.size(); t += static_cast<std::size_t>(length)) {
    const std::int64_t offset =
        tuple_offset(x.dims, strides, &tuples[t], static_cast<std::size_t>(length));
    if (offset < 0) c.fail("an index is outside the data");
    for (std::int64_t e = 0; e < run; ++e) sources.push_back(static_cast<std::size_t>(offset + e));
  }
  c.set_data(0, picked(*x.data, sources));
}

void shape_scatter_nd(OpContext& c) {
  const TensorValue& x = c.in(0);
  const TensorValue& indices = c.in(1);
  c.set(0, x.dims, x.type);
  if (c.node().op != "ScatterND") return;
  c.require(indices.rank() >= 1 && indices.dims.back() <= x.rank(),
            "the index tuples are longer than the data has axes");
  Dims expected(indices.dims.begin(), indices.dims.end() - 1);
  expected.insert(expected.end(), x.dims.begin() + indices.dims.back(), x.dims.end());
  if (c.in(2).dims != expected) {
    c.fail("updates are " + shape_text(c.in(2).dims) + ", expected " + shape_text(expected));
  }
  evaluate_scatter_nd(c);
}

void shape_one_hot(OpContext& c) {
  const TensorValue& indices = c.in(0);
  std::int64_t depth = 0;
  if (c.in(1).data && !c.in(1).data->floats.empty()) {
    depth = static_cast<std::int64_t>(c.in(1).data->floats[0]);
  } else {
    const auto given = c.needed_integers(1);
    c.require(given.size() == 1, "depth should be one number");
    depth = given[0];
  }
  Dims dims = indices.dims;
  const std::int64_t axis = c.axis(c.integer("axis", -1), indices.rank() + 1);
  dims.insert(dims.begin() + axis, depth);
  c.set(0, std::move(dims), c.in(2).type);
}

}  // namespace crossroof
