// SPDX-License-Identifier: Apache-2.0
// The commands of the program. Each takes its arguments as the user typed them and returns a
// Report; nothing is printed here. All throw Error: with ExitCode::usage for a bad argument.
#ifndef CROSSROOF_CLI_COMMANDS_H_
#define CROSSROOF_CLI_COMMANDS_H_

#include <string>
#include <vector>

#include "cli/output.h"

namespace crossroof::cli {

// How the result is written, and where.
struct OutputArguments {
  bool json = false, csv = false;
  std::string file;  // empty: standard output
};

struct NetworkArguments {
  std::string network;  // a built-in's name or a path
  std::vector<std::string> bind, input, assume;
  std::string images;  // empty: told from the file
};

// A network on machines, and how it is mapped.
struct MappedArguments {
  NetworkArguments network;
  std::vector<std::string> machines, sets;
  std::string mode, batch, bits;  // empty: chosen by the program
  std::string reuse = "im2col", overflow = "error", duplicate = "greedy";
  OutputArguments output;
};

struct EstimateArguments : MappedArguments {
  std::string tier = "pipeline", sharing = "max-min";
  std::string explain;  // name or number of a layer
};

struct RooflineArguments : MappedArguments {};

struct ListArguments {
  OutputArguments output;
};

struct NetworkShowArguments {
  NetworkArguments network;
  OutputArguments output;
};

struct MachineShowArguments {
  std::string machine;
  std::vector<std::string> sets;
  bool resolved = false, origin = false;
  OutputArguments output;
};

struct NocArguments {
  std::string mesh, torus, machine;  // one of them
  std::vector<std::string> sets;
  std::string rate;
  std::string traffic = "uniform", granularity = "packet";
  std::string packet, vcs, buffer, routing_delay, seed;  // empty: chosen by the program
  bool speculative = false, progress = false;
  OutputArguments output;
};

struct SimulateArguments : MappedArguments {
  std::string granularity = "packet", l1 = "burst";
  std::string max_time, max_events, resources, workers;  // empty: no limit, the default
  std::string trace, vcd;                                // files; empty: none
  bool progress = false;
};

struct ValidateArguments : SimulateArguments {
  ValidateArguments() {
    mode = "both";
    overflow = "auto";
  }
  std::vector<std::string> networks;         // empty: all that are part of the program
  std::string max_error, resume;             // empty: no check, no journal
  std::string grid, random, seed;            // empty: neither; 1
  bool published = false, simulate = false;  // instead of networks on machines; its curves too
  bool layers = false, timings = false, all = false;
};

struct CalibrateArguments {
  std::string machine;
  std::vector<std::string> sets, score;  // score: networks
  std::string tier = "pipeline", granularity = "packet", l1 = "burst";
  std::string machine_file;  // empty: none is written
  bool progress = false;
  OutputArguments output;  // its file stays empty
};

struct SchemaArguments {
  std::string kind;
  OutputArguments output;
};

Report estimate_command(const EstimateArguments& arguments);
Report roofline_command(const RooflineArguments& arguments);
Report network_list_command(const ListArguments& arguments);
Report network_show_command(const NetworkShowArguments& arguments);
Report machine_list_command(const ListArguments& arguments);
Report machine_show_command(const MachineShowArguments& arguments);
Report noc_command(const NocArguments& arguments);
Report simulate_command(const SimulateArguments& arguments);
Report validate_command(const ValidateArguments& arguments);
Report calibrate_command(const CalibrateArguments& arguments);
Report schema_command(const SchemaArguments& arguments);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_COMMANDS_H_
