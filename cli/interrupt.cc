// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <unistd.h>

#include "models/error.h"

namespace crossroof::cli {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<pid_t> program{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

// A worker gets the signal twice: from the terminal, and from the program.
void note(int) {
  const bool again = interrupted.exchange(true);
  if (again && ::getpid() == program) ::_exit(static_cast<int>(ExitCode::interrupted));
}

}  // namespace

Interrupt::Interrupt() {
  interrupted = false;
  program = ::getpid();
  struct sigaction action {};
  action.sa_handler = note;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &before_);
}

Interrupt::~Interrupt() { ::sigaction(SIGINT, &before_, nullptr); }

const std::atomic<bool>& Interrupt::flag() const { return interrupted; }

}  // namespace crossroof::cli
