// SPDX-License-Identifier: Apache-2.0
#include "models/machine_json.h"

#include "models/error.h"
#include "models/field_check.h"
#include "models/field_write.h"
#include "models/machine_build.h"
#include "models/machine_fields.h"
#include "models/machine_set.h"
#include "models/text.h"

namespace crossroof {
namespace {

// A file of another kind has other keys: say only that. A slip in the word is one mistake of many.
bool is_other_kind(const Document& doc, Mistakes& mistakes) {
  const Node* kind = doc.root.find("kind");
  if (kind == nullptr || kind->type != Node::Type::string) return false;
  const Type& type = table_of<RawMachine>().find("kind")->type;
  if (closest(kind->text, type.words)) return false;
  return !check_value(type, *kind, "/kind", mistakes);
}

}  // namespace

Machine load_machine(const std::string& preset_or_path, const std::vector<std::string>& sets) {
  SourcedDocument loaded = load_source(preset_or_path);
  Machine machine;
  machine.doc = std::move(loaded.doc);
  Mistakes mistakes(machine.doc.sources);
  const Type type = record_type<RawMachine>();
  for (const std::string& set : sets) apply_set(type, set, machine.doc, mistakes);
  if (!is_other_kind(machine.doc, mistakes)) {
    for (const auto& [place, text] : loaded.mistakes) {
      if (machine.doc.root.find("crossroof") != nullptr) mistakes.add(place, "", text);
    }
    check_value(type, machine.doc.root, "", mistakes);
  }
  mistakes.raise();
  RawMachine raw;
  fill(type, machine.doc.root, raw);
  machine.chip = build_chip(raw, machine.doc.root, mistakes);
  mistakes.raise();
  return machine;
}

std::string resolved_json(const Machine& machine) {
  return write_document(record_type<RawMachine>(), machine.doc, Origins::hide);
}

std::string resolved_with_origin(const Machine& machine) {
  return write_document(record_type<RawMachine>(), machine.doc, Origins::show);
}

}  // namespace crossroof
