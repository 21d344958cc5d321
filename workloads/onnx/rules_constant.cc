// SPDX-License-Identifier: Apache-2.0
// Constants, shapes as numbers, ranges, random tensors, and outputs only a run would know.
#include <algorithm>
#include <cmath>

#include "workloads/onnx/eval.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

void set_ints(OpContext& c, Dims dims, std::vector<std::int64_t> numbers) {
  c.set(0, std::move(dims), DataType::int64);
  TensorData data;
  data.ints = std::move(numbers);
  c.set_data(0, std::move(data));
}

void set_floats(OpContext& c, Dims dims, std::vector<double> numbers) {
  c.set(0, std::move(dims), DataType::float32);
  if (static_cast<std::int64_t>(numbers.size()) != c.out(0).elements()) return;  // dropped
  TensorData data;
  data.floats = std::move(numbers);
  c.set_data(0, std::move(data));
}

}  // namespace

void shape_constant(OpContext& c) {
  using Kind = OnnxAttribute::Kind;
  for (const OnnxAttribute& a : c.node().attributes) {
    if (a.name == "value_int") return set_ints(c, {}, {a.i});
    if (a.name == "value_float") return set_floats(c, {}, {a.f});
    if (a.name == "value_ints") return set_ints(c, {a.list_size}, a.ints);
    if (a.name == "value_floats") return set_floats(c, {a.list_size}, a.floats);
    if (a.name == "value_string") return c.set(0, {}, DataType::string);
    if (a.name == "value_strings") return c.set(0, {a.list_size}, DataType::string);
    if ((a.name == "value" || a.name == "sparse_value") && a.kind == Kind::t) {
      c.set(0, a.t->dims, a.t->type);
      if (a.t->data) c.set_data(0, *a.t->data);
      return;
    }
  }
  c.fail("no attribute gives a value");
}

void shape_constant_of_shape(OpContext& c) {
  const OnnxAttribute* value = c.attribute("value");
  const bool given = value != nullptr && value->t;
  c.set(0, c.needed_integers(0), given ? value->t->type : DataType::float32);
  const std::int64_t count = c.out(0).elements();
  if (count > kMaxKnownElements || (given && !value->t->data)) return;
  TensorData data;
  const auto n = static_cast<std::size_t>(count);
  if (given && !value->t->data->ints.empty()) {
    data.ints.assign(n, value->t->data->ints[0]);
  } else {
    const bool number = given && !value->t->data->floats.empty();
    data.floats.assign(n, number ? value->t->data->floats[0] : 0.0);
  }
  c.set_data(0, std::move(data));
}

void shape_shape(OpContext& c) {
  const Dims& dims = c.in(0).dims;
  const auto rank = static_cast<std::int64_t>(dims.size());
  const auto bound = [rank](std::int64_t v) {
    return std::clamp(v < 0 ? v + rank : v, std::int64_t{0}, rank);
  };
  const std::int64_t start = bound(c.integer("start", 0));
  const std::int64_t end = std::max(start, bound(c.integer("end", rank)));
  set_ints(c, {end - start}, Dims(dims.begin() + start, dims.begin() + end));
}

void shape_size(OpContext& c) { set_ints(c, {}, {c.in(0).elements()}); }

void shape_range(OpContext& c) {
  for (std::size_t i = 0; i < 3; ++i) {
    c.require(c.in(i).elements() == 1, "start, limit and delta should be single numbers");
    if (!c.in(i).data) {
      throw DataDependent("the length of the range depends on the number in input " +
                          std::to_string(i) + " ('" + c.input_name(i) + "'), which is not known");
    }
  }
  const bool ints = is_integral(c.in(0).type);
  const auto number = [&](std::size_t i) {
    const TensorData& d = *c.in(i).data;
    return d.ints.empty() ? d.floats.at(0) : static_cast<double>(d.ints[0]);
  };
  const double start = number(0), limit = number(1), delta = number(2);
  c.require(delta != 0, "a step of 0");
  const double count = std::max(0.0, std::ceil((limit - start) / delta));
  if (!(count <= static_cast<double>(kMaxDim))) c.fail("the range has 2^31 or more elements");
  const auto n = static_cast<std::int64_t>(count);
  c.set(0, {n}, c.in(0).type);
  if (n > kMaxKnownElements) return;
  TensorData data;
  for (std::int64_t i = 0; i < n; ++i) {
    if (ints) {
      data.ints.push_back(c.in(0).data->ints.at(0) + i * c.in(2).data->ints.at(0));
    } else {
      data.floats.push_back(start + static_cast<double>(i) * delta);
    }
  }
  c.set_data(0, std::move(data));
}

void shape_non_zero(OpContext& c) {
  const TensorValue& x = c.in(0);
  if (!x.data) {
    throw DataDependent("the number of non-zero elements of '" + c.input_name(0) +
                        "' is not known");
  }
  const std::vector<std::int64_t> strides = strides_of(x.dims);
  std::vector<std::int64_t> found;
  for (std::size_t i = 0; i < x.data->ints.size() + x.data->floats.size(); ++i) {
    const bool set = x.data->ints.empty() ? x.data->floats[i] != 0 : x.data->ints[i] != 0;
    if (set) found.push_back(static_cast<std::int64_t>(i));
  }
  std::vector<std::int64_t> numbers;
  for (std::size_t a = 0; a < strides.size(); ++a) {
    for (const std::int64_t f : found) numbers.push_back(f / strides[a] % x.dims[a]);
  }
  set_ints(c, {x.rank(), static_cast<std::int64_t>(found.size())}, std::move(numbers));
}

void shape_eye_like(OpContext& c) {
  c.require(c.in(0).rank() == 2, "the input needs two dimensions");
  const std::int64_t type = c.integer("dtype", static_cast<std::int64_t>(c.in(0).type));
  c.set(0, c.in(0).dims, static_cast<DataType>(type));
}

void shape_random(OpContext& c) {
  const auto type = static_cast<DataType>(c.integer("dtype", 1));
  if (c.has(0)) return c.set(0, c.in(0).dims, c.attribute("dtype") ? type : c.in(0).type);
  const auto shape = c.integers("shape");
  if (!shape) c.fail("the shape is missing");
  c.set(0, *shape, type);
}

void shape_data_dependent(OpContext& c) {
  throw DataDependent("how much " + c.node().op + " returns depends on the data");
}

}  // namespace crossroof
