// SPDX-License-Identifier: Apache-2.0
#include "models/field_check.h"

#include <algorithm>

#include "models/adc_share.h"
#include "models/text.h"

namespace crossroof {
namespace {

bool refuse(const Type& type, const Node& node, const std::string& pointer, Mistakes& mistakes,
            const std::string& more = "") {
  mistakes.add(node, pointer, "expected " + describe(type) + more);
  return false;
}

bool check_number(const Type& type, const Node& node, const std::string& pointer,
                  Mistakes& mistakes) {
  const bool whole = type.kind != Type::Kind::integer || node.integral;
  const bool inside = node.number >= type.low && node.number <= type.high &&
                      (!type.above_low || node.number > type.low);
  if (node.type == Node::Type::number && whole && inside) return true;
  return refuse(type, node, pointer, mistakes);
}

bool check_word(const Type& type, const Node& node, const std::string& pointer,
                Mistakes& mistakes) {
  if (node.type != Node::Type::string) return refuse(type, node, pointer, mistakes);
  for (const std::string& word : type.words) {
    if (node.text == word) return true;
  }
  return refuse(type, node, pointer, mistakes, did_you_mean(node.text, type.words));
}

// Beyond these no machine exists, and arithmetic could leave the range of a double. Zero is apart.
struct Limits {
  double low, high;                // base units
  double low_cycles, high_cycles;  // times in cycles, rates per cycle
};

Limits limits(Dimension dimension) {
  switch (dimension) {
    case Dimension::size:
      return {1, 1e15, 1, 1e15};
    case Dimension::time:
      return {1e-18, 1e6, 1e-6, 1e12};
    case Dimension::byte_rate:
    case Dimension::sample_rate:
      return {1e-3, 1e18, 1e-9, 1e9};
    case Dimension::frequency:
      return {1, 1e15, 1, 1e15};
  }
  return {};
}

bool check_limits(const Type& type, const TextQuantity& quantity, const Node& node,
                  const std::string& pointer, Mistakes& mistakes) {
  const Limits all = limits(type.dimension);
  const double low = quantity.in_cycles ? all.low_cycles : all.low;
  const double high = quantity.in_cycles ? all.high_cycles : all.high;
  if (quantity.value == 0 || (quantity.value >= low && quantity.value <= high)) return true;
  mistakes.add(node, pointer,
               "expected a " + std::string(dimension_name(type.dimension)) + " from " +
                   print_quantity({low, quantity.in_cycles}, type.dimension) + " to " +
                   print_quantity({high, quantity.in_cycles}, type.dimension));
  return false;
}

bool check_quantity(const Type& type, const Node& node, const std::string& pointer,
                    Mistakes& mistakes) {
  if (node.type != Node::Type::string && node.type != Node::Type::number) {
    return refuse(type, node, pointer, mistakes);
  }
  const QuantityResult result = parse_quantity(node.text, type.dimension);
  if (!result.ok) {
    mistakes.add(node, pointer, result.expected);
    return false;
  }
  if (type.above_low && result.quantity.value == 0) return refuse(type, node, pointer, mistakes);
  return check_limits(type, result.quantity, node, pointer, mistakes);
}

bool check_share(const Type& type, const Node& node, const std::string& pointer,
                 Mistakes& mistakes) {
  const bool scalar =
      node.type == Node::Type::string || (node.type == Node::Type::number && node.integral);
  if (scalar && parse_adc_share(node.text)) return true;
  const bool text = node.type == Node::Type::string;
  return refuse(type, node, pointer, mistakes, text ? did_you_mean(node.text, {"per-column"}) : "");
}

bool check_record(const Type& type, const Node& node, const std::string& pointer,
                  Mistakes& mistakes) {
  const Table& table = type.table();
  if (node.type != Node::Type::object) return refuse(type, node, pointer, mistakes);
  const std::size_t before = mistakes.count();
  bool right = true;
  std::vector<std::string> meant;  // by misspelt keys: these are not missing
  for (const Member& member : node.members) {
    if (mistakes.full()) return false;
    const std::string below = pointer_to(pointer, member.key);
    if (const Field* field = table.find(member.key)) {
      right = check_value(field->type, member.value, below, mistakes) && right;
      continue;
    }
    const std::vector<std::string> keys = table.keys();
    std::string hint = did_you_mean(member.key, keys);
    if (hint.empty()) hint = "; " + table.name + " has the keys " + listing(keys, "and");
    mistakes.add(member.place, below, "unknown key" + hint);
    meant.push_back(closest(member.key, keys).value_or(""));
    right = false;
  }
  for (const Field& field : table.fields) {
    if (field.presence != Presence::required || node.find(field.key) != nullptr) continue;
    if (std::find(meant.begin(), meant.end(), field.key) != meant.end()) continue;
    mistakes.add(node.place, pointer,
                 "missing key " + json_quoted(field.key) + ", expected " + describe(field.type));
    right = false;
  }
  if (right && table.verify) table.verify(node, pointer, mistakes);
  return right && mistakes.count() == before;
}

bool check_list(const Type& type, const Node& node, const std::string& pointer,
                Mistakes& mistakes) {
  if (node.type != Node::Type::array || node.items.size() < type.least) {
    return refuse(type, node, pointer, mistakes);
  }
  bool right = true;
  for (std::size_t i = 0; i < node.items.size() && !mistakes.full(); ++i) {
    right = check_value(type.inner[0], node.items[i], pointer_to(pointer, i), mistakes) && right;
  }
  return right;
}

bool check_map(const Type& type, const Node& node, const std::string& pointer, Mistakes& mistakes) {
  if (node.type != Node::Type::object || node.members.size() < type.least) {
    return refuse(type, node, pointer, mistakes);
  }
  bool right = true;
  for (const Member& member : node.members) {
    if (mistakes.full()) return false;
    const std::string below = pointer_to(pointer, member.key);
    if (!is_name(member.key)) {
      mistakes.add(member.place, below,
                   "a name has letters, digits, '_' and '-' only, at most 64 of them");
      right = false;
    }
    right = check_value(type.inner[0], member.value, below, mistakes) && right;
  }
  return right;
}

}  // namespace

bool is_name(const std::string& text) {
  if (text.empty() || text.size() > 64) return false;
  for (char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-') return false;
  }
  return true;
}

bool check_value(const Type& type, const Node& node, const std::string& pointer,
                 Mistakes& mistakes) {
  switch (type.kind) {
    case Type::Kind::integer:
    case Type::Kind::number:
      return check_number(type, node, pointer, mistakes);
    case Type::Kind::boolean:
      return node.type == Node::Type::boolean || refuse(type, node, pointer, mistakes);
    case Type::Kind::text:
      return node.type == Node::Type::string || refuse(type, node, pointer, mistakes);
    case Type::Kind::word:
      return check_word(type, node, pointer, mistakes);
    case Type::Kind::quantity:
      return check_quantity(type, node, pointer, mistakes);
    case Type::Kind::share:
      return check_share(type, node, pointer, mistakes);
    case Type::Kind::record:
      return check_record(type, node, pointer, mistakes);
    case Type::Kind::list:
      return check_list(type, node, pointer, mistakes);
    case Type::Kind::map:
      return check_map(type, node, pointer, mistakes);
    case Type::Kind::either: {
      const bool none = node.type == Node::Type::null || node.type == Node::Type::boolean;
      if (none) return refuse(type, node, pointer, mistakes);
      return check_value(chosen(type, node), node, pointer, mistakes);
    }
  }
  return false;
}

}  // namespace crossroof
