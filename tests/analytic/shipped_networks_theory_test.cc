// SPDX-License-Identifier: Apache-2.0
// Every shipped network on every preset, both run modes, every overflow policy: a finite positive
// answer whose bounds are ordered and whose MACs are those of the file, or one clear refusal.
#include <cmath>

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "models/machine_json.h"
#include "workloads/networks.h"

namespace crossroof::analytic {
namespace {

// No phase uses what a later one makes, and what crosses phases goes through memory.
void expect_causal(const Network& net, const Mapping& m) {
  for (const Stream& s : m.streams) {
    if (s.producer == LayerId::network_input || s.producer == s.consumer) continue;
    const std::int64_t made = m.layer(s.producer).phase, used = m.layer(s.consumer).phase;
    EXPECT_LE(made, used) << net.layers[index(s.producer)].name << " -> "
                          << net.layers[index(s.consumer)].name;
    EXPECT_TRUE(made == used || s.via_memory);
  }
  for (const LayerMapping& l : m.layers) {
    for (const Task& t : l.tasks) {
      EXPECT_LE(t.work.chip_write, t.work.noc_write);
      EXPECT_LE(t.work.memory_write, t.work.noc_write);
      EXPECT_LE(t.work.memory_read, t.work.noc_read);
    }
  }
}

void expect_sane(const Network& net, const RramChip& chip, const Mapping& m) {
  const Estimate e = estimate(net, chip, m, Sharing::max_min);
  for (const TierResult* r : {&e.stage_max, &e.resource_max, &e.pipeline}) {
    EXPECT_TRUE(std::isfinite(r->interval.value()));
    EXPECT_GT(r->interval.value(), 0);
    EXPECT_GT(r->latency.value(), 0);
    EXPECT_FALSE(r->first.what.empty());
    EXPECT_GE(r->first.time, r->second.time);
    EXPECT_TRUE(r->gain == 0 || r->gain >= 1 - 1e-12);
  }
  EXPECT_LE(e.stage_max.interval.value(), e.resource_max.interval.value() * (1 + 1e-12));
  EXPECT_LE(e.resource_max.interval.value(), e.pipeline.interval.value() * (1 + 1e-12));
  EXPECT_LE(e.resource_max.latency.value(), e.pipeline.latency.value() * (1 + 1e-12));
  EXPECT_EQ(e.counts.macs * net.batch, net.macs_static);
  EXPECT_LE(e.achieved.value(), e.peak.value() * (1 + 1e-12));
  for (const LayerEstimate& l : e.layers) {
    for (const StageInfo& s : kStages) {
      const double t = l.times.time[index(s.stage)].value();
      EXPECT_TRUE(std::isfinite(t) && t >= 0) << net.layers[index(l.layer)].name << " " << s.key;
    }
    EXPECT_LE(l.utilisation, 1 + 1e-12);
  }
}

class ShippedNetworks : public ::testing::TestWithParam<BuiltinNetwork> {};

TEST_P(ShippedNetworks, AreEstimatedOrRefusedInOneSentence) {
  const Network net = load_network(GetParam().name);
  std::int64_t answers = 0;
  for (const PresetInfo& preset : machine_presets()) {
    const RramChip chip = load_machine(preset.name).chip;
    for (const RunMode mode : {RunMode::layer_pipeline, RunMode::layer_serial}) {
      for (const Overflow overflow : {Overflow::error, Overflow::multi_chip, Overflow::reload}) {
        MappingOptions options;
        options.mode = mode;
        options.overflow = overflow;
        options.batch = 3;
        SCOPED_TRACE(preset.name);
        try {
          const Mapping m =
              map_with_replicas(net, chip, options, Duplication::greedy, Sharing::max_min);
          expect_sane(net, chip, m);
          expect_causal(net, m);
          ++answers;
        } catch (const Error& e) {
          EXPECT_NE(std::string(e.what()).find("expected"), std::string::npos) << e.what();
        }
      }
    }
  }
  RecordProperty("answers", static_cast<int>(answers));
}

INSTANTIATE_TEST_SUITE_P(All, ShippedNetworks, ::testing::ValuesIn(builtin_networks()),
                         [](const auto& shown) {
                           std::string name = shown.param.name;
                           for (char& c : name) {
                             if (c == '-') c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace crossroof::analytic
