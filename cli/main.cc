// SPDX-License-Identifier: Apache-2.0
// The program: options of every command, defined once for parsing and --help.
#include <csignal>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/choices.h"
#include "cli/commands.h"
#include "cli/noc_arguments.h"
#include "cli/output.h"
#include "cli/simulate_arguments.h"
#include "cli/validate_arguments.h"
#include "models/error.h"
#include "models/text.h"

namespace crossroof::cli {
namespace {

// What to do once the arguments are known.
struct Action {
  std::function<Report()> run;
  const OutputArguments* output = nullptr;
};

// No option means anything by an empty value.
std::string refuse_empty(const std::string& value) {
  return value.empty() ? "the value is empty" : "";
}

CLI::Option* add_text(CLI::App* app, const std::string& flag, std::string& into,
                      const std::string& value, const std::string& description) {
  return app->add_option(flag, into, description)->option_text(value)->check(refuse_empty);
}

// May be given several times, one value each.
CLI::Option* add_texts(CLI::App* app, const std::string& flag, std::vector<std::string>& into,
                       const std::string& value, const std::string& description) {
  return app->add_option(flag, into, description)
      ->allow_extra_args(false)
      ->check(refuse_empty)
      ->option_text(value + " ...");
}

template <class Table>
void add_choice(CLI::App* app, const std::string& flag, std::string& into, const std::string& what,
                const Table& table) {
  add_text(app, flag, into, "WORD", described(what, table, into));
}

enum class Formats { text, json, json_csv };

void add_output(CLI::App* app, OutputArguments& output, Formats formats,
                const std::string& record = "layer") {
  if (formats != Formats::text) {
    app->add_flag("--json", output.json, "print one JSON document in SI base units");
  }
  if (formats == Formats::json_csv) {
    app->add_flag("--csv", output.csv, "print comma-separated values, one line per " + record);
  }
  add_text(app, "-o,--output", output.file, "FILE",
           "write the result to FILE, complete or not at all");
}

void add_import(CLI::App* app, NetworkArguments& network) {
  add_texts(app, "--bind", network.bind, "NAME=SIZE", "size of a symbolic dimension");
  add_texts(app, "--input", network.input, "NAME=SHAPE", "shape of an input, as in x=1x3x224x224");
  add_texts(app, "--assume", network.assume, "elementwise:DOMAIN.OP",
            "treat an operator without a rule as one operation per element");
  add_text(app, "--images", network.images, "N",
           "images the leading dimension of every input holds (default: told from convolutions,"
           " else 1)");
}

void add_network(CLI::App* app, NetworkArguments& network) {
  add_text(app, "NETWORK", network.network, "REQUIRED",
           "a built-in network (see `crossroof network list`) or an ONNX file")
      ->required();
  add_import(app, network);
}

void set_examples(CLI::App* app, const std::vector<std::string>& examples) {
  std::string footer = "Examples:";
  for (const std::string& example : examples) footer += "\n  crossroof " + example;
  app->footer(footer);
}

// Every command's arguments; CLI11 writes into them.
struct Arguments {
  EstimateArguments estimate;
  ListArguments network_list, machine_list;
  NetworkShowArguments network_show;
  MachineShowArguments machine_show;
  NocArguments noc;
  SimulateArguments simulate;
  RooflineArguments roofline;
  ValidateArguments validate;
  CalibrateArguments calibrate;
  SchemaArguments schema;
};

template <class A>
void on(CLI::App* app, Action& action, Report (*command)(const A&), const A& arguments) {
  app->callback([&action, command, &arguments] {
    action = {[command, &arguments] { return command(arguments); }, &arguments.output};
  });
}

void add_machines(CLI::App* app, MappedArguments& a) {
  add_network(app, a.network);
  add_texts(app, "-m,--machine", a.machines, "MACHINE",
            "a preset (see `crossroof machine list`) or a file, at least one;\nseveral are "
            "compared with the first")
      ->required();
  add_texts(app, "--set", a.sets, "PATH=VALUE",
            "change a value of the machines, as in core.l1.banks=4");
  add_choice(app, "--mode", a.mode,
             "run mode (default layer-pipeline; layer-serial with --overflow reload)", kModes);
}

template <class Overflows>
void add_mapping(CLI::App* app, MappedArguments& a, const Overflows& overflows) {
  add_text(app, "--bits", a.bits, "IN,WEIGHT,OUT",
           "widths of layers the network does not quantise\n(default: the machine's precision)");
  add_choice(app, "--reuse", a.reuse, "which operands are read from L1", kReuses);
  add_choice(app, "--overflow", a.overflow, "weights that exceed the arrays", overflows);
  add_choice(app, "--duplicate", a.duplicate, "replicas of layers in free arrays", kDuplications);
}

void add_estimate(CLI::App& program, EstimateArguments& a, Action& action) {
  CLI::App* app = program.add_subcommand(
      "estimate", "Estimate a network on machines: stage times, bottleneck, throughput per layer");
  add_machines(app, a);
  add_choice(app, "--tier", a.tier,
             "how far the estimate looks; all but contention are lower bounds on time", kTiers);
  add_text(app, "--batch", a.batch, "IMAGES", "images of a run (default: the network's own batch)");
  add_mapping(app, a, kOverflows);
  add_choice(app, "--sharing", a.sharing, "how nodes share the memory rate", kSharings);
  add_text(app, "--explain", a.explain, "LAYER",
           "every figure of a layer (name or number) as formula,\nnumbers, result and source");
  add_output(app, a.output, Formats::json_csv);
  set_examples(app, {"estimate resnet50 --machine isaac-ce",
                     "estimate resnet50 --machine isaac-ce --set 'core.crossbar.adc.rate=1.2 GS/s'",
                     "estimate resnet18 --machine isaac-ce --machine puma",
                     "estimate lenet5 --machine isaac-ce --explain 1",
                     "estimate bert_base_s128 --machine isaac-ce --overflow multi-chip",
                     "estimate net.onnx --machine my-chip.json --bind N=1 --csv",
                     "estimate lenet5 --machine isaac-ce --json --output lenet5.json"});
  on(app, action, estimate_command, a);
}

void add_simulation(CLI::App* app, SimulateArguments& a, const std::string& jobs) {
  add_choice(app, "--granularity", a.granularity, "how finely packets are followed",
             kGranularities);
  add_choice(app, "--l1", a.l1, "how finely L1 is followed", kL1Models);
  add_text(app, "--max-time", a.max_time, "TIME",
           "stop each run at this simulated time, as in '1 ms'; what is done is kept");
  add_text(app, "--max-events", a.max_events, "N",
           "stop after so many events of all runs; what is done is kept");
  add_text(app, "--workers", a.workers, "N",
           jobs + " simulated at a time (default: one per processor)");
  app->add_flag("--progress", a.progress,
                "say on standard error how far it is, even if that is no terminal");
}

void add_simulate_files(CLI::App* app, SimulateArguments& a) {
  add_text(app, "--resources", a.resources, "N|all",
           "print the N busiest resources (default 12; with --json all)");
  add_text(app, "--trace", a.trace, "FILE",
           "write every service as a Chrome trace (Perfetto opens it)");
  add_text(app, "--vcd", a.vcd, "FILE.vcd", "write what is busy as waveforms");
}

void add_simulate(CLI::App& program, SimulateArguments& a, Action& action) {
  CLI::App* app = program.add_subcommand(
      "simulate", "Simulate a network on machines event by event: latency, interval, waiting");
  add_machines(app, a);
  add_text(app, "--batch", a.batch, "IMAGES",
           "images of the run (default: as many as the interval takes to settle;\n"
           "layer-serial: the network's own batch)");
  add_mapping(app, a, kOverflows);
  add_simulation(app, a, "machines");
  add_simulate_files(app, a);
  add_output(app, a.output, Formats::json);
  set_examples(app, {"simulate worked-example --machine teaching",
                     "simulate worked-example --machine teaching --batch 8 --json",
                     "simulate lenet5 --machine isaac-ce --machine puma --batch 64",
                     "simulate lenet5 --machine isaac-ce --mode layer-serial",
                     "simulate worked-example --machine teaching --trace trace.json",
                     "simulate worked-example --machine teaching --granularity flow --l1 word",
                     "simulate net.onnx --machine my-chip.json --bind N=1 --output result.txt"});
  on(app, action, simulate_command, a);
}

void add_validate_population(CLI::App* app, ValidateArguments& a) {
  app->add_option("NETWORK", a.networks,
                  "built-in networks or ONNX files (default: all that are built in)")
      ->check(refuse_empty)
      ->option_text("...");
  add_import(app, a.network);
  add_texts(app, "-m,--machine", a.machines, "MACHINE", "presets or files (default: all presets)");
  add_texts(app, "--set", a.sets, "PATH=VALUE", "change a value of the machines");
  add_choice(app, "--mode", a.mode, "run modes", kValidateModes);
  add_text(app, "--batch", a.batch, "IMAGES",
           "images of a run that does not stream (default: the network's own batch)");
  add_text(app, "--grid", a.grid, "N",
           "N machines drawn from a grid of 3^6 around each instead of the machines");
  add_text(app, "--random", a.random, "N", "N random networks on random machines instead");
  add_text(app, "--seed", a.seed, "N", "of --grid and --random (default 1)");
}

void add_validate(CLI::App& program, ValidateArguments& a, Action& action) {
  CLI::App* app = program.add_subcommand(
      "validate", "Compare every analytic tier with simulation: errors, ranking, bands, reasons");
  add_validate_population(app, a);
  add_mapping(app, a, kOverflowings);
  add_simulation(app, a, "cases");
  add_text(app, "--max-error", a.max_error, "PERCENT",
           "fail (exit code 4) when the contention tier's median interval error\nis larger, as in "
           "5%");
  add_text(app, "--resume", a.resume, "FILE",
           "keep finished cases in FILE, and go on with what is there");
  app->add_flag("--published", a.published,
                "instead: published figures of every preset, load curves of BookSim2 and PUMA");
  app->add_flag("--simulate", a.simulate, "with --published: simulate the load curves too");
  app->add_flag("--all", a.all, "list all cases, not the worst alone");
  app->add_flag("--layers", a.layers, "with --json: stages of all layers too");
  app->add_flag("--timings", a.timings, "also processor times, which differ from run to run");
  add_output(app, a.output, Formats::json_csv, "case and tier");
  set_examples(app,
               {"validate worked-example --machine teaching",
                "validate lenet5 --machine isaac-ce --machine puma --mode layer-serial",
                "validate lenet5 --machine isaac-ce --mode layer-serial --max-error 90% --json",
                "validate lenet5 --machine puma --mode layer-serial --grid 8 --seed 2",
                "validate --published",
                "validate --random 6 --mode layer-serial --resume journal --output random.txt"});
  on(app, action, validate_command, a);
}

void add_roofline(CLI::App& program, RooflineArguments& a, Action& action) {
  CLI::App* app = program.add_subcommand(
      "roofline", "The roofs of a chip (memory, NoC, L1) and the layers of a network under them");
  add_network(app, a.network);
  add_texts(app, "-m,--machine", a.machines, "MACHINE",
            "a preset (see `crossroof machine list`) or a file")
      ->required();
  add_texts(app, "--set", a.sets, "PATH=VALUE", "change a value of the machine");
  add_choice(app, "--mode", a.mode,
             "run mode (default layer-pipeline; layer-serial with --overflow reload)", kModes);
  add_mapping(app, a, kOverflows);
  add_output(app, a.output, Formats::json_csv);
  set_examples(app, {"roofline resnet50 --machine isaac-ce",
                     "roofline resnet18 --machine pimsim-nn --mode layer-serial --csv",
                     "roofline worked-example --machine teaching --json"});
  on(app, action, roofline_command, a);
}

void add_calibrate(CLI::App& program, CalibrateArguments& a, Action& action) {
  CLI::App* app = program.add_subcommand(
      "calibrate", "Effective rates of a machine, from small programs that are simulated on it");
  add_text(app, "-m,--machine", a.machine, "MACHINE",
           "a preset (see `crossroof machine list`) or a file")
      ->required();
  add_texts(app, "--set", a.sets, "PATH=VALUE", "change a value of the machine");
  add_choice(app, "--tier", a.tier, "whose times the rates are fitted to", kTiers);
  add_choice(app, "--granularity", a.granularity, "how finely packets are followed",
             kGranularities);
  add_choice(app, "--l1", a.l1, "how finely L1 is followed", kL1Models);
  add_texts(app, "--score", a.score, "NETWORK",
            "also simulate this network and compare the errors of the estimate\n"
            "without and with the factors");
  app->add_flag("--progress", a.progress,
                "say on standard error how far it is, even if that is no terminal");
  app->add_flag("--json", a.output.json, "print one JSON document in SI base units");
  add_text(app, "-o,--output", a.machine_file, "FILE",
           "write the machine with its calibration to FILE, complete or not at all");
  set_examples(app, {"calibrate --machine teaching", "calibrate --machine neurram --json",
                     "calibrate --machine teaching --score worked-example",
                     "calibrate --machine puma -o puma-calibrated.json"});
  on(app, action, calibrate_command, a);
}

void add_network_commands(CLI::App& program, Arguments& a, Action& action) {
  CLI::App* group = program.add_subcommand("network", "List the built-in networks, or show one");
  group->require_subcommand(1);
  set_examples(group, {"network list", "network show resnet50"});

  CLI::App* list = group->add_subcommand("list", "Networks that are part of the program");
  add_output(list, a.network_list.output, Formats::json);
  set_examples(list, {"network list", "network list --json"});
  on(list, action, network_list_command, a.network_list);

  CLI::App* show =
      group->add_subcommand("show", "Layers, shapes, MACs, bytes and coverage of a network");
  add_network(show, a.network_show.network);
  add_output(show, a.network_show.output, Formats::json_csv);
  set_examples(show, {"network show resnet50", "network show bert_base_s128 --json",
                      "network show lenet5 --csv --output lenet5.csv"});
  on(show, action, network_show_command, a.network_show);
}

void add_machine_commands(CLI::App& program, Arguments& a, Action& action) {
  CLI::App* group = program.add_subcommand("machine", "List the preset machines, or show one");
  group->require_subcommand(1);
  set_examples(group, {"machine list", "machine show isaac-ce"});

  CLI::App* list = group->add_subcommand("list", "Machines that are part of the program");
  add_output(list, a.machine_list.output, Formats::json);
  set_examples(list, {"machine list", "machine list --json"});
  on(list, action, machine_list_command, a.machine_list);

  MachineShowArguments& m = a.machine_show;
  CLI::App* show =
      group->add_subcommand("show", "Structure, peak and published figures of a machine");
  add_text(show, "MACHINE", m.machine, "REQUIRED",
           "a preset (see `crossroof machine list`) or a file")
      ->required();
  add_texts(show, "--set", m.sets, "PATH=VALUE", "change a value, as in core.l1.banks=4");
  show->add_flag("--resolved", m.resolved,
                 "the whole description with all defaults, as a machine file");
  show->add_flag("--origin", m.origin, "the same, each value with where it came from");
  add_output(show, m.output, Formats::json);
  set_examples(show, {"machine show isaac-ce", "machine show puma --json",
                      "machine show teaching --resolved --output my-chip.json",
                      "machine show isaac-ce --set core.l1.banks=4 --origin"});
  on(show, action, machine_show_command, m);
}

void add_noc(CLI::App& program, NocArguments& a, Action& action) {
  CLI::App* app = program.add_subcommand(
      "noc", "Simulate a network on chip alone: latency and throughput at offered rates");
  add_text(app, "--mesh", a.mesh, "WxH", "a mesh of W by H routers, one node each");
  add_text(app, "--torus", a.torus, "WxH", "a torus of W by H routers, one node each");
  add_text(app, "-m,--machine", a.machine, "MACHINE", "the NoC of a machine, a preset or a file");
  add_texts(app, "--set", a.sets, "PATH=VALUE", "change a value of the machine");
  add_text(app, "--rate", a.rate, "RATE",
           "flits each node offers per cycle: a value, a list a,b,c\nor a range from:to:step")
      ->required();
  add_text(
      app, "--traffic", a.traffic, "PATTERN",
      "uniform (default), transpose, hotspot=NODE,NODE,..., or a file:\na list whose first line "
      "is source,destination,weight,\nor a matrix of weights (line = source)");
  add_text(app, "--packet", a.packet, "FLITS", "flits of a packet (default 5, or the machine's)");
  add_text(app, "--vcs", a.vcs, "N", "virtual channels of a port (default 2, or the machine's)");
  add_text(app, "--buffer", a.buffer, "FLITS",
           "buffer of a virtual channel (default 8, or the machine's)");
  add_text(app, "--routing-delay", a.routing_delay, "CYCLES",
           "added to the 4 cycles of a router (default 0)");
  app->add_flag("--speculative", a.speculative,
                "routers ask for channel and switch at once: 3 cycles instead of 4");
  add_text(app, "--seed", a.seed, "N", "of the random numbers (default 1)");
  add_choice(app, "--granularity", a.granularity, "how finely packets are followed",
             kGranularities);
  app->add_flag("--progress", a.progress,
                "say on standard error how far it is, even if that is no terminal");
  add_output(app, a.output, Formats::json);
  set_examples(
      app, {"noc --mesh 8x8 --rate 0.1", "noc --mesh 8x8 --traffic transpose --rate 0.02:0.1:0.02",
            "noc --mesh 4x4 --traffic hotspot=0,15 --rate 0.02,0.05 --json",
            "noc --torus 4x4 --rate 0.2 --granularity flit --vcs 4 --buffer 4",
            "noc --machine teaching --rate 0.05"});
  on(app, action, noc_command, a);
}

void add_schema(CLI::App& program, SchemaArguments& a, Action& action) {
  CLI::App* app = program.add_subcommand("schema", "The JSON Schema of a kind of file");
  add_text(app, "KIND", a.kind, "REQUIRED", "machine")->required();
  add_output(app, a.output, Formats::text);
  set_examples(app, {"schema machine", "schema machine --output machine.schema.json"});
  on(app, action, schema_command, a);
}

// "crossroof network show".
std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? "crossroof"
                                     : full_name(*app.get_parent()) + " " + app.get_name();
}

const CLI::App& innermost(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.front());
}

