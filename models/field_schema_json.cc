// SPDX-License-Identifier: Apache-2.0
#include "models/field_schema_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace crossroof {
namespace {

using Json = nlohmann::ordered_json;

enum class Need { whole, partial };  // partial: nothing is required, null removes

constexpr const char* kNamePattern = "^[A-Za-z0-9_-]{1,64}$";

std::string definition(const Table& table, Need need) {
  std::string name = (need == Need::partial ? "partial " : "") + table.name;
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  return name;
}

std::string quantity_pattern(Dimension dimension) {
  std::string units;
  for (const std::string& unit : dimension_units(dimension)) {
    units += (units.empty() ? "" : "|") + unit;
  }
  return "^[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *(" + units + ")$";
}

Json limit(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

class SchemaMaker {
 public:
  std::string make(const Type& root, const std::string& title) {
    const std::string whole = reference(root.table(), Need::whole);
    const std::string partial = reference(root.table(), Need::partial);
    const Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                         {"title", title},
                         {"type", "object"},
                         {"if", {{"required", Json::array({"extends"})}}},
                         {"then", {{"$ref", partial}}},
                         {"else", {{"$ref", whole}}},
                         {"$defs", definitions_}};
    return schema.dump(2) + "\n";
  }

 private:
  std::string reference(const Table& table, Need need) {
    const std::string name = definition(table, need);
    if (!definitions_.contains(name)) {
      definitions_[name] = Json::object();  // now, so that a table is defined once
      definitions_[name] = record(table, need);
    }
    return "#/$defs/" + name;
  }

  Json record(const Table& table, Need need) {
    Json properties = Json::object(), required = Json::array();
    for (const Field& field : table.fields) {
      Json schema = value(field.type, need);
      if (need == Need::partial && field.key != "crossroof") {
        schema = {{"anyOf", {schema, {{"type", "null"}}}}};
      }
      schema["description"] = field.meaning;
      if (field.presence == Presence::fallback) {
        schema["default"] = Json::parse(field.fallback_text);
      }
      properties[field.key] = schema;
      const bool always = need == Need::whole || field.key == "crossroof";
      if (field.presence == Presence::required && always) required.push_back(field.key);
    }
    return {{"type", "object"},
            {"description", table.meaning},
            {"properties", properties},
            {"required", required},
            {"additionalProperties", false}};
  }

  Json number(const Type& type, const char* json_type) {
    const char* minimum = type.above_low ? "exclusiveMinimum" : "minimum";
    return {{"type", json_type}, {minimum, limit(type.low)}, {"maximum", limit(type.high)}};
  }

  Json value(const Type& type, Need need) {
    switch (type.kind) {
      case Type::Kind::integer:
        return number(type, "integer");
      case Type::Kind::number:
        return number(type, "number");
      case Type::Kind::boolean:
        return {{"type", "boolean"}};
      case Type::Kind::text:
        return {{"type", "string"}};
      case Type::Kind::word:
        return {{"enum", type.words}};
      case Type::Kind::quantity:
        return {{"type", "string"}, {"pattern", quantity_pattern(type.dimension)}};
      case Type::Kind::share:
        return {{"anyOf",
                 {{{"type", "integer"}, {"minimum", 1}, {"maximum", 65536}},
                  {{"type", "string"}, {"pattern", "^([0-9]+(/[0-9]+)?|per-column)$"}}}}};
      case Type::Kind::record:
        return {{"$ref", reference(type.table(), need)}};
      case Type::Kind::list:
        // Arrays replace what they extend: their entries are whole.
        return {{"type", "array"},
                {"items", value(type.inner[0], Need::whole)},
                {"minItems", type.least}};
      case Type::Kind::map:
        return {{"type", "object"},
                {"additionalProperties", value(type.inner[0], need)},
                {"propertyNames", {{"pattern", kNamePattern}}},
                {"minProperties", type.least}};
      case Type::Kind::either: {
        Json alternatives = Json::array();
        for (const Type& inner : type.inner) alternatives.push_back(value(inner, need));
        return {{"anyOf", alternatives}};
      }
    }
    return {};
  }

  Json definitions_ = Json::object();
};

}  // namespace

std::string schema_json(const Type& root, const std::string& title) {
  return SchemaMaker().make(root, title);
}

}  // namespace crossroof
