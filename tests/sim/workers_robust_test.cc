// SPDX-License-Identifier: Apache-2.0
// Worker processes: results in order, whatever happens to a worker is reported, nobody is left.
#include "sim/workers.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

namespace crossroof::sim {
namespace {

std::vector<WorkerResult> results_of(std::size_t jobs, std::size_t workers,
                                     const std::function<std::string(std::size_t)>& job) {
  std::vector<WorkerResult> results;
  run_in_workers(jobs, {workers, nullptr}, job, [&](std::size_t number, const WorkerResult& r) {
    EXPECT_EQ(number, results.size());  // in order
    results.push_back(r);
  });
  return results;
}

void expect_no_children() {
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Workers, GiveResultsInTheOrderOfJobs) {
  for (const std::size_t workers : {1U, 2U, 7U, 50U}) {
    const std::vector<WorkerResult> results =
        results_of(20, workers, [](std::size_t job) { return "result " + std::to_string(job); });
    ASSERT_EQ(results.size(), 20U);
    for (std::size_t job = 0; job < 20; ++job) {
      EXPECT_FALSE(results[job].error.has_value());
      EXPECT_EQ(results[job].text, "result " + std::to_string(job));
    }
  }
  expect_no_children();
}

TEST(Workers, AreNotNeededForNothing) {
  EXPECT_TRUE(results_of(0, 4, [](std::size_t) { return std::string(); }).empty());
}

TEST(Workers, CarryTextsLargerThanAPipeHolds) {
  const std::vector<WorkerResult> results = results_of(
      3, 3, [](std::size_t job) { return std::string(5'000'000, static_cast<char>('a' + job)); });
  ASSERT_EQ(results.size(), 3U);
  for (std::size_t job = 0; job < 3; ++job) {
    EXPECT_EQ(results[job].text, std::string(5'000'000, static_cast<char>('a' + job)));
  }
}

TEST(Workers, CarryEveryByteAndNone) {
  const std::vector<WorkerResult> results = results_of(
      2, 2, [](std::size_t job) { return job == 0 ? std::string() : std::string(3, '\0'); });
  EXPECT_FALSE(results.at(0).error.has_value());
  EXPECT_EQ(results.at(0).text, "");
  EXPECT_EQ(results.at(1).text, std::string(3, '\0'));
}

TEST(Workers, ReportAnErrorWithItsTextAndCodeAndGoOn) {
  const std::vector<WorkerResult> results = results_of(4, 2, [](std::size_t job) -> std::string {
    if (job == 1) throw Error("line one\nline two", ExitCode::run_failed);
    if (job == 2) throw std::runtime_error("something else");
    return "fine";
  });
  EXPECT_EQ(results.at(0).text, "fine");
  ASSERT_TRUE(results.at(1).error.has_value());
  EXPECT_STREQ(results.at(1).error->what(), "line one\nline two");
  EXPECT_EQ(results.at(1).error->code(), ExitCode::run_failed);
  ASSERT_TRUE(results.at(2).error.has_value());
  EXPECT_STREQ(results.at(2).error->what(), "something else");
  EXPECT_EQ(results.at(3).text, "fine");
}

TEST(Workers, ReportTheSignalOfACrashAndGoOn) {
  const std::vector<WorkerResult> results = results_of(3, 1, [](std::size_t job) -> std::string {
    if (job == 1) ::kill(::getpid(), SIGKILL);
    return "fine";
  });
  EXPECT_EQ(results.at(0).text, "fine");
  ASSERT_TRUE(results.at(1).error.has_value());
  EXPECT_STREQ(results.at(1).error->what(), "the worker process was ended by signal 9 (Killed)");
  EXPECT_EQ(results.at(1).error->code(), ExitCode::run_failed);
  EXPECT_EQ(results.at(2).text, "fine");
  expect_no_children();
}

TEST(Workers, ReportAProcessThatEndsWithoutAResult) {
  const std::vector<WorkerResult> results =
      results_of(1, 1, [](std::size_t) -> std::string { ::_exit(3); });
  ASSERT_TRUE(results.at(0).error.has_value());
  EXPECT_STREQ(results.at(0).error->what(),
               "the worker process ended without a result, with exit code 3");
}

TEST(Workers, EndWhenTheReceiverThrows) {
  const auto sleeps = [](std::size_t job) -> std::string {
    while (job > 0) ::pause();
    return "first";
  };
  EXPECT_THROW(
      run_in_workers(5, {3, nullptr}, sleeps,
                     [](std::size_t, const WorkerResult&) { throw std::runtime_error(""); }),
      std::runtime_error);
  expect_no_children();
}

// The first job waits for a byte that is written when the second one has arrived.
TEST(Workers, TellOfAnArrivalBeforeItsTurn) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  std::vector<std::size_t> arrived, in_order;
  WorkerOptions options;
  options.workers = 2;
  options.on_arrival = [&](std::size_t number, const WorkerResult& r) {
    EXPECT_EQ(r.text, "job " + std::to_string(number));
    arrived.push_back(number);
    if (number == 1) {
      EXPECT_EQ(::write(ends[1], "x", 1), 1);
    }
  };
  run_in_workers(
      2, options,
      [&](std::size_t number) {
        char byte = 0;
        if (number == 0 && ::read(ends[0], &byte, 1) != 1) return std::string("no byte");
        return "job " + std::to_string(number);
      },
      [&](std::size_t number, const WorkerResult&) { in_order.push_back(number); });
  EXPECT_EQ(arrived, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(in_order, (std::vector<std::size_t>{0, 1}));
  ::close(ends[0]);
  ::close(ends[1]);
}

// What runs gets SIGINT, what has not begun never does.
TEST(Workers, StopWhenInterrupted) {
  std::atomic<bool> interrupted{false};
  std::vector<WorkerResult> results;
  const auto job = [](std::size_t number) -> std::string {
    std::signal(SIGINT, SIG_DFL);
    while (number > 0) ::pause();
    return "first";
  };
  run_in_workers(5, {2, &interrupted}, job, [&](std::size_t, const WorkerResult& r) {
    results.push_back(r);
    interrupted = true;  // once the first job is done
  });
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(results[0].text, "first");
  for (std::size_t number = 1; number < 5; ++number) {
    ASSERT_TRUE(results[number].error.has_value());
    EXPECT_EQ(results[number].error->code(), ExitCode::interrupted) << number;
  }
  EXPECT_STREQ(results[1].error->what(), "the worker process was ended by signal 2 (Interrupt)");
  EXPECT_STREQ(results[4].error->what(), "interrupted before it began");
  expect_no_children();
}

// A worker that handles the signal hands over what it has.
TEST(Workers, KeepWhatAnInterruptedWorkerStillSays) {
  static volatile std::sig_atomic_t told = 0;
  std::atomic<bool> interrupted{true};
  std::vector<WorkerResult> results;
  const auto job = [](std::size_t number) -> std::string {
    if (number == 0) return "first";
    while (told == 0) ::usleep(1000);
    return "half of it";
  };
  interrupted = false;
  std::signal(SIGINT, [](int) { told = 1; });
  run_in_workers(2, {2, &interrupted}, job, [&](std::size_t, const WorkerResult& r) {
    results.push_back(r);
    interrupted = true;
  });
  std::signal(SIGINT, SIG_DFL);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[1].text, "half of it");
}

}  // namespace
}  // namespace crossroof::sim
