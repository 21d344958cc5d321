// SPDX-License-Identifier: Apache-2.0
#include "cli/validate_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "cli/choices.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/status_line.h"
#include "sim/workers.h"
#include "validation/case_result_json.h"
#include "validation/journal_json.h"
#include "validation/simulated_case_json.h"

namespace crossroof::cli {
namespace {

using validation::CaseResult;
using validation::CaseState;

class CaseProgress {
 public:
  // `kept`: cases that need not be simulated.
  CaseProgress(std::size_t all, std::size_t kept, bool shown)
      : all_(all), kept_(kept), begun_(StatusLine::Clock::now()) {
    if (shown) line_ = std::make_unique<StatusLine>();
  }
  void finished(const CaseResult& c) {
    ++done_;
    const auto now = StatusLine::Clock::now();
    if (line_ == nullptr || (!line_->due(now) && done_ < all_)) return;
    const double elapsed = std::chrono::duration<double>(now - begun_).count();
    const std::size_t dear = done_ - std::min(done_ - 1, kept_);
    const auto done = static_cast<double>(dear), left = static_cast<double>(all_ - done_);
    line_->show(std::to_string(done_) + " of " + std::to_string(all_) + " cases, " +
                    clock_text(elapsed / done * left) + " left: " + c.network + " on " + c.machine +
                    ", " + word(c.mode, kModes),
                now);
  }

 private:
  std::unique_ptr<StatusLine> line_;
  std::size_t all_, kept_, done_ = 0;
  StatusLine::Clock::time_point begun_;
};

class Runner {
 public:
  Runner(const ValidateArguments& arguments, const ValidateSetup& setup, const ValidateCases& cases)
      : arguments_(arguments), setup_(setup), cases_(cases), results_(cases.size()) {}

  ValidateRun run() {
    ValidateRun all;
    if (!arguments_.resume.empty()) {
      journal_ = std::make_unique<validation::Journal>(
          arguments_.resume,
          validation::JournalHead{CROSSROOF_VERSION, cases_.digest(), cases_.size()});
      all.torn = journal_->torn();
    }
    compare_all();
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (!results_[i]) {
        ++all.missing;
      } else if (results_[i]->state != CaseState::not_needed) {
        all.cases.push_back(std::move(*results_[i]));
        all.groups.push_back(cases_.ranked_with(i));
      }
    }
    return all;
  }

 private:
  // A line for the case, and one for what was simulated for it, if anything was.
  std::string compared(std::size_t number) const {
    const ValidateCase c = cases_.at(number);
    validation::CompareOptions options;
    options.mapping = setup_.run.mapping;
    options.batch = c.batch;
    options.duplication = setup_.run.duplication;
    options.limits.granularity = setup_.run.granularity;
    options.limits.l1_words = setup_.run.l1_words;
    if (setup_.run.max_time) {
      options.limits.max_time = max_time(setup_.run, arguments_, c.chip.clock);
    }
    options.limits.max_events = setup_.run.max_events;
    options.limits.interrupted = &interrupt_.flag();
    const validation::SimulatedCase* before = kept(number);
    std::optional<validation::SimulatedCase> simulated;
    if (before != nullptr) simulated = *before;
    const CaseResult result =
        validation::compare(c.net, c.chip, c.mode, c.overflowing, options, simulated);
    std::string text = validation::case_text(result);
    const bool anew = simulated && (before == nullptr || before->mapping != simulated->mapping);
    if (anew) text += "\n" + validation::simulated_text(*simulated);
    return text;
  }

  const validation::SimulatedCase* kept(std::size_t number) const {
    if (journal_ == nullptr) return nullptr;
    const auto found = journal_->finished().find(number);
    return found == journal_->finished().end() ? nullptr : &found->second;
  }

  // A worker that died is no result: it is tried again when the run is resumed.
  void keep(std::size_t number, const sim::WorkerResult& said) {
    CaseResult result;
    if (!said.error) {
      const std::size_t end = said.text.find('\n');
      result = validation::case_of_text(said.text.substr(0, end));
      if (journal_ != nullptr && end != std::string::npos) {
        journal_->append(number, validation::simulated_of_text(said.text.substr(end + 1)));
      }
    } else if (said.error->code() == ExitCode::interrupted) {
      return;
    } else {
      const ValidateCase c = cases_.at(number);
      result.network = c.net.name;
      result.machine = c.chip.name;
      result.mode = c.mode;
      result.state = CaseState::failed;
      result.said = said.error->what();
    }
    results_[number] = std::make_unique<CaseResult>(std::move(result));
  }

  void compare_all() {
    CaseProgress progress(results_.size(), journal_ ? journal_->finished().size() : 0,
                          arguments_.progress || StatusLine::on_terminal());
    sim::WorkerOptions options;
    options.interrupted = &interrupt_.flag();
    options.workers = setup_.run.workers;
    if (options.workers == 0) options.workers = std::max(1U, std::thread::hardware_concurrency());
    options.on_arrival = [&](std::size_t number, const sim::WorkerResult& said) {
      keep(number, said);
      if (results_[number]) progress.finished(*results_[number]);
    };
    sim::run_in_workers(
        results_.size(), options, [&](std::size_t number) { return compared(number); },
        [](std::size_t, const sim::WorkerResult&) {});
  }

  const ValidateArguments& arguments_;
  const ValidateSetup& setup_;
  const ValidateCases& cases_;
  const Interrupt interrupt_;
  std::unique_ptr<validation::Journal> journal_;
  std::vector<std::unique_ptr<CaseResult>> results_;  // none: missing
};

}  // namespace

ValidateRun run_cases(const ValidateArguments& arguments, const ValidateSetup& setup,
                      const ValidateCases& cases) {
  return Runner(arguments, setup, cases).run();
}

}  // namespace crossroof::cli
