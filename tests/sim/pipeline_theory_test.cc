// SPDX-License-Identifier: Apache-2.0
// Replicas that are not alike: one makes only what is padding, or has a chunk less than another.
// What the pipeline tier says of chunk j must hold for every replica; taken for the first one alone
// it lay 67 % above the simulated makespan of these chains.
#include <string>

#include <gtest/gtest.h>

#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "models/machine_json.h"
#include "sim/simulate.h"
#include "workloads/program.h"

namespace crossroof {
namespace {

constexpr std::int64_t kChannels = 8;

// A chain of convolutions of kChannels on maps one position wide.
class Chain {
 public:
  explicit Chain(std::int64_t height, std::int64_t channels = kChannels)
      : height_(height), channels_(channels) {
    net_.name = "chain";
    net_.inputs = {{"x", {1, channels, height, 1}, {channels, height, 1}, 8}};
  }

  void add(const Window& window) {
    Layer conv;
    conv.name = "conv" + std::to_string(net_.layers.size());
    conv.op = "Conv";
    conv.kind = LayerKind::mvm;
    conv.K = channels_ * window.taps();
    conv.M = kChannels;
    conv.in = {channels_, height_, 1};
    const std::int64_t reach = window.dilation_h * (window.kernel_h - 1) + 1;
    height_ = (height_ + window.pad_top + window.pad_bottom - reach) / window.stride_h + 1;
    conv.out = {kChannels, height_, 1};
    conv.window = window;
    conv.macs = conv.K * conv.M * height_;
    Edge e;
    e.from = conv.in;
    e.channels = channels_;
    channels_ = kChannels;
    e.need = Need::window;
    if (!net_.layers.empty()) e.producer = layer_id(net_.layers.size() - 1);
    conv.in_edges = {e};
    net_.macs = net_.macs_static += conv.macs;
    net_.layers.push_back(conv);
    net_.outputs = {layer_id(net_.layers.size() - 1)};
  }
  void add_points(int count) {
    for (int i = 0; i < count; ++i) add(Window());
  }

  const Network& net() const { return net_; }

 private:
  Network net_;
  std::int64_t height_, channels_;
};

void expect_bound(const Network& net, int crossbars, LayerId doubled) {
  const RramChip chip =
      load_machine("teaching", {"core.crossbars=" + std::to_string(crossbars)}).chip;
  for (std::int64_t batch = 1; batch <= 5; ++batch) {
    MappingOptions options;
    options.batch = batch;
    const Mapping m = analytic::map_with_replicas(net, chip, options, analytic::Duplication::greedy,
                                                  analytic::Sharing::max_min);
    ASSERT_EQ(m.layer(doubled).plan.replicas, 2);
    sim::SimOptions run;
    run.batch = batch;
    const Seconds simulated = sim::simulate(chip, expand(net, chip, m), run).makespan;
    EXPECT_LE(analytic::makespan(net, chip, m, analytic::Tier::pipeline, batch),
              simulated * (1 + 1e-9))
        << batch << " images";
  }
}

// Row 1 of the doubled layer is padding alone, and the only row that its consumer reads.
TEST(PipelineOfReplicas, HoldsWhenOneOfThemWaitsForNothing) {
  Chain chain(1);
  chain.add_points(6);
  Window below;
  below.pad_bottom = 1;
  chain.add(below);
  Window second;
  second.kernel_h = second.dilation_h = second.stride_h = 2;
  second.pad_top = 1;
  chain.add(second);
  chain.add_points(6);
  expect_bound(chain.net(), 15, LayerId(6));
}

// Rows 0 and 2 are made by one replica, row 1 by the other; row 1 is all that is read.
TEST(PipelineOfReplicas, HoldsWhenOneHasAChunkLess) {
  Chain chain(3, 32);
  chain.add(Window());
  Window middle;  // rows -1 and 1
  middle.kernel_h = middle.dilation_h = 2;
  middle.stride_h = 3;
  middle.pad_top = 1;
  chain.add(middle);
  chain.add_points(6);
  expect_bound(chain.net(), 9, LayerId(0));
}

}  // namespace
}  // namespace crossroof
