// SPDX-License-Identifier: Apache-2.0
// Collects every mistake of a description, then reports them at once, in order of their places,
// each as `file:line:column: error: /json/pointer: text`.
#ifndef CROSSROOF_MODELS_MISTAKES_H_
#define CROSSROOF_MODELS_MISTAKES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "models/document.h"

namespace crossroof {

class Mistakes {
 public:
  // `sources` must outlive this.
  explicit Mistakes(const std::vector<Source>& sources) : sources_(sources) {}

  void add(const Place& place, const std::string& pointer, const std::string& text);
  // `found VALUE, <expected>`.
  void add(const Node& node, const std::string& pointer, const std::string& expected);

  bool empty() const { return lines_.empty(); }
  std::size_t count() const { return lines_.size(); }
  // Enough was found: later mistakes are only counted.
  bool full() const { return lines_.size() >= kMost; }
  // Throws Error with all lines, if there are any.
  void raise() const;

 private:
  static constexpr std::size_t kMost = 100;
  struct Line {
    Place place;
    std::string text;
  };
  const std::vector<Source>& sources_;
  std::vector<Line> lines_;
  std::size_t dropped_ = 0;
};

// The JSON pointer (RFC 6901) of a member of what `parent` points at.
std::string pointer_to(const std::string& parent, const std::string& key);
std::string pointer_to(const std::string& parent, std::size_t index);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_MISTAKES_H_
