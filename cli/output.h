// SPDX-License-Identifier: Apache-2.0
// Where results go: standard output, or a file that is either complete or not there (written beside
// its final name, then renamed). Messages for people go to standard error.
#ifndef CROSSROOF_CLI_OUTPUT_H_
#define CROSSROOF_CLI_OUTPUT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/error.h"

namespace crossroof::cli {

// What a command has to say.
struct Report {
  std::string text;                   // the result
  std::vector<std::string> warnings;  // what makes it doubtful
  std::vector<std::string> notes;     // assumptions that `text` does not show itself
  std::optional<Error> failure =
      std::nullopt;  // what is missing from it; the command fails after writing it
};

// Tries, before a long run, whether `file` can be written; leaves nothing behind. Nothing to try
// when it is empty. Throws the Error that deliver() would.
void check_writable(const std::string& file);

// Writes the result to `file`, or to standard output when it is empty, and the rest to standard
// error. A reader that has gone away (broken pipe) is no error. Throws Error when it cannot be
// written.
void deliver(const Report& report, const std::string& file);

// "crossroof: error: ...", each line of `message` for itself.
void complain(std::string_view kind, std::string_view message);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_OUTPUT_H_
