// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
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

[[noreturn]] void refuse_waveforms(const std::string& file, const std::string& why) {
  throw Error("--vcd: cannot write \"" + file + "\": " + why, ExitCode::run_failed);
}

// The name without the ending that SystemC appends itself. It ends the program when it cannot write
// the file, so that is tried before.
std::string waveform_stem(const std::string& file) {
  if (file.empty()) return "";
  std::error_code error;
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error)) {
    refuse_waveforms(file, "not a regular file");
  }
  const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (opened < 0) refuse_waveforms(file, std::strerror(errno));
  ::close(opened);
  return file.substr(0, file.size() - std::strlen(".vcd"));
}

// SystemC does not say whether its writes succeeded, but a file it has closed ends in the line
// "#<time>".
void check_waveforms(const std::string& file) {
  constexpr std::streamoff kTail = 64;
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  const std::streamoff size = in ? static_cast<std::streamoff>(in.tellg()) : 0;
  if (size <= 0) refuse_waveforms(file, "it is empty or gone");
  in.seekg(std::max<std::streamoff>(0, size - kTail));
  std::string tail{std::istreambuf_iterator<char>(in), {}};
  const bool whole = !tail.empty() && tail.back() == '\n';
  if (whole) tail.pop_back();
  const std::string last = tail.substr(tail.rfind('\n') + 1);
  const bool time = last.size() > 1 && last.front() == '#' &&
                    last.find_first_not_of("0123456789", 1) == std::string::npos;
  if (!whole || !time) refuse_waveforms(file, "it ends in the middle");
}

// Whether the run that --trace and --vcd follow took place.
bool followed(const sim::MeasurePlan& plan, const sim::Measurement& measured) {
  const std::int64_t images = plan.batch.value_or(1);
  return std::any_of(measured.runs.begin(), measured.runs.end(),
                     [images](const sim::MeasuredRun& run) { return run.images == images; });
}

sim::Measurement measure_on(const Job& job, const RramChip& chip, const Program& program) {
  const SimulateSetup& setup = job.setup;
  sim::SimOptions options;
  options.noc = setup.granularity;
  options.l1_words = setup.l1_words;
  if (setup.max_time) options.max_time = max_time(setup, job.arguments, chip.clock);
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
  if (options.vcd.empty()) return measured;
  if (followed(plan, measured)) {
    check_waveforms(job.arguments.vcd);
  } else if (std::error_code error; std::filesystem::is_empty(job.arguments.vcd, error)) {
    std::filesystem::remove(job.arguments.vcd, error);
  }
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
        if (job.arguments.progress) say_finished(m + 1, machines.size(), machines[m]);
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

// Lines of a report that is not to be taken at face value.
void say_unsettled(const SimulatedRun& run, Report& report) {
  const std::string text = unsettled_text(run);
  if (!text.empty()) report.warnings.push_back(run.machine + ": " + text);
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
  const Job job{a, setup, net, interrupt, alone && (a.progress || StatusLine::on_terminal())};
  Report report;
  report.warnings = net.warnings;
  const std::vector<SimulatedRun> all = run_all(job, report);
  for (const SimulatedRun& run : all) {
    say_partial(run, report);
    say_unsettled(run, report);
  }
  const SimulatedRuns runs{net, setup, all};
  if (a.output.json) {
    report.text = simulate_json(runs, report.warnings);
  } else {
    report.text = all.size() == 1 ? simulate_table(runs) : simulate_comparison(runs);
  }
  return report;
}

}  // namespace crossroof::cli
