// SPDX-License-Identifier: Apache-2.0
#include "tests/analytic/arithmetic.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace crossroof::testing_tools {
namespace {

// Recursive descent: sum -> product -> atom.
class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  double run() {
    const double value = sum();
    skip();
    if (at_ != text_.size()) fail();
    return value;
  }

 private:
  double sum() {
    double value = product();
    for (;;) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }
  double product() {
    double value = atom();
    for (;;) {
      if (take('*')) {
        value *= atom();
      } else if (take('/')) {
        value /= atom();
      } else {
        return value;
      }
    }
  }
  double atom() {
    skip();
    if (take('(')) {
      const double value = sum();
      expect(')');
      return value;
    }
    if (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0) {
      return function();
    }
    const char* begin = text_.c_str() + at_;
    char* end = nullptr;
    const double value = std::strtod(begin, &end);
    if (end == begin) fail();
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }
  double function() {
    std::string name;
    while (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0) {
      name += text_[at_++];
    }
    expect('(');
    std::vector<double> values{sum()};
    while (take(',')) values.push_back(sum());
    expect(')');
    if (name == "max") return *std::max_element(values.begin(), values.end());
    if (name == "min") return *std::min_element(values.begin(), values.end());
    // A calculator's quotient of two integers that divide exactly is exact here too.
    if (name == "ceil" && values.size() == 1) return std::ceil(values.front());
    if (name == "floor" && values.size() == 1) return std::floor(values.front());
    fail();
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail();
  }
  [[noreturn]] void fail() const {
    throw std::runtime_error("not arithmetic at " + std::to_string(at_) + ": " + text_);
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

double calculate(const std::string& expression) { return Parser(expression).run(); }

}  // namespace crossroof::testing_tools
