// SPDX-License-Identifier: Apache-2.0
// Mapping against the naive loop nest on 10 000 random small layers: every amount of every task,
// every weight's place, every flow, exactly.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "models/error.h"
#include "tests/workloads/loop_nest_check.h"
#include "tests/workloads/loop_nest_chunks.h"
#include "tests/workloads/loop_nest_placement.h"
#include "tests/workloads/random_cases.h"
#include "workloads/mapper.h"

namespace crossroof::oracle {
namespace {

constexpr std::size_t kLayers = 10000;
constexpr int kFailuresShown = 3;

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += "  " + line + "\n";
  return all;
}

// What the random cases hold, so that a generator that has stopped producing something is noticed.
class Census {
 public:
  void add(const Case& c, const Mapping& mapping) {
    note(mapping.mode == RunMode::layer_serial ? "layer-serial" : "layer-pipeline");
    note(mapping.reuse == Reuse::line_buffer ? "line buffer" : "im2col");
    note("multicast", c.chip.noc.multicast);
    for (std::size_t l = 0; l < c.net.layers.size(); ++l) add_layer(c.net.layers[l]);
    for (const LayerMapping& layer : mapping.layers) add_mapped(layer);
    for (const Stream& s : mapping.streams) {
      note("spilled", s.spilled || s.piecewise);
      note("skip", s.gate == Gate::s5_operands);
    }
  }

  void expect_each_at_least(int count) const {
    for (const char* what : {"layer-serial",
                             "layer-pipeline",
                             "line buffer",
                             "im2col",
                             "multicast",
                             "groups",
                             "dilation",
                             "padding",
                             "asymmetric padding",
                             "stride beyond kernel",
                             "fused",
                             "replicas",
                             "several cores",
                             "row blocks",
                             "column sets",
                             "groups share an array",
                             "partial sums over cores",
                             "shortened chunks",
                             "spilled",
                             "skip"}) {
      const auto found = seen_.find(what);
      EXPECT_GE(found == seen_.end() ? 0 : found->second, count) << what;
    }
  }

 private:
  void note(const std::string& what, bool present = true) { seen_[what] += present ? 1 : 0; }

  void add_layer(const Layer& layer) {
    const Window& w = layer.window;
    note("groups", layer.groups > 1);
    note("dilation", w.dilation_h > 1 && w.kernel_h > 1);
    note("padding", w.pad_top + w.pad_left + w.pad_bottom + w.pad_right > 0);
    note("asymmetric padding", w.pad_top != w.pad_bottom);
    note("stride beyond kernel", w.stride_h > w.kernel_h && layer.out.height > 1);
    note("fused", !layer.fused.empty());
  }

  void add_mapped(const LayerMapping& layer) {
    note("replicas", layer.plan.replicas > 1);
    note("several cores", layer.tasks.size() > 1 && layer.tasks[0].core != layer.tasks[1].core);
    note("row blocks", layer.geometry.row_blocks > 1);
    note("column sets", layer.geometry.column_sets > 1);
    note("groups share an array", layer.geometry.packed_groups > 1);
    note("partial sums over cores", layer.tasks[0].remote > 0);
    note("shortened chunks",
         layer.plan.length <
             walk_default_length(layer.plan.positions, layer.plan.width, layer.plan.replicas));
  }

  std::map<std::string, int> seen_;
};

TEST(MappingOracle, EqualsTheLoopNestOnTenThousandRandomLayers) {
  Census census;
  std::size_t layers = 0;
  int failures = 0;
  for (std::uint64_t seed = 1; layers < kLayers && failures < kFailuresShown; ++seed) {
    const Case c = random_case(seed);
    Mapping mapping;
    try {
      mapping = map_case(c);
    } catch (const Error&) {
      continue;  // does not fit; FirstCopiesSitWhereFirstFitPutsThem knows what must
    }
    layers += c.net.layers.size();
    census.add(c, mapping);
    const std::vector<std::string> wrong = differences(c.net, c.chip, c.options, mapping);
    if (wrong.empty()) continue;
    ++failures;
    ADD_FAILURE() << describe(c) << describe(mapping) << joined(wrong);
  }
  if (failures == 0) census.expect_each_at_least(50);
}

// The first core in snake order that has room for a column set gets it.
TEST(MappingOracle, FirstCopiesSitWhereFirstFitPutsThem) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    Case c = random_case(seed);
    c.replicas.clear();
    if (c.chip.kinds[0].crossbar.columns < 32) continue;  // may hold not even one weight
    const auto expected = first_fit(c.net, c.chip, c.options);
    if (!expected) continue;
    ++compared;
    const Mapping mapping = map_case(c);
    for (std::size_t l = 0; l < c.net.layers.size(); ++l) {
      for (const Task& task : mapping.layers[l].tasks) {
        for (std::int64_t s = task.rectangle.set_begin; s < task.rectangle.set_end; ++s) {
          ASSERT_EQ(task.core, (*expected)[l][static_cast<std::size_t>(s)])
              << describe(c) << describe(mapping);
        }
      }
    }
  }
  EXPECT_GE(compared, 300);
}

// A number of replicas that does not lower the largest share is skipped, up to one position each.
TEST(MappingOracle, NextUsefulReplicasIsTheFirstThatLowersTheLargestShare) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Case c = random_case(seed);
    try {
      Mapper mapper(c.net, c.chip, c.options);
      const LayerId layer{0};
      for (int step = 0; step < 6; ++step) {
        const auto next = mapper.next_useful_replicas(layer);
        ASSERT_EQ(next, walk_next_useful(mapper.draft().layer(layer).plan)) << describe(c);
        ++compared;
        std::vector<LayerId> affected;
        if (!next || !mapper.replicate(layer, *next, affected)) break;
      }
    } catch (const Error&) {
      continue;
    }
  }
  EXPECT_GE(compared, 1000);
}

}  // namespace
}  // namespace crossroof::oracle
