// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <memory>
#include <thread>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/machine_names.h"
#include "cli/progress.h"
#include "cli/report/simulate_json.h"
#include "cli/report/simulate_table.h"
#include "cli/simulate_arguments.h"
#include "cli/trace_file.h"
#include "models/error.h"
#include "models/machine_json.h"
#include "sim/workers.h"
#include "workloads/networks.h"

namespace crossroof::cli {
namespace {

// What all machines of one command share.
struct Job {
  const SimulateArguments& arguments;
  const SimulateSetup& setup;
  const Network& net;
  const Interrupt& interrupt;
  bool progress = false;
};

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

Seconds time_on(const RramChip& chip, const TextQuantity& time) {
  return time.in_cycles ? Cycles(time.value) / chip.clock : Seconds(time.value);
}

// The name without the ending that SystemC appends itself. It ends the program when it cannot write
// the file, so that is tried before.
std::string waveform_stem(const std::string& file) {
  if (file.empty()) return "";
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (opened < 0) {
    throw Error("--vcd: cannot write \"" + file + "\": " + std::strerror(errno),
                ExitCode::run_failed);
  }
  ::close(opened);
  return file.substr(0, file.size() - std::strlen(".vcd"));
}

sim::Measurement measure_on(const Job& job, const RramChip& chip, const Program& program) {
  const SimulateSetup& setup = job.setup;
  sim::SimOptions options;
  options.noc = setup.granularity;
  options.l1_words = setup.l1_words;
  if (setup.max_time) options.max_time = time_on(chip, *setup.max_time);
  options.max_events = setup.max_events;
  options.interrupted = &job.interrupt.flag();
  options.vcd = waveform_stem(job.arguments.vcd);
  sim::MeasurePlan plan;
  plan.batch = setup.batch;
  if (!plan.batch && program.mode == RunMode::layer_serial) plan.batch = setup.mapping.batch;
  std::unique_ptr<Progress> progress;
  if (job.progress) {
    progress = std::make_unique<Progress>();
    plan.begins = [&progress](std::int64_t images) { progress->begin(images); };
    options.progress = [&progress](const sim::SimProgress& now) { progress->show(now); };
  }
  std::unique_ptr<TraceFile> trace;
  if (!job.arguments.trace.empty()) {
    trace = std::make_unique<TraceFile>(job.arguments.trace, job.net, program);
    options.trace = trace.get();
  }
  sim::Measurement measured = sim::measure(chip, program, options, plan);
  if (trace != nullptr) trace->finish();
  return measured;
}

SimulatedRun run_on(const Job& job, const std::string& machine) {
  const RramChip chip = load_machine(machine, job.setup.sets).chip;
  try {
    const Mapping mapping = analytic::map_with_replicas(
        job.net, chip, job.setup.mapping, job.setup.duplication, analytic::Sharing::max_min);
    const Program program = expand(job.net, chip, mapping);
    if (program.tasks.empty()) {
      throw Error("network '" + job.net.name +
                  "' has no work on it; expected an operation that takes time");
    }
    const double before = processor_seconds();
    sim::Measurement measured = measure_on(job, chip, program);
    const double used = processor_seconds() - before;
    SimulatedRun run = simulated_run(job.net, chip, mapping, program, std::move(measured));
    run.cpu = used;
    if (chip.noc.multicast) {
      run.notes.push_back("multicast is not simulated: every receiver gets a message of its own");
    }
    return run;
  } catch (const Error& error) {
    throw about_machine(chip.name, error);
  }
}

// Lines of all errors; the code of the last.
void add_failure(const Error& error, Report& report) {
  const std::string before = report.failure ? std::string(report.failure->what()) + "\n" : "";
  report.failure = Error(before + error.what(), error.code());
}

std::vector<SimulatedRun> run_all(const Job& job, Report& report) {
  const std::vector<std::string>& machines = job.arguments.machines;
  if (machines.size() == 1) return {run_on(job, machines.front())};
  std::vector<SimulatedRun> runs;
  std::vector<std::string> typed, names;
  sim::WorkerOptions options;
  options.interrupted = &job.interrupt.flag();
  options.workers = job.setup.workers;
  if (options.workers == 0) options.workers = std::max(1U, std::thread::hardware_concurrency());
  sim::run_in_workers(
      machines.size(), options, [&](std::size_t m) { return run_text(run_on(job, machines[m])); },
      [&](std::size_t m, const sim::WorkerResult& result) {
        if (result.error) return add_failure(about_machine(machines[m], *result.error), report);
        runs.push_back(run_of_text(result.text));
        typed.push_back(machines[m]);
        names.push_back(runs.back().machine);
      });
  if (runs.empty()) throw Error(*report.failure);  // nothing to compare
  const std::vector<std::string> unique = unique_names(names, typed);
  for (std::size_t r = 0; r < runs.size(); ++r) runs[r].machine = unique[r];
  return runs;
}

// Whatever is missing is said: a limit the user set is no failure, an interruption is.
void say_partial(const SimulatedRun& run, Report& report) {
  if (!partial(run)) return;
  const std::string text = run.machine + ": " + partial_text(run);
  if (run.measured.end == sim::SimEnd::interrupted) {
    add_failure(Error(text, ExitCode::interrupted), report);
  } else {
    report.warnings.push_back(text);
  }
}

}  // namespace

Report simulate_command(const SimulateArguments& a) {
  SimulateSetup setup = simulate_setup(a);
  const Network net = load_network(a.network.network, import_options(a.network));
  setup.mapping.batch = setup.batch.value_or(std::max<std::int64_t>(1, net.batch));
  const Interrupt interrupt;
  const bool alone = a.machines.size() == 1;
  const Job job{a, setup, net, interrupt, alone && (a.progress || Progress::wanted())};
  Report report;
  report.warnings = net.warnings;
  const std::vector<SimulatedRun> all = run_all(job, report);
  for (const SimulatedRun& run : all) say_partial(run, report);
  const SimulatedRuns runs{net, setup, all};
  if (a.output.json) {
    report.text = simulate_json(runs, report.warnings);
  } else {
    report.text = all.size() == 1 ? simulate_table(runs) : simulate_comparison(runs);
  }
  return report;
}

}  // namespace crossroof::cli
