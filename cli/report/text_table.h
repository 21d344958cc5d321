// SPDX-License-Identifier: Apache-2.0
// A table of text cells in aligned columns, two blanks apart, a rule under the header.
#ifndef CROSSROOF_CLI_REPORT_TEXT_TABLE_H_
#define CROSSROOF_CLI_REPORT_TEXT_TABLE_H_

#include <string>
#include <vector>

namespace crossroof::cli {

enum class Align { left, right };

class TextTable {
 public:
  void add_column(std::string heading, Align align = Align::right);
  // As many cells as there are columns.
  void add_row(std::vector<std::string> cells);
  std::string text() const;

 private:
  struct Column {
    std::string heading;
    Align align;
  };
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Lines "name  value" with the values aligned; further lines of a value are indented to it.
class FactList {
 public:
  void add(std::string name, std::string value);
  std::string text() const;

 private:
  std::vector<std::pair<std::string, std::string>> facts_;
};

// Columns a text takes: UTF-8 sequences, control characters excluded.
std::size_t width(const std::string& text);

// At most `most` columns of it: the end, after "...", for names the end tells apart.
std::string shortened(const std::string& text, std::size_t most);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_TEXT_TABLE_H_
