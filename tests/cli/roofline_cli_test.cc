// SPDX-License-Identifier: Apache-2.0
// The roofline of the worked example, by hand: Pmax 2 crossbars * 32 rows * 8 weights / 64 cycles
// = 8 MAC/ns; bytes 64 in and 128 out, L1 576 + 1024 + 1024 + 128 = 2752; memory 4 B/ns, NoC
// 2 * 4 B/ns, L1 2 B/ns. 4608 MACs: at most 4608 / 2752 * 2 = 3.349 MAC/ns.
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

using json = nlohmann::json;

class RooflineCommand : public ProgramTest {};

TEST_F(RooflineCommand, HasTheRoofsAndPointsOfTheWorkedExample) {
  const Outcome o = run("crossroof roofline worked-example --machine teaching --json");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const json r = json::parse(o.out)["result"];
  EXPECT_NEAR(r["peak_macs_per_s"], 8e9, 1);
  const double rates[] = {4e9, 8e9, 2e9}, ridges[] = {2, 1, 4};
  for (std::size_t l = 0; l < 3; ++l) {
    EXPECT_NEAR(r["roofs"][l]["bytes_per_s"], rates[l], 1);
    EXPECT_NEAR(r["roofs"][l]["ridge_macs_per_byte"], ridges[l], 1e-9);
  }
  ASSERT_EQ(r["points"].size(), 2u);
  for (const json& p : r["points"]) {
    EXPECT_EQ(p["macs"], 4608);
    EXPECT_EQ(p["bytes"], (json{{"memory", 192}, {"noc", 192}, {"l1", 2752}}));
    EXPECT_NEAR(p["intensity_macs_per_byte"]["memory"], 24, 1e-9);
    EXPECT_NEAR(p["attainable_macs_per_s"], 4608.0 / 2752 * 2e9, 1);
    EXPECT_EQ(p["limit"], "l1");
    EXPECT_NEAR(p["estimated_macs_per_s"], 4608.0 / 1376 * 1e9, 1);
  }
  EXPECT_EQ(r["points"][1]["name"], "network");
}

// Layers inside a network touch no memory, so there is no roof of memory above them.
TEST_F(RooflineCommand, LeavesOutRoofsOfWhatIsNotMoved) {
  const Outcome o = run("crossroof roofline resnet18 --machine pimsim-nn --csv");
  ASSERT_EQ(o.exit_code, 0) << o.err;
  const std::vector<std::string> rows = lines(o.out);
  ASSERT_EQ(rows.size(), 1 + 21 + 1u);  // header, matrix layers, network
  EXPECT_EQ(rows[2].find("/layer1/layer1.0/conv1/Conv,115605504,0,"), 0u) << rows[2];
  EXPECT_NE(rows[2].find(",,"), std::string::npos);
}

TEST_F(RooflineCommand, IsOfOneMachine) {
  const Outcome o = run("crossroof roofline lenet5 --machine puma --machine isaac-ce");
  EXPECT_EQ(o.exit_code, 2);
  EXPECT_NE(o.err.find("--machine: found 2 machines, expected one"), std::string::npos) << o.err;
}

}  // namespace
}  // namespace crossroof::testing_tools
