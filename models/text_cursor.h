// SPDX-License-Identifier: Apache-2.0
// Walks over the tokens of a JSON text with comments, beside a parser that checks them, and knows
// the line and column of each. Columns count characters from 1; line ends are \n (so \r\n too).
#ifndef CROSSROOF_MODELS_TEXT_CURSOR_H_
#define CROSSROOF_MODELS_TEXT_CURSOR_H_

#include <cstddef>
#include <string_view>

#include "models/document.h"

namespace crossroof {

class TextCursor {
 public:
  TextCursor(std::string_view text, std::size_t source) : text_(text), source_(source) {}

  struct Token {
    Place place;
    std::string_view text;  // empty at the end of the text
  };
  // The next token: a bracket, comma or colon, a string with quotes, or a run of other characters.
  Token next();
  // The next token that is neither comma nor colon.
  Token next_value();
  std::size_t offset() const { return offset_; }

 private:
  void advance(std::size_t to);
  std::size_t after_blank(std::size_t from) const;
  std::size_t token_end(std::size_t start) const;

  std::string_view text_;
  std::size_t source_;
  std::size_t offset_ = 0;
  std::size_t line_ = 1, column_ = 1;
};

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_TEXT_CURSOR_H_
