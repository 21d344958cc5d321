// SPDX-License-Identifier: Apache-2.0
// Ctrl-C while a command runs that can keep what is done: the first one sets a flag (worker
// processes inherit this), the second one ends the program at once with exit code 130.
#ifndef CROSSROOF_CLI_INTERRUPT_H_
#define CROSSROOF_CLI_INTERRUPT_H_

#include <atomic>
#include <csignal>

namespace crossroof::cli {

// One at a time; what SIGINT did before is restored at the end.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  const std::atomic<bool>& flag() const;

 private:
  struct sigaction before_ {};
};

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_INTERRUPT_H_
