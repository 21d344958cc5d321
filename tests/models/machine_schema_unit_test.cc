// SPDX-License-Identifier: Apache-2.0
// The generated JSON Schema, applied by a small validator that knows just the words the schema
// uses.
#include <algorithm>
#include <regex>
#include <stdexcept>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "models/embedded.h"
#include "models/machine_json.h"

namespace crossroof {
namespace {

using Json = nlohmann::json;

class Validator {
 public:
  explicit Validator(Json schema) : root_(std::move(schema)) {}
  bool accepts(const Json& value) const { return accepts(root_, value); }

 private:
  static bool is_type(const std::string& type, const Json& value) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == (value.is_boolean() ? "boolean" : std::string(value.type_name()));
  }

  static bool matches(const Json& rule, const Json& value) {
    return !value.is_string() ||
           std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()));
  }

  static bool is_annotation(const std::string& word) {
    static const std::vector<std::string> words = {"then",  "else",    "description", "default",
                                                   "title", "$schema", "$defs"};
    return std::find(words.begin(), words.end(), word) != words.end();
  }

  bool accepts(const Json& schema, const Json& value) const {
    for (const auto& [word, rule] : schema.items()) {
      if (!obeys(schema, word, rule, value)) return false;
    }
    return true;
  }

  bool obeys(const Json& schema, const std::string& word, const Json& rule,
             const Json& value) const {
    if (word == "type") return is_type(rule, value);
    if (word == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (word == "pattern") return matches(rule, value);
    if (word == "minimum") return !(value.is_number() && value < rule);
    if (word == "maximum") return !(value.is_number() && value > rule);
    if (word == "exclusiveMinimum") return !(value.is_number() && value <= rule);
    if (word == "minItems") return !value.is_array() || value.size() >= rule.get<std::size_t>();
    if (word == "minProperties")
      return !value.is_object() || value.size() >= rule.get<std::size_t>();
    if (word == "items") return all_items(rule, value);
    if (word == "required") return has_all(rule, value);
    if (word == "properties" || word == "additionalProperties") return members(schema, value);
    if (word == "propertyNames") return names(rule, value);
    if (word == "anyOf") return any(rule, value);
    if (word == "$ref") return accepts(resolve(rule), value);
    if (word == "if") return accepts(schema.at(accepts(rule, value) ? "then" : "else"), value);
    if (!is_annotation(word)) throw std::runtime_error("schema uses \"" + word + "\"");
    return true;
  }

  const Json& resolve(const std::string& reference) const {
    return root_.at("$defs").at(reference.substr(std::string("#/$defs/").size()));
  }

  bool all_items(const Json& rule, const Json& value) const {
    if (!value.is_array()) return true;
    for (const Json& item : value) {
      if (!accepts(rule, item)) return false;
    }
    return true;
  }

  static bool has_all(const Json& rule, const Json& value) {
    for (const Json& key : rule) {
      if (value.is_object() && !value.contains(key.get<std::string>())) return false;
    }
    return true;
  }

  bool members(const Json& schema, const Json& value) const {
    if (!value.is_object()) return true;
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [key, member] : value.items()) {
      const Json& rule =
          properties.contains(key) ? properties.at(key) : schema.at("additionalProperties");
      if (rule.is_boolean() ? !rule.get<bool>() : !accepts(rule, member)) return false;
    }
    return true;
  }

  bool names(const Json& rule, const Json& value) const {
    if (!value.is_object()) return true;
    for (const auto& [key, member] : value.items()) {
      if (!accepts(rule, Json(key))) return false;
    }
    return true;
  }

  bool any(const Json& rule, const Json& value) const {
    for (const Json& alternative : rule) {
      if (accepts(alternative, value)) return true;
    }
    return false;
  }

  Json root_;
};

Validator validator() { return Validator(Json::parse(machine_schema_json())); }

Json preset(const std::string& name) {
  for (const EmbeddedFile& file : embedded_presets()) {
    if (file.name == name) return Json::parse(file.bytes, nullptr, true, true);
  }
  return {};
}

TEST(MachineSchema, AcceptsEveryPreset) {
  const Validator schema = validator();
  for (const PresetInfo& info : machine_presets()) {
    EXPECT_TRUE(schema.accepts(preset(info.name))) << info.name;
    EXPECT_TRUE(schema.accepts(Json::parse(resolved_json(load_machine(info.name))))) << info.name;
  }
}

TEST(MachineSchema, RefusesWhatTheReaderRefuses) {
  const Validator schema = validator();
  const Json good = preset("teaching");
  const auto with = [&](const char* pointer, const Json& value) {
    Json changed = good;
    changed[Json::json_pointer(pointer)] = value;
    return changed;
  };
  EXPECT_TRUE(schema.accepts(with("/core/crossbar/rows", 65536)));
  EXPECT_FALSE(schema.accepts(with("/core/crossbar/rows", 65537)));
  EXPECT_FALSE(schema.accepts(with("/core/crossbar/rows", 0)));
  EXPECT_FALSE(schema.accepts(with("/core/crossbar/rows", "32")));
  EXPECT_FALSE(schema.accepts(with("/core/crossbar/row", 32)));
  EXPECT_FALSE(schema.accepts(with("/core/l1/capacity", "64 Kib")));
  EXPECT_FALSE(schema.accepts(with("/core/l1/capacity", "64")));
  EXPECT_FALSE(schema.accepts(with("/core/simd/cycles_per_op", 0)));
  EXPECT_FALSE(schema.accepts(with("/noc/topology", "ring")));
  EXPECT_FALSE(schema.accepts(with("/memory", Json::array())));
  EXPECT_TRUE(schema.accepts(with("/core/crossbar/adc/per_crossbar", "1/2")));
  EXPECT_FALSE(schema.accepts(with("/core/crossbar/adc/per_crossbar", "half")));
  Json without = good;
  without.erase("clock");
  EXPECT_FALSE(schema.accepts(without));
}

TEST(MachineSchema, LetsAFileThatExtendsLeaveThingsOut) {
  const Validator schema = validator();
  Json file = {{"crossroof", 1}, {"extends", "teaching"}};
  EXPECT_TRUE(schema.accepts(file));
  file["core"] = {{"l1", {{"burst", nullptr}}}};
  EXPECT_TRUE(schema.accepts(file));
  file["core"]["l1"]["brust"] = nullptr;
  EXPECT_FALSE(schema.accepts(file));
  EXPECT_FALSE(schema.accepts(Json{{"extends", "teaching"}}));  // no format version
}

}  // namespace
}  // namespace crossroof
