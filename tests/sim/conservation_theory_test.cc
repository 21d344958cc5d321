// SPDX-License-Identifier: Apache-2.0
// Work is conserved: what the events of a run counted is what the mapping says in closed form, to
// the last bit, MAC, conversion, operation, flit and flit-hop; and the bounds hold.
//
// Here shipped networks whose runs take well below a second; scripts/check-simulator sets
// CROSSROOF_CHECK_ALL and takes all of them.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "models/error.h"
#include "models/machine_json.h"
#include "models/machine_source.h"
#include "sim/simulate.h"
#include "tests/sim/closed_counts.h"
#include "tests/sim/simulated_cases.h"
#include "tests/workloads/program_cases.h"
#include "workloads/mapper.h"
#include "workloads/networks.h"

namespace crossroof::sim {
namespace {

bool check_all() { return std::getenv("CROSSROOF_CHECK_ALL") != nullptr; }

struct Shipped {
  std::string network, machine;
};

std::vector<Shipped> shipped() {
  std::vector<Shipped> all;
  for (const BuiltinNetwork& n : builtin_networks()) {
    for (const PresetInfo& p : machine_presets()) all.push_back({n.name, p.name});
  }
  if (check_all()) return all;
  std::vector<Shipped> quick = {{"worked-example", "teaching"}};
  for (const Shipped& s : all) {
    const bool small = s.network == "worked-example" || s.network == "lenet5" ||
                       s.network == "mlp_784_512_256_10" || s.network == "lstm_2x256" ||
                       s.network == "gru_bi128";
    if (small && s.machine != "teaching") quick.push_back(s);
  }
  return quick;
}

void check(const Network& net, const RramChip& chip, const MappingOptions& options,
           const Mapping& mapping) {
  const Program program = expand(net, chip, mapping);
  SimOptions run_options;
  run_options.batch = options.batch;
  const SimResult run = simulate(chip, program, run_options);
  const sim::SimCounts expected = oracle::closed_counts(chip, mapping, program, options.batch);
  EXPECT_EQ(oracle::differences(expected, run.counts), "");
  const Seconds bound =
      analytic::makespan(net, chip, mapping, analytic::Tier::pipeline, options.batch);
  EXPECT_LE(bound.value(), run.makespan.value() * (1 + 1e-9));
  EXPECT_LE(run.makespan.value(), run.services.value() * (1 + 1e-9));
  std::printf("%.3f ms, %.1f million events\n", 1e3 * run.makespan.value(),
              1e-6 * static_cast<double>(run.events));
}

class ConservedNetworks : public testing::TestWithParam<Shipped> {
 protected:
  ConservedNetworks()
      : net_(load_network(GetParam().network, {})), chip_(load_machine(GetParam().machine).chip) {}

  // On one chip; where the network does not fit, on several, and with weights loaded as needed. The
  // machine's refusal of all three is its reason for not running.
  void check_as_it_fits(MappingOptions options) {
    std::string reason;
    if (fits(options, reason)) return;
    bool ran = false;
    for (const Overflow overflow : {Overflow::multi_chip, Overflow::reload}) {
      options.overflow = overflow;
      ran = fits(options, reason) || ran;
    }
    if (ran) return;
    EXPECT_NE(reason.find("expected"), std::string::npos) << reason;
    GTEST_SKIP() << reason;
  }

  // False with the reason when it does not fit; else it has been run and checked.
  bool fits(const MappingOptions& options, std::string& reason) {
    try {
      check(net_, chip_, options,
            analytic::map_with_replicas(net_, chip_, options, analytic::Duplication::greedy,
                                        analytic::Sharing::max_min));
      return true;
    } catch (const Error& e) {
      if (e.code() == ExitCode::run_failed) throw;  // it began and did not end
      reason = e.what();
      return false;
    }
  }

  MappingOptions options(RunMode mode) const {
    MappingOptions o;
    o.mode = mode;
    o.batch = check_all() ? 1 : 2;
    return o;
  }

  Network net_;
  RramChip chip_;
};

TEST_P(ConservedNetworks, ConserveWorkPipelined) {
  check_as_it_fits(options(RunMode::layer_pipeline));
}
TEST_P(ConservedNetworks, ConserveWorkLayerByLayer) {
  check_as_it_fits(options(RunMode::layer_serial));
}

INSTANTIATE_TEST_SUITE_P(Conservation, ConservedNetworks, testing::ValuesIn(shipped()),
                         [](const auto& of) {
                           std::string text = of.param.network + "_on_" + of.param.machine;
                           for (char& c : text) c = c == '-' ? '_' : c;
                           return text;
                         });

// Feeds take the links between chips in turn, and the links sit at different routers.
TEST(Conservation, HoldsAcrossChipsWithSeveralLinks) {
  const Network net = load_network("mlp_784_512_256_10", {});
  for (const char* links : {"chip_link.links=1", "chip_link.links=3", "chip_link.links=4"}) {
    const RramChip chip = load_machine("puma", {"cores=6", "core.crossbars=16", links}).chip;
    MappingOptions options;
    options.overflow = Overflow::multi_chip;
    const Mapping mapping = map_network(net, chip, options);
    ASSERT_GT(mapping.chips, 1);
    check(net, chip, options, mapping);
  }
}

// Replicas, skips, spills, several passes and chips, shared DMA, packets of any size.
TEST(Conservation, HoldsOnRandomNetworksAndMachines) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    oracle::ProgramCase c = oracle::random_program_case(seed);
    if (c.chip.noc.multicast) continue;
    oracle::Dice dice(seed);
    vary_rates(dice, c.chip);
    const Program program = expand(c.net, c.chip, c.mapping);
    SimOptions options;
    options.batch = c.options.batch;
    const SimResult run = simulate(c.chip, program, options);
    const SimCounts expected = oracle::closed_counts(c.chip, c.mapping, program, c.options.batch);
    ASSERT_EQ(oracle::differences(expected, run.counts), "") << describe(c);
  }
}

}  // namespace
}  // namespace crossroof::sim
