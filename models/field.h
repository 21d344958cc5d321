// SPDX-License-Identifier: Apache-2.0
// What a description file may contain: one table of fields per kind of object, each with its key,
// type, default and meaning. The same tables drive reading and checking (field_check.h,
// field_fill.h), the JSON Schema (field_schema_json.h), the reference page (field_doc.h) and
// resolved files (field_write.h).
#ifndef CROSSROOF_MODELS_FIELD_H_
#define CROSSROOF_MODELS_FIELD_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "models/document.h"
#include "models/mistakes.h"
#include "models/units_text.h"

namespace crossroof {

struct Table;

struct Type {
  enum class Kind {
    integer,  // low <= value <= high
    number,   // low <= value <= high; low itself only if !above_low
    boolean,
    text,      // any string
    word,      // one of `words`
    quantity,  // a string with a unit; more than zero if above_low
    share,     // converters per crossbar: 2, "2", "1/2", "per-column"
    record,    // an object with the fields of `table`
    list,      // an array of inner[0]
    map,       // an object with keys of the user's choice and values of inner[0]
    either,    // the first of `inner` that the value's JSON type fits
  };
  Kind kind = Kind::integer;
  double low = 0, high = 0;
  bool above_low = false;
  Dimension dimension = Dimension::size;
  std::vector<std::string> words;
  const Table& (*table)() = nullptr;
  std::vector<Type> inner;
  std::size_t least = 0;  // entries of a list or map
};

Type integer_type(double low, double high);
Type number_type(double low, double high);
Type positive_number_type(double high);
Type boolean_type();
Type text_type();
Type word_type(std::vector<std::string> words);
Type quantity_type(Dimension dimension);           // zero allowed
Type positive_quantity_type(Dimension dimension);  // more than zero
Type share_type();
Type list_type(Type item, std::size_t least = 0);
Type map_type(Type value, std::size_t least = 0);
Type either_type(std::vector<Type> alternatives);

enum class Presence { required, optional, fallback };

struct Field {
  std::string key;
  Type type;
  Presence presence = Presence::required;
  std::string meaning;        // one line
  std::string fallback_text;  // JSON, when presence is fallback
  Node fallback;
  std::function<void(const Node&, void*)> store;  // fills the member of the record pointed at
};

struct Table {
  std::string name;     // "crossbar"
  std::string meaning;  // one line
  std::vector<Field> fields;
  // Relations between the fields of one record that is right in itself; may be empty.
  std::function<void(const Node&, const std::string& pointer, Mistakes&)> verify;

  const Field* find(const std::string& key) const;
  std::vector<std::string> keys() const;
};

// "an integer from 1 to 8", "a time such as \"100 ns\"", ...
std::string describe(const Type& type);

// The alternative of an `either` that a value belongs to; the type itself for all other kinds.
const Type& chosen(const Type& type, const Node& node);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_FIELD_H_
