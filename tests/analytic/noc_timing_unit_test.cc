// SPDX-License-Identifier: Apache-2.0
// Pipelines and buffers of a NoC, by hand.
#include "analytic/noc_timing.h"

#include <gtest/gtest.h>

#include "models/machine_json.h"

namespace crossroof::analytic {
namespace {

// Of a header flit more, at 1 GHz.
Noc four_flit_packets() {
  Noc noc = load_machine("teaching").chip.noc;
  noc.payload_flits = 4;
  noc.header_flits = 1;
  return noc;
}

// Interface of 1 cycle twice, three routers of 2 cycles for two links, less the first flit's own.
TEST(NocTiming, AHeadPassesInterfacesAndRouters) {
  Noc noc = four_flit_packets();
  noc.router_pipeline = Cycles(2);
  noc.interface_pipeline = Cycles(1);
  EXPECT_NEAR(head_latency(noc, 2).value() * 1e9, 2 + 6 - 1, 1e-9);
  noc.router_pipeline = noc.interface_pipeline = Cycles();
  EXPECT_EQ(head_latency(noc, 2), Seconds());
}

// Router of 3 cycles: a flit needs 3 there, its credit 3 back.
TEST(NocTiming, SmallBuffersLeaveLinksIdle) {
  Noc noc = four_flit_packets();
  noc.router_pipeline = Cycles(3);
  noc.virtual_channels = 1;
  noc.buffer_flits = 2;
  EXPECT_NEAR(link_stretch(noc), 3, 1e-12);
  noc.virtual_channels = 2;
  EXPECT_NEAR(link_stretch(noc), 1.5, 1e-12);
  noc.buffer_flits = 8;
  EXPECT_EQ(link_stretch(noc), 1);
  noc.virtual_channels = 1;
  noc.router_pipeline = Cycles(4);  // packets of 5 flits leave a channel free for a cycle
  EXPECT_NEAR(link_stretch(noc), 1.2, 1e-12);
}

}  // namespace
}  // namespace crossroof::analytic
