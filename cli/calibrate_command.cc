// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/machine_names.h"
#include "cli/noc_arguments.h"
#include "cli/report/calibration_report.h"
#include "cli/simulate_arguments.h"
#include "cli/status_line.h"
#include "models/machine_json.h"
#include "workloads/networks.h"

namespace crossroof::cli {
namespace {

constexpr std::uint64_t kMostEvents = 20'000'000;  // of one network that is scored

void score_all(const CalibrateArguments& a, const validation::CalibrationOptions& options,
               const std::vector<Network>& networks, StatusLine* line, CalibrationReport& report) {
  for (const Network& net : networks) {
    for (const Choice<RunMode>& mode : kModes) {
      const std::string what = net.name + ", " + std::string(mode.word);
      if (line != nullptr) line->show("scoring " + what, StatusLine::Clock::now());
      try {
        report.scores.push_back(
            validation::score(net, report.chip, mode.value, options, kMostEvents));
      } catch (const Error& error) {
        if (error.code() == ExitCode::interrupted) throw;
        report.not_scored.push_back(what + ": " + error.what());
      }
    }
  }
  if (report.scores.empty() && !a.score.empty()) {
    std::string why;
    for (const std::string& text : report.not_scored) why += "\n" + text;
    throw Error("--score: no network could be scored" + why);
  }
}

}  // namespace

Report calibrate_command(const CalibrateArguments& a) {
  check_writable(a.machine_file);
  validation::CalibrationOptions options;
  options.tier = choose("--tier", a.tier, kTiers);
  options.granularity = choose("--granularity", a.granularity, kGranularities);
  options.l1_words = choose("--l1", a.l1, kL1Models);
  std::vector<Network> networks;
  for (const std::string& name : a.score) networks.push_back(load_network(name, {}));
  const Machine machine = load_machine(a.machine, a.sets);
  const Interrupt interrupt;
  options.interrupted = &interrupt.flag();
  std::unique_ptr<StatusLine> line;
  if (a.progress || StatusLine::on_terminal()) {
    line = std::make_unique<StatusLine>();
    options.progress = [&line](std::size_t done, std::size_t all, const std::string& name) {
      const auto now = StatusLine::Clock::now();
      if (!line->due(now)) return;
      line->show("program " + std::to_string(done + 1) + " of " + std::to_string(all) + ": " + name,
                 now);
    };
  }
  CalibrationReport report;
  report.chip = machine.chip;
  report.sets = a.sets;
  try {
    report.run = validation::calibrate(machine.chip, options);
    Calibration& made = report.run.calibration;
    made.tier = a.tier;
    made.program = std::string("crossroof ") + CROSSROOF_VERSION;
    made.granularity = a.granularity;
    made.l1_model = a.l1;
    report.chip.calibration = made;
    score_all(a, options, networks, line.get(), report);
  } catch (const Error& error) {
    throw about_machine(machine.chip.name, error);
  }
  line.reset();
  if (!a.machine_file.empty()) {
    std::vector<std::string> sets = a.sets;
    sets.push_back("calibration=" + validation::calibration_block(*report.chip.calibration));
    Report file;
    file.text = resolved_json(load_machine(a.machine, sets));
    deliver(file, a.machine_file);
  }
  Report result;
  result.text = a.output.json ? calibration_json(report, {}) : calibration_text(report);
  return result;
}

}  // namespace crossroof::cli
