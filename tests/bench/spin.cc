// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/spin.h"

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <limits>
#include <sys/resource.h>

namespace crossroof::bench {
namespace {

constexpr double kReferenceHertz = 3.2e9;
constexpr std::int64_t kRounds = 6'000'000;
constexpr int kAddsPerRound = 16;

// The empty asm makes the sum a register the compiler knows nothing about, so that each add waits
// for the one before it and none is merged or dropped.
inline void dependent_add(std::uint64_t& sum, std::uint64_t step) {
  sum += step;
  asm volatile("" : "+r"(sum));
}

std::uint64_t spin(std::int64_t rounds, std::uint64_t step) {
  std::uint64_t sum = 0;
  for (std::int64_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 16
    for (int add = 0; add < kAddsPerRound; ++add) dependent_add(sum, step);
  }
  return sum;
}

template <typename F>
double best_cpu_seconds(int runs, const F& f) {
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    const double before = process_cpu_seconds();
    f();
    best = std::min(best, process_cpu_seconds() - before);
  }
  return best;
}

}  // namespace

double process_cpu_seconds() {
  timespec own{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  rusage children{};
  getrusage(RUSAGE_CHILDREN, &children);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return static_cast<double>(own.tv_sec) + 1e-9 * static_cast<double>(own.tv_nsec) +
         seconds(children.ru_utime) + seconds(children.ru_stime);
}

double spin_seconds_per_add(int runs) {
  std::uint64_t step = 1;
  asm volatile("" : "+r"(step));
  const double best = best_cpu_seconds(runs, [step] {
    std::uint64_t sum = spin(kRounds, step);
    asm volatile("" : "+r"(sum));
  });
  return best / static_cast<double>(kRounds * kAddsPerRound);
}

BestOf best_of(int runs, const std::function<void()>& f) {
  const double seconds = best_cpu_seconds(runs, f);
  const double adds = seconds / spin_seconds_per_add(runs);
  return {seconds, adds, adds / kReferenceHertz};
}

}  // namespace crossroof::bench
