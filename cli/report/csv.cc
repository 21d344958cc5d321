// SPDX-License-Identifier: Apache-2.0
#include "cli/report/csv.h"

#include "cli/report/finite.h"
#include "models/units_text.h"

namespace crossroof::cli {

void Csv::separate() {
  if (!first_) text_ += ',';
  first_ = false;
}

Csv& Csv::field(std::string_view text) {
  separate();
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    text_ += text;
    return *this;
  }
  text_ += '"';
  for (const char c : text) text_ += c == '"' ? std::string("\"\"") : std::string(1, c);
  text_ += '"';
  return *this;
}

Csv& Csv::field(std::int64_t number) { return field(std::string_view(std::to_string(number))); }

Csv& Csv::field(double number) {
  return field(std::string_view(print_number(finite(number, "a field of the CSV"))));
}

void Csv::end_record() {
  text_ += "\r\n";
  first_ = true;
}

}  // namespace crossroof::cli
