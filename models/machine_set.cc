// SPDX-License-Identifier: Apache-2.0
#include "models/machine_set.h"

#include <algorithm>
#include <charconv>

#include "models/document_json.h"
#include "models/error.h"
#include "models/text.h"

namespace crossroof {
namespace {

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> parts(1);
  for (char c : path) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool is_composite(const Type& type) {
  return type.kind == Type::Kind::record || type.kind == Type::Kind::list ||
         type.kind == Type::Kind::map;
}

class Setter {
 public:
  Setter(const std::string& assignment, Document& doc, Mistakes& mistakes)
      : doc_(doc), mistakes_(mistakes), equals_(assignment.find('=')), assignment_(assignment) {
    doc.sources.push_back({SourceKind::set, assignment});
    place_ = {doc.sources.size() - 1, 1, 1};
  }

  void apply(const Type& root) {
    if (equals_ == std::string::npos || equals_ == 0) {
      refuse("expected PATH=VALUE, for example clock=\"1 GHz\"");
      return;
    }
    parts_ = split(assignment_.substr(0, equals_));
    if (parts_[0] == "extends") {
      refuse("extends is resolved already: a file can extend, or name another machine");
      return;
    }
    // Try on a copy first, so that a wrong path leaves no half-made objects behind.
    Node changed = doc_.root;
    if (walk(root, changed, 0)) doc_.root = std::move(changed);
  }

 private:
  bool refuse(const std::string& text) {
    mistakes_.add(place_, "", text);
    return false;
  }

  std::string path_to(std::size_t depth) const {
    std::string path;
    for (std::size_t i = 0; i < depth; ++i) path += (i > 0 ? "." : "") + parts_[i];
    return depth == 0 ? "the machine" : path;
  }

  bool walk(const Type& declared, Node& node, std::size_t depth) {
    const Type& type = chosen(declared, node);
    if (depth == parts_.size()) return assign(declared, node);
    switch (type.kind) {
      case Type::Kind::record:
        return walk_record(type, node, depth);
      case Type::Kind::list:
        return walk_list(type, node, depth);
      case Type::Kind::map:
        return walk_map(type, node, depth);
      default:
        return refuse("no such path: " + path_to(depth) + " has no parts, it is " +
                      describe(declared));
    }
  }

  bool walk_record(const Type& type, Node& node, std::size_t depth) {
    const std::string& key = parts_[depth];
    const Table& table = type.table();
    const Field* field = table.find(key);
    if (field == nullptr) {
      std::string hint = did_you_mean(key, table.keys());
      if (hint.empty()) hint = ": " + listing(table.keys(), "and");
      return refuse("no such path: " + path_to(depth) + " has no key " + json_quoted(key) + hint);
    }
    if (node.type != Node::Type::object) {
      node = Node();
      node.type = Node::Type::object;
      node.place = place_;
    }
    const bool last = depth + 1 == parts_.size();
    if (last && assignment_.substr(equals_ + 1) == "null") return remove(node, key);
    Node* value = node.find(key);
    if (value == nullptr) {
      node.members.push_back({key, place_, field->fallback});
      value = &node.members.back().value;
      if (field->presence != Presence::fallback) value->place = place_;
    }
    return walk(field->type, *value, depth + 1);
  }

  bool remove(Node& node, const std::string& key) {
    node.members.erase(std::remove_if(node.members.begin(), node.members.end(),
                                      [&](const Member& m) { return m.key == key; }),
                       node.members.end());
    return true;
  }

  bool walk_list(const Type& type, Node& node, std::size_t depth) {
    const std::string& part = parts_[depth];
    std::size_t index = 0;
    const auto parsed = std::from_chars(part.data(), part.data() + part.size(), index);
    const bool number = parsed.ec == std::errc() && parsed.ptr == part.data() + part.size();
    if (!number || index >= node.items.size()) {
      return refuse("no such path: " + path_to(depth) + " has " +
                    std::to_string(node.items.size()) +
                    (node.items.size() == 1 ? " entry" : " entries") + ", numbered from 0; found " +
                    json_quoted(part));
    }
    return walk(type.inner[0], node.items[index], depth + 1);
  }

  bool walk_map(const Type& type, Node& node, std::size_t depth) {
    const std::string& key = parts_[depth];
    Node* value = node.find(key);
    if (value == nullptr && is_composite(type.inner[0])) {
      std::vector<std::string> keys;
      for (const Member& member : node.members) keys.push_back(member.key);
      return refuse("no such path: " + path_to(depth) + " has no " + json_quoted(key) +
                    (keys.empty() ? "" : ": " + listing(keys, "and")) + did_you_mean(key, keys));
    }
    if (value == nullptr) {
      if (node.type != Node::Type::object) node.type = Node::Type::object;
      node.members.push_back({key, place_, {}});
      value = &node.members.back().value;
    }
    return walk(type.inner[0], *value, depth + 1);
  }

  bool assign(const Type& type, Node& node) {
    const std::string text = assignment_.substr(equals_ + 1);
    const std::size_t source = place_.source;
    const bool structured = text.find_first_of("{[\"") == 0;
    Node value;
    bool json = type.kind != Type::Kind::text || structured;
    try {
      if (json) value = parse_json(text, source, doc_.sources);
    } catch (const Error& error) {
      if (structured) {
        const std::string what = error.what();
        return refuse("the value is not JSON: " + what.substr(what.find("error: ") + 7));
      }
      json = false;
    }
    if (!json) {
      value.type = Node::Type::string;
      value.text = text;
      value.place = place_;
    }
    node = std::move(value);
    return true;
  }

  Document& doc_;
  Mistakes& mistakes_;
  std::size_t equals_;
  std::string assignment_;
  Place place_;
  std::vector<std::string> parts_;
};

}  // namespace

void apply_set(const Type& type, const std::string& assignment, Document& doc, Mistakes& mistakes) {
  Setter(assignment, doc, mistakes).apply(type);
}

}  // namespace crossroof
