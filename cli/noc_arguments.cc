// SPDX-License-Identifier: Apache-2.0
#include "cli/noc_arguments.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <string_view>

#include "cli/arguments.h"
#include "cli/noc_rates.h"
#include "cli/option_text.h"
#include "models/error.h"
#include "models/machine_json.h"
#include "models/text.h"
#include "models/units_text.h"
#include "workloads/traffic_file.h"

namespace crossroof::cli {
namespace {

constexpr std::int64_t kMostSide = 32, kMostFlits = 65536, kMostChannels = 256;
constexpr std::int64_t kMostBuffer = 65536, kMostDelay = 1000;

Topology parse_grid(std::string_view option, const std::string& text, bool torus) {
  const std::vector<std::string_view> sides = split(text, 'x');
  std::int64_t width = 0, height = 0;
  if (sides.size() != 2 || !reads_as(sides[0], width) || !reads_as(sides[1], height) || width < 1 ||
      height < 1 || width > kMostSide || height > kMostSide) {
    refuse(option, text,
           "WIDTHxHEIGHT, each from 1 to " + std::to_string(kMostSide) + ", as in 8x8");
  }
  std::vector<RouterId> router_of;
  for (std::int64_t n = 0; n < width * height; ++n) {
    router_of.push_back(RouterId(static_cast<std::size_t>(n)));
  }
  return torus ? make_torus(width, height, router_of) : make_mesh(width, height, router_of);
}

TrafficPattern parse_hotspot(const std::string& text, std::size_t nodes) {
  std::vector<std::uint32_t> sinks;
  for (const std::string_view part :
       split(std::string_view(text).substr(text.find('=') + 1), ',')) {
    std::uint32_t sink = 0;
    if (!reads_as(part, sink)) {
      refuse("--traffic", text, "hotspot= and node numbers, as in hotspot=0,7,56,63");
    }
    sinks.push_back(sink);
  }
  return hotspot_traffic(nodes, sinks);
}

bool is_pattern(const std::string& text) {
  return text == "uniform" || text == "transpose" || text.rfind("hotspot=", 0) == 0;
}

TrafficPattern parse_pattern(const std::string& text, const Topology& topology) {
  const std::size_t nodes = topology.nodes();
  if (text == "uniform") return uniform_traffic(nodes);
  if (text == "transpose") {
    return transpose_traffic(nodes, static_cast<std::size_t>(topology.width));
  }
  return parse_hotspot(text, nodes);
}

// A word that is neither a pattern nor looks like a path is a slip of the command line.
void check_traffic_file(const std::string& text) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(text, error);
  if (std::filesystem::is_regular_file(status) || std::filesystem::is_fifo(status)) return;
  if (!std::filesystem::exists(status) && text.find_first_of("/.") == std::string::npos) {
    refuse("--traffic", text,
           "uniform, transpose, hotspot=NODES or a file" +
               did_you_mean(text, {"uniform", "transpose", "hotspot="}));
  }
  if (status.type() == std::filesystem::file_type::not_found) {
    throw Error(text + ": error: the file does not exist");
  }
  throw Error(text + ": error: " + (error ? error.message() : "is no file"));
}

TrafficPattern parse_traffic(const std::string& text, const Topology& topology) {
  if (is_pattern(text)) {
    try {
      return parse_pattern(text, topology);
    } catch (const Error& error) {
      if (error.code() == ExitCode::usage) throw;
      throw Error("--traffic: found \"" + text + "\": " + error.what(), ExitCode::usage);
    }
  }
  check_traffic_file(text);
  return read_traffic(text, topology.nodes());
}

std::int64_t parse_delay(const std::string& text) {
  std::int64_t delay = 0;
  if (!reads_as(text, delay) || delay < 0 || delay > kMostDelay) {
    refuse("--routing-delay", text, "a whole number from 0 to " + std::to_string(kMostDelay));
  }
  return delay;
}

std::uint64_t parse_seed(const std::string& text) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  std::int64_t seed = 0;
  if (!reads_as(text, seed) || seed < 0) {
    refuse("--seed", text, "a whole number from 0 to " + std::to_string(kMost));
  }
  return static_cast<std::uint64_t>(seed);
}

void check_output_file(const NocArguments& a) {
  std::error_code error;
  if (!is_pattern(a.traffic) && std::filesystem::equivalent(a.traffic, a.output.file, error)) {
    throw Error(
        "--output: found \"" + a.output.file + "\", expected another file than that of --traffic",
        ExitCode::usage);
  }
}

