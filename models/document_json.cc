// SPDX-License-Identifier: Apache-2.0
#include "models/document_json.h"

#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "models/error.h"
#include "models/mistakes.h"
#include "models/text_cursor.h"

namespace crossroof {
namespace {

constexpr std::size_t kMostBytes = std::size_t{16} << 20U;
constexpr std::size_t kMostDepth = 64, kMostValues = 1000000, kMostKeys = 4096;
constexpr std::size_t kLongestMessage = 200;  // of the parser

// Builds the tree from the parser's events; the cursor follows to tell where each token stands.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, std::size_t source, const std::vector<Source>& sources)
      : sources_(sources), cursor_(text, source), doubles_(sources) {}

  Node take() {
    doubles_.raise();
    return std::move(root_);
  }

  bool null() { return add(Node::Type::null) != nullptr; }

  bool boolean(bool value) {
    add(Node::Type::boolean)->boolean = value;
    return true;
  }

  bool number_integer(std::int64_t value) {
    Node* node = add(Node::Type::number);
    node->integral = true;
    node->integer = value;
    node->number = static_cast<double>(value);
    return true;
  }

  bool number_unsigned(std::uint64_t value) {
    if (value <= static_cast<std::uint64_t>(INT64_MAX)) {
      return number_integer(static_cast<std::int64_t>(value));
    }
    return number_float(static_cast<double>(value), "");
  }

  bool number_float(double value, const std::string& /*spelling*/) {
    add(Node::Type::number)->number = value;
    return true;
  }

  bool string(std::string& value) {
    add(Node::Type::string)->text = std::move(value);
    return true;
  }

  bool binary(const nlohmann::json::binary_t& /*value*/) { return false; }

  bool start_object(std::size_t /*elements*/) {
    open_.push_back(add(Node::Type::object));
    keys_.emplace_back();
    return deep_enough();
  }

  bool start_array(std::size_t /*elements*/) {
    open_.push_back(add(Node::Type::array));
    keys_.emplace_back();
    return deep_enough();
  }

  bool key(std::string& key) {
    const TextCursor::Token token = cursor_.next_value();
    previous_ = token.text;
    if (!keys_.back().insert(key).second) {
      const std::string pointer = pointer_to(pointer_of_open(), key);
      doubles_.add(token.place, pointer, "duplicate key " + json_quoted(key));
    }
    if (keys_.back().size() > kMostKeys) refuse(token.place, "more than 4096 keys in one object");
    open_.back()->members.push_back({std::move(key), token.place, {}});
    return true;
  }

  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::json::exception& error) {
    // Only commas and colons stand between the last event and the token the parser stumbled over.
    const std::string what = cleaned(error.what());
    if (what.find(" - unexpected ") == std::string::npos) refuse(cursor_.next_value().place, what);
    TextCursor::Token token{{}, previous_};
    std::string_view last;
    do {
      last = token.text;
      token = cursor_.next();
    } while (!token.text.empty() && cursor_.offset() < position);
    const bool comma = last == "," && (token.text == "}" || token.text == "]");
    refuse(token.place, what + (comma ? " (the comma before it is too many)" : ""));
  }

 private:
  [[noreturn]] void refuse(const Place& place, const std::string& text) const {
    throw Error(shown(place, sources_) + ": error: " + text);
  }

  bool deep_enough() const {
    if (open_.size() > kMostDepth) refuse(open_.back()->place, "more than 64 levels deep");
    return true;
  }

  Node* add(Node::Type type) {
    const TextCursor::Token token = cursor_.next_value();
    previous_ = token.text;
    if (++values_ > kMostValues) refuse(token.place, "more than 1000000 values");
    Node* node = &root_;
    if (!open_.empty()) {
      Node& parent = *open_.back();
      if (parent.type == Node::Type::array) {
        parent.items.emplace_back();
        node = &parent.items.back();
      } else {
        node = &parent.members.back().value;
      }
    }
    node->type = type;
    node->place = token.place;
    if (type == Node::Type::number) node->text = std::string(token.text);
    return node;
  }

  bool close() {
    previous_ = cursor_.next_value().text;
    open_.pop_back();
    keys_.pop_back();
    return true;
  }

  std::string pointer_of_open() const {
    std::string pointer;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const Node& node = *open_[i];
      pointer = node.type == Node::Type::array ? pointer_to(pointer, node.items.size() - 1)
                                               : pointer_to(pointer, node.members.back().key);
    }
    return pointer;
  }

  // The parser's own message without its positions and without the text it read last.
  static std::string cleaned(std::string what) {
    const std::size_t column = what.find("column ");
    const std::size_t start = what.find(": ", column);
    if (column != std::string::npos && start != std::string::npos) {
      what.erase(0, start + 2);
    } else if (what.find("] ") != std::string::npos) {
      what.erase(0, what.find("] ") + 2);
    }
    const std::size_t read = what.find("; last read: '");
    if (read == std::string::npos) return what.substr(0, kLongestMessage);
    const std::size_t expected = what.rfind("; expected ");
    const bool keep = expected != std::string::npos && expected > read;
    return what.substr(0, read) + (keep ? what.substr(expected) : "");
  }

  const std::vector<Source>& sources_;
  TextCursor cursor_;
  Mistakes doubles_;
  Node root_;
  std::vector<Node*> open_;
  std::vector<std::set<std::string>> keys_;
  std::string_view previous_;
  std::size_t values_ = 0;
};

}  // namespace

Node parse_json(std::string_view text, std::size_t source, const std::vector<Source>& sources) {
  const Place start{source, 1, 1};
  if (text.size() > kMostBytes) {
    throw Error(shown(start, sources) + ": error: larger than 16 MiB");
  }
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) {
    throw Error(shown(start, sources) + ": error: not a text file (byte " + std::to_string(nul) +
                " is zero)");
  }
  TreeBuilder builder(text, source, sources);
  nlohmann::json::sax_parse(text.begin(), text.end(), &builder,
                            nlohmann::json::input_format_t::json, true, true);
  return builder.take();
}

std::string read_text_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error("cannot open file \"" + path + "\"");
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 16U);
  while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || in.gcount() > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMostBytes) throw Error("file \"" + path + "\" is larger than 16 MiB");
  }
  if (in.bad()) throw Error("cannot read file \"" + path + "\"");
  return text;
}

}  // namespace crossroof
