// SPDX-License-Identifier: Apache-2.0
// Every shipped network on every preset in both run modes, with replicas, one and two images: its
// program is sound and runs to its end, or the mapping refuses it. What does not fit one chip is
// spread over several, or else reloaded.
#include <map>
#include <optional>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "models/error.h"
#include "models/machine_json.h"
#include "tests/workloads/program_interpreter.h"
#include "workloads/networks.h"
#include "workloads/program_check.h"

namespace crossroof::oracle {
namespace {

std::optional<Mapping> map_somehow(const Network& net, const RramChip& chip,
                                   MappingOptions options) {
  for (const Overflow o : {Overflow::error, Overflow::multi_chip, Overflow::reload}) {
    options.overflow = o;
    try {
      return analytic::map_with_replicas(net, chip, options, analytic::Duplication::greedy,
                                         analytic::Sharing::max_min);
    } catch (const Error&) {
      continue;
    }
  }
  return std::nullopt;
}

std::string lines(const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& s : sentences) all += "\n  " + s;
  return all;
}

// What no way of mapping allows, in either mode: one column of weights, or all of them, is larger
// than the machine. The teaching machine holds the worked example alone.
bool is_refused(const std::string& network, const std::string& preset) {
  static const std::map<std::string, std::set<std::string>> kRefused = {
      {"alexnet", {"neurram"}},
      {"llama2_7b_block_decode_ctx512", {"neurram", "puma"}},
      {"llama2_7b_block_prefill512", {"isaac-ce", "neurram", "puma"}},
      {"llama3_8b_block_decode_ctx2048", {"isaac-ce", "neurram", "pimsim-nn", "puma"}},
      {"llama7b_block_decode_torch_export", {"neurram", "puma"}},
      {"tinyllama_1b_full_decode_ctx1024", {"isaac-ce", "neurram", "pimsim-nn", "puma"}},
      {"vgg16", {"neurram"}},
      {"vgg8_cifar10", {"neurram"}},
  };
  if (preset == "teaching") return network != "worked-example";
  const auto of_network = kRefused.find(network);
  return of_network != kRefused.end() && of_network->second.count(preset) > 0;
}

void expect_sound(const Network& net, const RramChip& chip, const Mapping& mapping) {
  const Program program = expand(net, chip, mapping);
  const std::vector<std::string> faults = check(net, chip, mapping, program);
  EXPECT_TRUE(faults.empty()) << lines(faults);
  if (!faults.empty()) return;
  for (const std::int64_t images : {1, 2}) {
    const ProgramRun run = interpret(program, chip.stage_slots, images);
    EXPECT_TRUE(run.finished) << images << " images" << lines(run.waiting);
  }
}

class ShippedPrograms : public ::testing::TestWithParam<BuiltinNetwork> {};

TEST_P(ShippedPrograms, AreSoundAndFinish) {
  const Network net = load_network(GetParam().name);
  for (const PresetInfo& preset : machine_presets()) {
    const RramChip chip = load_machine(preset.name).chip;
    for (const RunMode mode : {RunMode::layer_pipeline, RunMode::layer_serial}) {
      SCOPED_TRACE(preset.name +
                   (mode == RunMode::layer_serial ? " layer-serial" : " layer-pipeline"));
      MappingOptions options;
      options.mode = mode;
      options.batch = 2;
      const std::optional<Mapping> mapping = map_somehow(net, chip, options);
      EXPECT_EQ(!mapping.has_value(), is_refused(GetParam().name, preset.name));
      if (mapping) expect_sound(net, chip, *mapping);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedPrograms, ::testing::ValuesIn(builtin_networks()),
                         [](const auto& shown) {
                           std::string name = shown.param.name;
                           for (char& c : name) {
                             if (c == '-') c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace crossroof::oracle
