// SPDX-License-Identifier: Apache-2.0
// Values of a checked document into C++ members, and the making of field tables from member
// pointers. A record type S has `template <> const Table& table_of<S>();`, built with TableOf<S>.
#ifndef CROSSROOF_MODELS_FIELD_FILL_H_
#define CROSSROOF_MODELS_FIELD_FILL_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/adc_share.h"
#include "models/amount.h"
#include "models/document_json.h"
#include "models/field.h"

namespace crossroof {

template <class S>
const Table& table_of();

template <class S>
Type record_type() {
  Type type;
  type.kind = Type::Kind::record;
  type.table = &table_of<S>;
  return type;
}

void fill(const Type& type, const Node& node, std::int64_t& out);
void fill(const Type& type, const Node& node, double& out);
void fill(const Type& type, const Node& node, bool& out);
void fill(const Type& type, const Node& node, std::string& out);
void fill(const Type& type, const Node& node, TextQuantity& out);
void fill(const Type& type, const Node& node, Bits& out);
void fill(const Type& type, const Node& node, Hertz& out);
void fill(const Type& type, const Node& node, AdcShare& out);
std::size_t word_index(const Type& type, const Node& node);
// Every field that is present or has a default.
void fill_fields(const Table& table, const Node& node, void* record);

template <class T>
void fill(const Type& type, const Node& node, std::optional<T>& out);
template <class T>
void fill(const Type& type, const Node& node, std::vector<T>& out);
template <class T>
void fill(const Type& type, const Node& node, std::vector<std::pair<std::string, T>>& out);

// Enumerations are listed in the order of the words; records have tables.
template <class T>
void fill(const Type& type, const Node& node, T& out) {
  if constexpr (std::is_enum_v<T>) {
    out = static_cast<T>(word_index(type, node));
  } else {
    fill_fields(table_of<T>(), node, &out);
  }
}

template <class T>
void fill(const Type& type, const Node& node, std::optional<T>& out) {
  fill(type, node, out.emplace());
}

template <class T>
void fill(const Type& type, const Node& node, std::vector<T>& out) {
  out.clear();
  for (const Node& item : node.items) fill(chosen(type, node).inner[0], item, out.emplace_back());
}

template <class T>
void fill(const Type& type, const Node& node, std::vector<std::pair<std::string, T>>& out) {
  out.clear();
  for (const Member& member : node.members) {
    fill(type.inner[0], member.value, out.emplace_back(member.key, T()).second);
  }
}

inline constexpr const char* kRequired = nullptr;
inline constexpr const char* kOptional = "";

template <class S>
class TableOf {
 public:
  TableOf(const char* name, const char* meaning) {
    table_.name = name;
    table_.meaning = meaning;
  }

  // `fallback`: kRequired, kOptional or JSON text.
  template <class M>
  TableOf& field(const char* key, M S::*member, Type type, const char* fallback,
                 const char* meaning) {
    Field f = make_field(key, std::move(type), fallback, meaning);
    f.store = [type = f.type, member](const Node& node, void* record) {
      fill(type, node, static_cast<S*>(record)->*member);
    };
    table_.fields.push_back(std::move(f));
    return *this;
  }

  template <class Store>
  TableOf& field_with(const char* key, Store store, Type type, const char* fallback,
                      const char* meaning) {
    Field f = make_field(key, std::move(type), fallback, meaning);
    f.store = [type = f.type, store](const Node& node, void* record) {
      store(type, node, *static_cast<S*>(record));
    };
    table_.fields.push_back(std::move(f));
    return *this;
  }

  TableOf& verify(void (*check)(const S&, const Node&, const std::string&, Mistakes&)) {
    table_.verify = [check](const Node& node, const std::string& pointer, Mistakes& mistakes) {
      S record;
      fill_fields(table_of<S>(), node, &record);
      check(record, node, pointer, mistakes);
    };
    return *this;
  }

  Table done() { return std::move(table_); }

 private:
  static Field make_field(const char* key, Type type, const char* fallback, const char* meaning) {
    Field f;
    f.key = key;
    f.type = std::move(type);
    f.meaning = meaning;
    if (fallback == kRequired) return f;
    f.presence = *fallback == '\0' ? Presence::optional : Presence::fallback;
    f.fallback_text = fallback;
    if (f.presence == Presence::fallback) f.fallback = parse_json(fallback, 0, Document().sources);
    return f;
  }

  Table table_;
};

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_FIELD_FILL_H_
