// SPDX-License-Identifier: Apache-2.0
#include "models/document.h"

namespace crossroof {
namespace {

constexpr std::size_t kLongestShown = 60;

// At most `most` bytes, cut between characters.
std::string shortened(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  for (const Member& member : members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

std::string json_quoted(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string result = "\"";
  for (char c : text) {
    const unsigned char byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      result += "\\u00";
      result += kHex[byte >> 4U];
      result += kHex[byte & 15U];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string shown(const Node& node) {
  switch (node.type) {
    case Node::Type::null:
      return "null";
    case Node::Type::boolean:
      return node.boolean ? "true" : "false";
    case Node::Type::number:
      return shortened(node.text, kLongestShown);
    case Node::Type::string:
      return json_quoted(shortened(node.text, kLongestShown));
    case Node::Type::array:
      return node.items.empty() ? "an empty array"
                                : "an array of " + std::to_string(node.items.size());
    case Node::Type::object:
      return node.members.empty() ? "an empty object" : "an object";
  }
  return "";
}

std::string shown(const Place& place, const std::vector<Source>& sources) {
  Source source = sources[place.source];
  for (char& c : source.name) {
    if (static_cast<unsigned char>(c) < 0x20) c = '?';  // one line, whatever the name
  }
  const std::string position =
      ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  switch (source.kind) {
    case SourceKind::fallback:
      return "default";
    case SourceKind::file:
      return source.name + position;
    case SourceKind::preset:
      return "<preset " + source.name + ">" + position;
    case SourceKind::set:
      return "--set " + shortened(source.name, 2 * kLongestShown);
  }
  return "";
}

}  // namespace crossroof
