// SPDX-License-Identifier: Apache-2.0
// Comma-separated values as RFC 4180 has them: CRLF after each record, a field with comma, quote or
// line break stands in quotes, quotes inside are doubled. Doubles are written to read back exactly.
#ifndef CROSSROOF_CLI_REPORT_CSV_H_
#define CROSSROOF_CLI_REPORT_CSV_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace crossroof::cli {

class Csv {
 public:
  Csv& field(std::string_view text);
  Csv& field(const char* text) { return field(std::string_view(text)); }
  Csv& field(std::int64_t number);
  Csv& field(double number);
  void end_record();
  const std::string& text() const { return text_; }

 private:
  void separate();
  std::string text_;
  bool first_ = true;
};

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_CSV_H_
