// SPDX-License-Identifier: Apache-2.0
// Sharing of one memory controller, worked by hand: two cores ask a 4 B/cycle controller for 100 B
// and 20 B at once. Max-min sharing finishes the larger at 30 cycles; plain division by two
// says 50.
#include <gtest/gtest.h>

#include "analytic/estimate.h"
#include "models/machine_json.h"
#include "workloads/mapper.h"

namespace crossroof::analytic {
namespace {

Layer reader(std::int64_t input, std::int64_t bytes) {
  Layer l;
  l.name = "reads " + std::to_string(bytes);
  l.kind = LayerKind::mvm;
  l.K = bytes;
  l.M = 1;
  l.in = {bytes, 1, 1};
  l.out = {1, 1, 1};
  Edge e;
  e.input = input;
  e.from = l.in;
  e.channels = bytes;
  l.in_edges = {e};
  return l;
}

Network two_readers() {
  Network net;
  net.name = "two readers";
  net.inputs = {{"a", {1, 100}, {100, 1, 1}, 8}, {"b", {1, 20}, {20, 1, 1}, 8}};
  net.layers = {reader(0, 100), reader(1, 20)};
  return net;
}

RramChip two_cores() {
  return load_machine("teaching", {"cores=2", "core.crossbars=1", "core.crossbar.rows=128",
                                   "core.crossbar.active_rows=128", "noc.flit=\"64 B\""})
      .chip;
}

double cycles(Seconds t) { return t.value() * 1e9; }

TEST(Sharing, TheControllerIsBusyForTheSumOfWhatItGives) {
  const RramChip chip = two_cores();
  const Network net = two_readers();
  const Mapping m = map_network(net, chip, {});
  ASSERT_NE(m.layers[0].tasks.at(0).core, m.layers[1].tasks.at(0).core);
  for (const ResourceLoad& r : resource_loads(net, chip, m, 0)) {
    if (r.kind == ResourceKind::controller) {
      EXPECT_NEAR(cycles(r.per_image), 30, 1e-9);
    }
  }
  EXPECT_NEAR(cycles(stage_times(net, chip, m, LayerId(0), kAllPhases, Sharing::max_min)
                         .time[index(Stage::noc_read)]),
              25, 1e-9);  // as if alone
}

TEST(Sharing, PlainDivisionGivesTheLargerReader50) {
  const RramChip chip = two_cores();
  const Network net = two_readers();
  const Mapping m = map_network(net, chip, {});
  const auto time = [&](LayerId l) {
    return cycles(
        stage_times(net, chip, m, l, kAllPhases, Sharing::equal).time[index(Stage::noc_read)]);
  };
  EXPECT_NEAR(time(LayerId(0)), 50, 1e-9);
  EXPECT_NEAR(time(LayerId(1)), 10, 1e-9);
}

}  // namespace
}  // namespace crossroof::analytic
