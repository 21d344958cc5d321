// SPDX-License-Identifier: Apache-2.0
#include "models/field_doc.h"

#include <algorithm>

#include "models/text.h"

namespace crossroof {
namespace {

void collect(const Type& type, std::vector<const Table*>& tables) {
  for (const Type& inner : type.inner) collect(inner, tables);
  if (type.kind != Type::Kind::record) return;
  const Table& table = type.table();
  if (std::find(tables.begin(), tables.end(), &table) != tables.end()) return;
  tables.push_back(&table);
  for (const Field& field : table.fields) collect(field.type, tables);
}

std::string code(const std::string& text) { return "`" + text + "`"; }

std::string anchor(const std::string& name) {
  std::string link = name;
  std::replace(link.begin(), link.end(), ' ', '-');
  return "[" + name + "](#" + link + ")";
}

std::string type_text(const Type& type) {
  switch (type.kind) {
    case Type::Kind::word: {
      std::vector<std::string> words;
      for (const std::string& word : type.words) words.push_back(code(json_quoted(word)));
      return listing(words);
    }
    case Type::Kind::quantity:
      return std::string(dimension_name(type.dimension)) + (type.above_low ? ", not zero" : "");
    case Type::Kind::record:
      return anchor(type.table().name);
    case Type::Kind::list:
      return "array of: " + type_text(type.inner[0]);
    case Type::Kind::map:
      return "object of: " + type_text(type.inner[0]);
    case Type::Kind::either: {
      std::vector<std::string> all;
      for (const Type& inner : type.inner) all.push_back(type_text(inner));
      return listing(all);
    }
    default:
      return describe(type);
  }
}

std::string default_text(const Field& field) {
  if (field.presence == Presence::required) return "required";
  return field.presence == Presence::optional ? "" : code(field.fallback_text);
}

std::string cell(const std::string& text) { return text.empty() ? " |" : " " + text + " |"; }

}  // namespace

std::string document_tables(const Type& root) {
  std::vector<const Table*> tables;
  collect(root, tables);
  std::string text;
  for (const Table* table : tables) {
    text += "\n## " + table->name + "\n\n" + table->meaning + "\n\n";
    text += "| key | value | default | meaning |\n| --- | --- | --- | --- |\n";
    for (const Field& field : table->fields) {
      text += "|" + cell(code(field.key)) + cell(type_text(field.type)) +
              cell(default_text(field)) + cell(field.meaning) + "\n";
    }
  }
  return text;
}

std::string document_units() {
  std::string text = "| quantity | units | example |\n| --- | --- | --- |\n";
  for (Dimension d : {Dimension::size, Dimension::time, Dimension::byte_rate,
                      Dimension::sample_rate, Dimension::frequency}) {
    text += "|" + cell(std::string(dimension_name(d))) + cell(listing(dimension_units(d), "and")) +
            cell(code(json_quoted(dimension_example(d)))) + "\n";
  }
  return text;
}

}  // namespace crossroof