void check_network_named(const NocArguments& a) {
  const int named =
      (a.mesh.empty() ? 0 : 1) + (a.torus.empty() ? 0 : 1) + (a.machine.empty() ? 0 : 1);
  if (named != 1) {
    throw Error(named == 0 ? "a network is missing: give --mesh, --torus or --machine"
                           : "--mesh, --torus and --machine: choose one",
                ExitCode::usage);
  }
  if (a.machine.empty() && !a.sets.empty()) {
    throw Error("--set: only with --machine", ExitCode::usage);
  }
  if (!a.machine.empty() && (!a.routing_delay.empty() || a.speculative)) {
    throw Error(
        "--routing-delay and --speculative: not with --machine, whose router_pipeline says it "
        "(--set noc.router_pipeline=TIME)",
        ExitCode::usage);
  }
}

// The pipeline of the router: VA, SA, switch and link, or VA and SA in one cycle.
void set_pipeline(const NocArguments& a, NocSetup& setup) {
  const std::int64_t delay = a.routing_delay.empty() ? 0 : parse_delay(a.routing_delay);
  sim::FlitPipeline pipeline;
  pipeline.routing = static_cast<sim::Cycle>(delay);
  pipeline.speculative = a.speculative;
  setup.noc.router_pipeline = Cycles(static_cast<double>(delay + (a.speculative ? 3 : 4)));
  setup.noc.interface_pipeline = Cycles(1);
  setup.noc.virtual_channels = 2;
  setup.pipeline = pipeline;
}

void take_network(const NocArguments& a, NocSetup& setup) {
  if (!a.machine.empty()) {
    const RramChip chip = load_machine(a.machine, a.sets).chip;
    setup.title = "NoC of " + chip.name;
    setup.noc = chip.noc;
    setup.flits = static_cast<std::uint32_t>(chip.noc.payload_flits + chip.noc.header_flits);
    return;
  }
  const bool torus = a.mesh.empty();
  setup.noc.topology =
      torus ? parse_grid("--torus", a.torus, true) : parse_grid("--mesh", a.mesh, false);
  setup.title = std::to_string(setup.noc.topology.width) + " x " +
                std::to_string(setup.noc.topology.height) + (torus ? " torus" : " mesh");
  set_pipeline(a, setup);
}

// A machine is as one whose packets have this length.
void set_packet(const NocArguments& a, NocSetup& setup) {
  const std::int64_t flits = parse_count("--packet", a.packet, kMostFlits);
  setup.flits = static_cast<std::uint32_t>(flits);
  if (a.machine.empty()) return;
  setup.noc.payload_flits = flits;
  setup.noc.header_flits = 0;
}

void check_rings(const NocArguments& a, const NocSetup& setup) {
  if (!a.torus.empty() && setup.granularity == sim::NocGranularity::flit &&
      setup.noc.virtual_channels < 2) {
    refuse("--vcs", a.vcs, "2 or more on a torus at granularity flit, or its rings would deadlock");
  }
}

// A source of a traffic file may carry many times the mean rate.
void check_rates(const NocArguments& a, const NocSetup& setup) {
  const double busiest = *std::max_element(setup.traffic.load.begin(), setup.traffic.load.end());
  const double most = setup.flits / busiest;
  for (const double rate : setup.rates) {
    if (rate > most) {
      refuse("--rate", a.rate,
             "at most " + print_number(most) +
                 " for this traffic, whose busiest source then begins a packet in every cycle");
    }
  }
}

}  // namespace

NocSetup noc_setup(const NocArguments& a) {
  check_network_named(a);
  check_output_file(a);
  NocSetup setup;
  setup.granularity = choose("--granularity", a.granularity, kGranularities);
  setup.rates = parse_rates(a.rate);
  take_network(a, setup);
  if (!a.packet.empty()) set_packet(a, setup);
  if (!a.vcs.empty()) setup.noc.virtual_channels = parse_count("--vcs", a.vcs, kMostChannels);
  if (!a.buffer.empty()) setup.noc.buffer_flits = parse_count("--buffer", a.buffer, kMostBuffer);
  if (!a.seed.empty()) setup.seed = parse_seed(a.seed);
  setup.traffic = parse_traffic(a.traffic, setup.noc.topology);
  check_rings(a, setup);
  check_rates(a, setup);
  return setup;
}

}  // namespace crossroof::cli
