// SPDX-License-Identifier: Apache-2.0
#include "models/field.h"

#include <utility>

#include "models/text.h"

namespace crossroof {
namespace {

Type of_kind(Type::Kind kind) {
  Type type;
  type.kind = kind;
  return type;
}

bool fits(const Type& type, const Node& node) {
  switch (type.kind) {
    case Type::Kind::integer:
    case Type::Kind::number:
      return node.type == Node::Type::number;
    case Type::Kind::boolean:
      return node.type == Node::Type::boolean;
    case Type::Kind::text:
    case Type::Kind::word:
    case Type::Kind::quantity:
      return node.type == Node::Type::string;
    case Type::Kind::share:
      return node.type == Node::Type::string || node.type == Node::Type::number;
    case Type::Kind::record:
    case Type::Kind::map:
      return node.type == Node::Type::object;
    case Type::Kind::list:
      return node.type == Node::Type::array;
    case Type::Kind::either:
      return fits(chosen(type, node), node);
  }
  return false;
}

std::string describe_range(const std::string& noun, const Type& type) {
  const std::string low = print_number(type.low), high = print_number(type.high);
  if (type.above_low) return noun + " above " + low + " and at most " + high;
  return noun + " from " + low + " to " + high;
}

std::string describe_least(std::size_t least) {
  return least == 0 ? "" : "at least " + std::to_string(least) + " ";
}

std::string article(const std::string& noun) {
  const bool vowel = noun.find_first_of("aeio") == 0;
  return (vowel ? "an " : "a ") + noun;
}

}  // namespace

Type integer_type(double low, double high) {
  Type type = of_kind(Type::Kind::integer);
  type.low = low;
  type.high = high;
  return type;
}

Type number_type(double low, double high) {
  Type type = integer_type(low, high);
  type.kind = Type::Kind::number;
  return type;
}

Type positive_number_type(double high) {
  Type type = number_type(0, high);
  type.above_low = true;
  return type;
}

Type boolean_type() { return of_kind(Type::Kind::boolean); }
Type text_type() { return of_kind(Type::Kind::text); }
Type share_type() { return of_kind(Type::Kind::share); }

Type word_type(std::vector<std::string> words) {
  Type type = of_kind(Type::Kind::word);
  type.words = std::move(words);
  return type;
}

Type quantity_type(Dimension dimension) {
  Type type = of_kind(Type::Kind::quantity);
  type.dimension = dimension;
  return type;
}

Type positive_quantity_type(Dimension dimension) {
  Type type = quantity_type(dimension);
  type.above_low = true;
  return type;
}

Type list_type(Type item, std::size_t least) {
  Type type = of_kind(Type::Kind::list);
  type.inner.push_back(std::move(item));
  type.least = least;
  return type;
}

Type map_type(Type value, std::size_t least) {
  Type type = list_type(std::move(value), least);
  type.kind = Type::Kind::map;
  return type;
}

Type either_type(std::vector<Type> alternatives) {
  Type type = of_kind(Type::Kind::either);
  type.inner = std::move(alternatives);
  return type;
}

const Field* Table::find(const std::string& key) const {
  for (const Field& field : fields) {
    if (field.key == key) return &field;
  }
  return nullptr;
}

std::vector<std::string> Table::keys() const {
  std::vector<std::string> result;
  for (const Field& field : fields) result.push_back(field.key);
  return result;
}

const Type& chosen(const Type& type, const Node& node) {
  if (type.kind != Type::Kind::either) return type;
  for (const Type& alternative : type.inner) {
    if (fits(alternative, node)) return alternative;
  }
  return type.inner.front();
}

std::string describe(const Type& type) {
  switch (type.kind) {
    case Type::Kind::integer:
      return describe_range("an integer", type);
    case Type::Kind::number:
      return describe_range("a number", type);
    case Type::Kind::boolean:
      return "true or false";
    case Type::Kind::text:
      return "a text";
    case Type::Kind::word: {
      std::vector<std::string> quoted;
      for (const std::string& word : type.words) quoted.push_back(json_quoted(word));
      return listing(quoted);
    }
    case Type::Kind::quantity:
      return article(std::string(dimension_name(type.dimension))) + " such as " +
             json_quoted(dimension_example(type.dimension)) + (type.above_low ? ", not zero" : "");
    case Type::Kind::share:
      return "converters per crossbar: 2, \"1/2\" (one for two crossbars) or \"per-column\"";
    case Type::Kind::record:
      return "an object (" + type.table().name + ")";
    case Type::Kind::list:
      return "an array of " + describe_least(type.least) + "entries, each " +
             describe(type.inner[0]);
    case Type::Kind::map:
      return "an object of " + describe_least(type.least) + "entries by name, each " +
             describe(type.inner[0]);
    case Type::Kind::either: {
      std::vector<std::string> all;
      for (const Type& alternative : type.inner) all.push_back(describe(alternative));
      return listing(all);
    }
  }
  return "";
}

}  // namespace crossroof
