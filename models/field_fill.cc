// SPDX-License-Identifier: Apache-2.0
#include "models/field_fill.h"

#include <cassert>

namespace crossroof {

void fill(const Type& /*type*/, const Node& node, std::int64_t& out) { out = node.integer; }
void fill(const Type& /*type*/, const Node& node, double& out) { out = node.number; }
void fill(const Type& /*type*/, const Node& node, bool& out) { out = node.boolean; }
void fill(const Type& /*type*/, const Node& node, std::string& out) { out = node.text; }

void fill(const Type& type, const Node& node, TextQuantity& out) {
  const QuantityResult result = parse_quantity(node.text, type.dimension);
  assert(result.ok);
  out = result.quantity;
}

void fill(const Type& type, const Node& node, Bits& out) {
  TextQuantity quantity;
  fill(type, node, quantity);
  out = Bits(static_cast<std::int64_t>(quantity.value));
}

void fill(const Type& type, const Node& node, Hertz& out) {
  TextQuantity quantity;
  fill(type, node, quantity);
  out = Hertz(quantity.value);
}

void fill(const Type& /*type*/, const Node& node, AdcShare& out) {
  const std::optional<AdcShare> share = parse_adc_share(node.text);
  assert(share);
  out = *share;
}

std::size_t word_index(const Type& type, const Node& node) {
  std::size_t i = 0;
  while (i < type.words.size() && type.words[i] != node.text) ++i;
  assert(i < type.words.size());
  return i;
}

void fill_fields(const Table& table, const Node& node, void* record) {
  for (const Field& field : table.fields) {
    const Node* value = node.find(field.key);
    if (value == nullptr && field.presence == Presence::fallback) value = &field.fallback;
    if (value != nullptr) field.store(*value, record);
  }
}

}  // namespace crossroof
