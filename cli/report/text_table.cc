// SPDX-License-Identifier: Apache-2.0
#include "cli/report/text_table.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace crossroof::cli {
namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

void append(std::string& line, const std::string& cell, Align align, std::size_t wide) {
  const std::string blanks(wide - width(cell), ' ');
  line += align == Align::left ? cell + blanks : blanks + cell;
}

void end_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + "\n";
}

}  // namespace

std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string shortened(const std::string& text, std::size_t most) {
  const std::size_t wide = width(text);
  if (wide <= most) return text;
  std::size_t skip = wide - most + 3, at = 0;
  for (; at < text.size(); ++at) {
    if (begins_character(text[at]) && skip-- == 0) break;
  }
  return "..." + text.substr(at);
}

void TextTable::add_column(std::string heading, Align align) {
  columns_.push_back({std::move(heading), align});
}

void TextTable::add_row(std::vector<std::string> cells) {
  assert(cells.size() == columns_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::size_t> wide;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    wide.push_back(width(columns_[c].heading));
    for (const auto& row : rows_) wide[c] = std::max(wide[c], width(row[c]));
  }
  std::string text, header, rule;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::string gap = c == 0 ? "" : "  ";
    append(header += gap, columns_[c].heading, columns_[c].align, wide[c]);
    rule += gap + std::string(wide[c], '-');
  }
  end_line(text, header);
  end_line(text, rule);
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      append(line += c == 0 ? "" : "  ", row[c], columns_[c].align, wide[c]);
    }
    end_line(text, line);
  }
  return text;
}

void FactList::add(std::string name, std::string value) {
  facts_.emplace_back(std::move(name), std::move(value));
}

std::string FactList::text() const {
  std::size_t wide = 0;
  for (const auto& fact : facts_) wide = std::max(wide, width(fact.first));
  std::string text;
  for (const auto& [name, value] : facts_) {
    std::string line;
    append(line, name, Align::left, wide + 2);
    for (const char c : value) {
      line += c;
      if (c == '\n') line += std::string(wide + 2, ' ');
    }
    end_line(text, line);
  }
  return text;
}

}  // namespace crossroof::cli
