// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "workloads/onnx/einsum.h"
#include "workloads/onnx/op_shapes.h"

namespace crossroof {
namespace {

constexpr std::size_t kMaxDotsAxes = 10;  // named by one digit each

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The indices of one term; "..." becomes the last `dots` of the digits 0 .. most-1.
std::string indices_of(const OpContext& c, const std::string& term, std::size_t dots,
                       std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < term.size(); ++i) {
    if (term.compare(i, 3, "...") == 0) {
      for (std::size_t d = most - dots; d < most; ++d) out.push_back(static_cast<char>('0' + d));
      i += 2;
    } else if (is_letter(term[i])) {
      out.push_back(term[i]);
    } else {
      c.fail("the equation has the character '" + std::string(1, term[i]) + "'");
    }
  }
  return out;
}

std::size_t letters_in(const std::string& term) {
  return static_cast<std::size_t>(std::count_if(term.begin(), term.end(), is_letter));
}

std::vector<std::string> terms_of(const std::string& left) {
  std::vector<std::string> terms = {""};
  for (const char c : left) {
    if (c == ',') {
      terms.emplace_back();
    } else {
      terms.back().push_back(c);
    }
  }
  return terms;
}

void bind_sizes(const OpContext& c, EinsumShape& shape) {
  for (std::size_t o = 0; o < shape.operands.size(); ++o) {
    const Dims& dims = c.in(o).dims;
    for (std::size_t a = 0; a < dims.size(); ++a) {
      std::int64_t& size = shape.sizes.try_emplace(shape.operands[o][a], 1).first->second;
      if (size != 1 && dims[a] != 1 && size != dims[a]) {
        c.fail("index '" + std::string(1, shape.operands[o][a]) + "' stands for " +
               std::to_string(size) + " and for " + std::to_string(dims[a]));
      }
      size = dims[a] == 1 ? size : dims[a];
    }
  }
}

}  // namespace

EinsumShape einsum_shape(const OpContext& c) {
  std::string equation = c.text("equation", "");
  equation.erase(std::remove(equation.begin(), equation.end(), ' '), equation.end());
  const std::size_t arrow = equation.find("->");
  const std::vector<std::string> terms = terms_of(equation.substr(0, arrow));
  if (terms.size() != c.input_count()) {
    c.fail("the equation '" + equation + "' has " + std::to_string(terms.size()) + " terms for " +
           std::to_string(c.input_count()) + " operands");
  }
  EinsumShape shape;
  std::vector<std::size_t> dots;
  std::size_t most = 0;
  for (std::size_t o = 0; o < terms.size(); ++o) {
    const std::size_t rank = c.in(o).dims.size(), letters = letters_in(terms[o]);
    const bool open = terms[o].find("...") != std::string::npos;
    if (rank < letters || (!open && rank != letters) || rank - letters > kMaxDotsAxes) {
      c.fail("term '" + terms[o] + "' does not fit the shape " + shape_text(c.in(o).dims));
    }
    dots.push_back(rank - letters);
    most = std::max(most, rank - letters);
  }
  for (std::size_t o = 0; o < terms.size(); ++o) {
    shape.operands.push_back(indices_of(c, terms[o], dots[o], most));
  }
  bind_sizes(c, shape);
  if (arrow != std::string::npos) {
    shape.result = indices_of(c, equation.substr(arrow + 2), most, most);
  } else {  // batch axes, then the letters that occur once, sorted
    std::string all;
    for (const std::string& operand : shape.operands) all += operand;
    for (const auto& entry : shape.sizes) {
      const char i = entry.first;
      if (!is_letter(i) || std::count(all.begin(), all.end(), i) == 1) shape.result.push_back(i);
    }
  }
  for (const char i : shape.result) {
    if (shape.sizes.count(i) == 0) {
      c.fail("the result's index '" + std::string(1, i) + "' is in no operand");
    }
  }
  return shape;
}

void shape_einsum(OpContext& c) {
  const EinsumShape shape = einsum_shape(c);
  Dims dims;
  for (const char i : shape.result) dims.push_back(shape.sizes.at(i));
  c.set(0, std::move(dims), c.in(0).type);
}

}  // namespace crossroof
