// SPDX-License-Identifier: Apache-2.0
#include "workloads/onnx/eval.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace crossroof {
namespace {

// Wrap-around arithmetic, as a run of the model would have it.
std::int64_t wrap(std::uint64_t v) { return static_cast<std::int64_t>(v); }
std::uint64_t bits(std::int64_t v) { return static_cast<std::uint64_t>(v); }
std::int64_t add(std::int64_t a, std::int64_t b) { return wrap(bits(a) + bits(b)); }
std::int64_t sub(std::int64_t a, std::int64_t b) { return wrap(bits(a) - bits(b)); }
std::int64_t mul(std::int64_t a, std::int64_t b) { return wrap(bits(a) * bits(b)); }
std::int64_t quotient(std::int64_t a, std::int64_t b) {
  if (b == 0) return 0;
  return b == -1 ? wrap(0 - bits(a)) : a / b;
}
std::int64_t modulo(std::int64_t a, std::int64_t b) {
  if (b == 0 || b == -1) return 0;
  const std::int64_t r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
std::int64_t power(std::int64_t a, std::int64_t b) {
  std::int64_t result = 1;
  for (; b > 0; b >>= 1, a = mul(a, a)) {
    if ((b & 1) != 0) result = mul(result, a);
  }
  return result;
}

struct Binary {
  std::string_view op;
  std::int64_t (*ints)(std::int64_t, std::int64_t);
  double (*floats)(double, double);
};
constexpr Binary kBinary[] = {
    {"Add", add, [](double a, double b) { return a + b; }},
    {"Sum", add, [](double a, double b) { return a + b; }},
    {"Sub", sub, [](double a, double b) { return a - b; }},
    {"Mul", mul, [](double a, double b) { return a * b; }},
    {"Div", quotient, [](double a, double b) { return a / b; }},
    {"Mod", modulo, [](double a, double b) { return std::fmod(a, b); }},
    {"Pow", power, [](double a, double b) { return std::pow(a, b); }},
    {"Min", [](std::int64_t a, std::int64_t b) { return std::min(a, b); },
     [](double a, double b) { return std::min(a, b); }},
    {"Max", [](std::int64_t a, std::int64_t b) { return std::max(a, b); },
     [](double a, double b) { return std::max(a, b); }},
    {"And", [](std::int64_t a, std::int64_t b) -> std::int64_t { return a != 0 && b != 0; },
     nullptr},
    {"Or", [](std::int64_t a, std::int64_t b) -> std::int64_t { return a != 0 || b != 0; },
     nullptr},
    {"Xor", [](std::int64_t a, std::int64_t b) -> std::int64_t { return (a != 0) != (b != 0); },
     nullptr},
};

struct Comparison {
  std::string_view op;
  bool less, equal, greater;
};
constexpr Comparison kComparisons[] = {
    {"Equal", false, true, false},         {"Less", true, false, false},
    {"LessOrEqual", true, true, false},    {"Greater", false, false, true},
    {"GreaterOrEqual", false, true, true},
};

template <class T>
std::int64_t compared(const Comparison& c, T a, T b) {
  return (c.less && a < b) || (c.equal && a == b) || (c.greater && a > b) ? 1 : 0;
}

struct Unary {
  std::string_view op;
  std::int64_t (*ints)(std::int64_t);
  double (*floats)(double);
};
constexpr std::int64_t (*kNoInts)(std::int64_t) = nullptr;
constexpr Unary kUnary[] = {
    {"Identity", [](std::int64_t a) { return a; }, [](double a) { return a; }},
    {"Neg", [](std::int64_t a) { return wrap(0 - bits(a)); }, [](double a) { return -a; }},
    {"Abs", [](std::int64_t a) { return a < 0 ? wrap(0 - bits(a)) : a; },
     [](double a) { return std::abs(a); }},
    {"Not", [](std::int64_t a) -> std::int64_t { return a == 0; }, nullptr},
    {"Floor", kNoInts, [](double a) { return std::floor(a); }},
    {"Ceil", kNoInts, [](double a) { return std::ceil(a); }},
    {"Round", kNoInts, [](double a) { return std::nearbyint(a); }},
    {"Sqrt", kNoInts, [](double a) { return std::sqrt(a); }},
    {"Exp", kNoInts, [](double a) { return std::exp(a); }},
    {"Log", kNoInts, [](double a) { return std::log(a); }},
    {"Reciprocal", kNoInts, [](double a) { return 1 / a; }},
    {"Relu", [](std::int64_t a) { return std::max<std::int64_t>(a, 0); },
     [](double a) { return std::max(a, 0.0); }},
    {"Sign", [](std::int64_t a) -> std::int64_t { return (a > 0) - (a < 0); },
     [](double a) { return static_cast<double>((a > 0) - (a < 0)); }},
};

template <class Table>
auto find(const Table& table, const std::string& op) -> decltype(&table[0]) {
  for (const auto& entry : table) {
    if (entry.op == op) return &entry;
  }
  return nullptr;
}

std::int64_t saturating_integer(double value) {
  constexpr double kLimit = 9223372036854775807.0;
  if (std::isnan(value)) return 0;
  if (value >= kLimit) return std::numeric_limits<std::int64_t>::max();
  if (value <= -kLimit) return std::numeric_limits<std::int64_t>::min();
  return static_cast<std::int64_t>(value);
}

}  // namespace

Dims broadcast_dims(const OpContext& c, const Dims& a, const Dims& b) {
  const Dims& longer = a.size() >= b.size() ? a : b;
  const Dims& shorter = a.size() >= b.size() ? b : a;
  Dims out = longer;
  const std::size_t offset = longer.size() - shorter.size();
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    const std::int64_t x = longer[offset + i], y = shorter[i];
    if (x != y && x != 1 && y != 1) {
      c.fail("shapes " + shape_text(a) + " and " + shape_text(b) + " cannot be broadcast together");
    }
    out[offset + i] = x == 1 ? y : x;
  }
  return out;
}