std::string unknown_option(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::string name = word.substr(0, word.find('='));
  return full_name(app) + " has no option \"" + name + "\"" + did_you_mean(name, known);
}

std::string unknown_word(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  if (known.empty()) return "unexpected argument \"" + word + "\"";
  return full_name(app) + " has no command \"" + word + "\"" + did_you_mean(word, known);
}

// What is wrong with the arguments. An unknown word explains more than what is missing without it.
std::string usage_mistake(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = app.remaining();
  for (const std::string& word : unknown) {
    if (word.size() > 1 && word.front() == '-' && word != "--") return unknown_option(app, word);
  }
  if (!unknown.empty()) return unknown_word(app, unknown.front());
  if (!app.get_subcommands({}).empty()) {
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
    return full_name(app) + " needs a command: " + listing(commands);
  }
  std::string text = error.what();
  const std::string option = text.substr(0, text.find(':'));
  if (error.get_name() != "ArgumentMismatch") return text;
  return option +
         (text.find("missing") == std::string::npos ? ": given more than once" : " needs a value");
}

int exit_code(ExitCode code) { return static_cast<int>(code); }

int run(int argc, char** argv) {
  Arguments arguments;
  Action action;
  CLI::App program("Estimates neural networks on RRAM accelerators.", "crossroof");
  program.require_subcommand(1);
  program.set_version_flag("--version", std::string("crossroof ") + CROSSROOF_VERSION);
  add_estimate(program, arguments.estimate, action);
  add_simulate(program, arguments.simulate, action);
  add_validate(program, arguments.validate, action);
  add_roofline(program, arguments.roofline, action);
  add_calibrate(program, arguments.calibrate, action);
  add_network_commands(program, arguments, action);
  add_machine_commands(program, arguments, action);
  add_noc(program, arguments.noc, action);
  add_schema(program, arguments.schema, action);
  set_examples(&program, {"estimate resnet50 --machine isaac-ce", "machine list", "network list",
                          "estimate --help"});
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const CLI::App& app = innermost(program);
    const CLI::App* group = app.get_parent();
    deliver({app.help(group == nullptr ? "" : full_name(*group)), {}, {}}, "");
    return exit_code(ExitCode::ok);
  } catch (const CLI::CallForVersion& version) {
    deliver({std::string(version.what()) + "\n", {}, {}}, "");
    return exit_code(ExitCode::ok);
  } catch (const CLI::ParseError& error) {
    const CLI::App& app = innermost(program);
    complain("error", usage_mistake(app, error) + " (see " + full_name(app) + " --help)");
    return exit_code(ExitCode::usage);
  }
  check_writable(action.output->file);
  deliver(action.run(), action.output->file);
  return exit_code(ExitCode::ok);
}

}  // namespace
}  // namespace crossroof::cli

int main(int argc, char** argv) {
  using crossroof::ExitCode;
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return crossroof::cli::run(argc, argv);
  } catch (const crossroof::Error& error) {
    crossroof::cli::complain("error", error.what());
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    crossroof::cli::complain("error", "out of memory");
  } catch (const std::exception& error) {
    crossroof::cli::complain("error", error.what());
  }
  return static_cast<int>(ExitCode::run_failed);
}
