// SPDX-License-Identifier: Apache-2.0
#include "sim/workers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace crossroof::sim {
namespace {

constexpr int kLookEvery = 100;  // ms, for an interruption
// First byte of what a worker sends: a result, or the exit code and text of an error.
constexpr char kResult = 'R', kError = 'E';

std::string failed(const ExitCode code, std::string_view text) {
  return std::string(1, kError) + static_cast<char>(code) + std::string(text);
}

std::string outcome_of(const std::function<std::string(std::size_t)>& job, std::size_t number) {
  try {
    return kResult + job(number);
  } catch (const Error& error) {
    return failed(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::run_failed, "out of memory");
  } catch (const std::exception& error) {
    return failed(ExitCode::run_failed, error.what());
  }
}

void write_all(int pipe, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(pipe, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) ::_exit(static_cast<int>(ExitCode::run_failed));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Waits for a process that has nothing more to say.
int reap(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

WorkerResult result_of(const std::string& said, int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const auto code = signal == SIGINT ? ExitCode::interrupted : ExitCode::run_failed;
    return {"", Error("the worker process was ended by signal " + std::to_string(signal) + " (" +
                          ::strsignal(signal) + ")",
                      code)};
  }
  if (!said.empty() && said.front() == kResult && WEXITSTATUS(status) == 0) {
    return {said.substr(1), std::nullopt};
  }
  if (said.size() > 2 && said.front() == kError) {
    return {"", Error(said.substr(2), ExitCode(static_cast<unsigned char>(said[1])))};
  }
  return {"", Error("the worker process ended without a result, with exit code " +
                        std::to_string(WEXITSTATUS(status)),
                    ExitCode::run_failed)};
}

struct Worker {
  std::size_t job = 0;
  pid_t process = 0;
  int pipe = -1;
  std::string said;
};

class Pool {
 public:
  Pool(const WorkerOptions& options, const std::function<std::string(std::size_t)>& job)
      : options_(options), job_(job) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    for (const Worker& w : running_) {
      ::kill(w.process, SIGKILL);
      ::close(w.pipe);
      reap(w.process);
    }
  }

  bool idle() const { return running_.empty(); }
  bool full() const { return running_.size() >= std::max<std::size_t>(1, options_.workers); }
  bool interrupted() const { return options_.interrupted != nullptr && *options_.interrupted; }

  void begin(std::size_t number) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) refuse();
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    if (process < 0) {
      ::close(ends[0]);
      ::close(ends[1]);
      refuse();
    }
    if (process == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::getppid() != parent) ::_exit(1);  // it has died meanwhile
      ::close(ends[0]);
      write_all(ends[1], outcome_of(job_, number));
      ::_exit(0);  // buffers and destructors are the parent's
    }
    ::close(ends[1]);
    running_.push_back({number, process, ends[0], {}});
  }

  // Reads what there is; puts the results of workers that have ended into their places.
  void wait(std::vector<std::optional<WorkerResult>>& results) {
    if (interrupted() && !told_) {
      told_ = true;
      for (const Worker& w : running_) ::kill(w.process, SIGINT);
    }
    std::vector<pollfd> ready;
    ready.reserve(running_.size());
    for (const Worker& w : running_) ready.push_back({w.pipe, POLLIN, 0});
    if (::poll(ready.data(), ready.size(), kLookEvery) <= 0) return;
    for (std::size_t i = ready.size(); i-- > 0;) {
      if (ready[i].revents == 0 || more(running_[i])) continue;
      ::close(running_[i].pipe);
      const std::size_t number = running_[i].job;
      results[number] = result_of(running_[i].said, reap(running_[i].process));
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      if (options_.on_arrival) options_.on_arrival(number, *results[number]);
    }
  }

 private:
  [[noreturn]] static void refuse() {
    throw Error(std::string("cannot start a worker process: ") + std::strerror(errno),
                ExitCode::run_failed);
  }

  // Whether the worker may say more.
  static bool more(Worker& w) {
    std::array<char, 1 << 16> text{};
    const ssize_t count = ::read(w.pipe, text.data(), text.size());
    if (count > 0) w.said.append(text.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
  }

  const WorkerOptions& options_;
  const std::function<std::string(std::size_t)>& job_;
  std::vector<Worker> running_;
  bool told_ = false;
};

}  // namespace

void run_in_workers(std::size_t jobs, const WorkerOptions& options,
                    const std::function<std::string(std::size_t)>& job,
                    const std::function<void(std::size_t, const WorkerResult&)>& on_result) {
  std::vector<std::optional<WorkerResult>> results(jobs);
  Pool pool(options, job);
  std::size_t begun = 0, told = 0;
  while (told < jobs) {
    while (begun < jobs && (pool.interrupted() || !pool.full())) {
      if (pool.interrupted()) {
        results[begun] = {"", Error("interrupted before it began", ExitCode::interrupted)};
      } else {
        pool.begin(begun);
      }
      ++begun;
    }
    if (!pool.idle()) pool.wait(results);
    for (; told < jobs && results[told]; ++told) {
      on_result(told, *results[told]);
      results[told] = WorkerResult();
    }
  }
}

}  // namespace crossroof::sim
