// SPDX-License-Identifier: Apache-2.0
// The one exception of the project: bad input or environment, never our own bugs (those assert).
// `what()` is complete: it names the file, the key or node, the value found and what was expected.
// One line per mistake, so a file with several mistakes is reported at once.
#ifndef CROSSROOF_MODELS_ERROR_H_
#define CROSSROOF_MODELS_ERROR_H_

#include <stdexcept>
#include <string>

namespace crossroof {

// The process exit codes users script against.
enum class ExitCode {
  ok = 0,
  run_failed = 1,
  usage = 2,
  bad_input = 3,
  check_failed = 4,
  interrupted = 130
};

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, ExitCode code = ExitCode::bad_input)
      : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_ERROR_H_
