// SPDX-License-Identifier: Apache-2.0
#include "models/mistakes.h"

#include <algorithm>
#include <tuple>

#include "models/error.h"

namespace crossroof {

void Mistakes::add(const Place& place, const std::string& pointer, const std::string& text) {
  if (full()) {
    ++dropped_;
    return;
  }
  const std::string where = pointer.empty() ? "" : pointer + ": ";
  lines_.push_back({place, shown(place, sources_) + ": error: " + where + text});
}

void Mistakes::add(const Node& node, const std::string& pointer, const std::string& expected) {
  add(node.place, pointer, "found " + shown(node) + ", " + expected);
}

void Mistakes::raise() const {
  if (lines_.empty()) return;
  std::vector<Line> sorted = lines_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Line& a, const Line& b) {
    return std::tie(a.place.source, a.place.line, a.place.column) <
           std::tie(b.place.source, b.place.line, b.place.column);
  });
  std::string text;
  for (const Line& line : sorted) text += (text.empty() ? "" : "\n") + line.text;
  if (dropped_ > 0) text += "\n... and " + std::to_string(dropped_) + " more mistakes";
  throw Error(text);
}

std::string pointer_to(const std::string& parent, const std::string& key) {
  std::string result = parent + "/";
  for (char c : key) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

std::string pointer_to(const std::string& parent, std::size_t index) {
  return parent + "/" + std::to_string(index);
}

}  // namespace crossroof
