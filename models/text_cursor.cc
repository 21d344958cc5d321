// SPDX-License-Identifier: Apache-2.0
#include "models/text_cursor.h"

#include <algorithm>

namespace crossroof {
namespace {

constexpr std::string_view kBlank = " \t\r\n";
constexpr std::string_view kBrackets = "{}[],:";
constexpr std::string_view kWordEnd = " \t\r\n{}[],:\"/";

}  // namespace

std::size_t TextCursor::after_blank(std::size_t from) const {
  while (from < text_.size()) {
    if (kBlank.find(text_[from]) != std::string_view::npos) {
      ++from;
      continue;
    }
    const std::string_view mark = text_.substr(from, 2);
    if (mark != "//" && mark != "/*") return from;
    const std::size_t end = text_.find(mark == "//" ? "\n" : "*/", from + 2);
    if (end == std::string_view::npos) return mark == "//" ? text_.size() : from;
    from = end + (mark == "//" ? 1 : 2);
  }
  return from;
}

std::size_t TextCursor::token_end(std::size_t start) const {
  if (start >= text_.size()) return start;
  if (kBrackets.find(text_[start]) != std::string_view::npos) return start + 1;
  if (text_[start] == '"') {
    for (std::size_t i = start + 1; i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == '"') {
        return i + 1;
      }
    }
    return text_.size();
  }
  return std::min(text_.find_first_of(kWordEnd, start + 1), text_.size());
}

void TextCursor::advance(std::size_t to) {
  for (; offset_ < to; ++offset_) {
    if (text_[offset_] == '\n') {
      ++line_;
      column_ = 1;
    } else if ((static_cast<unsigned char>(text_[offset_]) & 0xC0U) != 0x80U) {
      ++column_;
    }
  }
}

TextCursor::Token TextCursor::next() {
  advance(after_blank(offset_));
  const std::size_t start = offset_, end = token_end(start);
  const Token token{{source_, line_, column_}, text_.substr(start, end - start)};
  advance(end);
  return token;
}

TextCursor::Token TextCursor::next_value() {
  Token token = next();
  while (token.text == "," || token.text == ":") token = next();
  return token;
}

}  // namespace crossroof