std::vector<std::int64_t> strides_of(const Dims& dims) {
  std::vector<std::int64_t> strides(dims.size(), 1);
  for (std::size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
  return strides;
}

bool can_evaluate(const OpContext& c) {
  for (std::size_t i = 0; i < c.input_count(); ++i) {
    if (c.has(i) && !c.in(i).data) return false;
  }
  return c.wants(0) && c.out(0).elements() <= kMaxKnownElements;
}

std::vector<std::size_t> broadcast_sources(const Dims& from, const Dims& to) {
  const std::size_t offset = to.size() - from.size();
  const std::vector<std::int64_t> from_strides = strides_of(from);
  std::vector<std::int64_t> strides(to.size(), 0);
  for (std::size_t i = 0; i < from.size(); ++i) {
    strides[offset + i] = from[i] == 1 ? 0 : from_strides[i];
  }
  std::vector<std::size_t> sources(static_cast<std::size_t>(product_of(to)));
  std::vector<std::int64_t> at(to.size(), 0);
  std::int64_t source = 0;
  for (std::size_t e = 0; e < sources.size(); ++e) {
    sources[e] = static_cast<std::size_t>(source);
    for (std::size_t i = to.size(); i-- > 0;) {
      source += strides[i];
      if (++at[i] < to[i]) break;
      source -= strides[i] * to[i];
      at[i] = 0;
    }
  }
  return sources;
}

TensorData picked(const TensorData& from, const std::vector<std::size_t>& sources) {
  TensorData out;
  const bool ints = !from.ints.empty();
  if (ints) out.ints.reserve(sources.size());
  if (!ints) out.floats.reserve(sources.size());
  for (const std::size_t s : sources) {
    if (ints) {
      out.ints.push_back(from.ints[s]);
    } else {
      out.floats.push_back(from.floats[s]);
    }
  }
  return out;
}

void evaluate_unary(OpContext& c) {
  if (c.input_count() == 0 || !c.has(0) || !c.in(0).data || !can_evaluate(c)) return;
  const Unary* op = find(kUnary, c.node().op);
  if (op == nullptr) return;
  const TensorData& x = *c.in(0).data;
  TensorData out;
  if (!x.floats.empty() && op->floats != nullptr) {
    for (const double v : x.floats) out.floats.push_back(op->floats(v));
  } else if (x.floats.empty() && op->ints != nullptr) {
    for (const std::int64_t v : x.ints) out.ints.push_back(op->ints(v));
  } else {
    return;
  }
  c.set_data(0, std::move(out));
}

void evaluate_binary(OpContext& c) {
  if (c.input_count() != 2 || !can_evaluate(c)) return;
  const Binary* op = find(kBinary, c.node().op);
  const Comparison* comparison = find(kComparisons, c.node().op);
  if (op == nullptr && comparison == nullptr) return;
  const Dims& dims = c.out(0).dims;
  const TensorData a = picked(*c.in(0).data, broadcast_sources(c.in(0).dims, dims));
  const TensorData b = picked(*c.in(1).data, broadcast_sources(c.in(1).dims, dims));
  if (a.ints.size() != b.ints.size() || a.floats.size() != b.floats.size()) return;
  TensorData out;
  for (std::size_t i = 0; i < a.ints.size(); ++i) {
    out.ints.push_back(comparison != nullptr ? compared(*comparison, a.ints[i], b.ints[i])
                                             : op->ints(a.ints[i], b.ints[i]));
  }
  for (std::size_t i = 0; i < a.floats.size(); ++i) {
    if (comparison != nullptr) {
      out.ints.push_back(compared(*comparison, a.floats[i], b.floats[i]));
    } else if (op->floats != nullptr) {
      out.floats.push_back(op->floats(a.floats[i], b.floats[i]));
    } else {
      return;
    }
  }
  c.set_data(0, std::move(out));
}

void evaluate_cast(OpContext& c) {
  if (!c.in(0).data) return;
  const TensorData& x = *c.in(0).data;
  const DataType to = c.out(0).type;
  TensorData out = x;
  if (is_floating(to)) {
    for (const std::int64_t v : x.ints) out.floats.push_back(static_cast<double>(v));
    out.ints.clear();
  } else if (is_integral(to)) {
    for (const double v : x.floats) {
      out.ints.push_back(to == DataType::boolean ? static_cast<std::int64_t>(v != 0)
                                                 : saturating_integer(v));
    }
    out.floats.clear();
    if (to == DataType::boolean) {
      for (std::int64_t& v : out.ints) v = v != 0 ? 1 : 0;
    }
  } else {
    return;
  }
  c.set_data(0, std::move(out));
}

namespace {

const Binary* folding_op(const std::string& op) {
  if (op == "ReduceProd") return find(kBinary, "Mul");
  if (op == "ReduceSum") return find(kBinary, "Add");
  if (op == "ReduceMax") return find(kBinary, "Max");
  if (op == "ReduceMin") return find(kBinary, "Min");
  return nullptr;
}

template <class T>
std::vector<T> folded(const std::vector<T>& x, const std::vector<std::size_t>& target,
                      std::size_t count, T (*fold)(T, T)) {
  std::vector<T> out(x.empty() ? 0 : count);
  std::vector<bool> seen(count, false);
  for (std::size_t e = 0; e < x.size(); ++e) {
    const std::size_t t = target[e];
    out[t] = seen[t] ? fold(out[t], x[e]) : x[e];
    seen[t] = true;
  }
  return out;
}

}  // namespace

void evaluate_reduce(OpContext& c, const std::vector<std::int64_t>& axes) {
  const Binary* op = folding_op(c.node().op);
  if (op == nullptr || !can_evaluate(c)) return;
  Dims kept = c.in(0).dims;
  for (const std::int64_t a : axes) kept[static_cast<std::size_t>(a)] = 1;
  const std::vector<std::size_t> target = broadcast_sources(kept, c.in(0).dims);
  const auto count = static_cast<std::size_t>(product_of(kept));
  const TensorData& x = *c.in(0).data;
  TensorData out;
  out.ints = folded(x.ints, target, count, op->ints);
  out.floats = folded(x.floats, target, count, op->floats);
  if (target.empty() && count > 0) {  // an empty sum or product, as of the dims of a scalar
    if (!is_integral(c.in(0).type)) return;
    out.ints.assign(count, c.node().op == "ReduceProd" ? 1 : 0);
  }
  c.set_data(0, std::move(out));
}

}  // namespace crossroof
