// SPDX-License-Identifier: Apache-2.0
// `network` and `machine`, `list` and `show`; `schema`.
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

using nlohmann::json;

class Show : public ProgramTest {
 protected:
  json result(const std::string& line) const {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(outcome.out)["result"];
  }
};

TEST_F(Show, NetworkJsonHasLayersShapesAndBytes) {
  const json r = result("crossroof network show conv.onnx --json");
  EXPECT_EQ(r["name"], "conv");
  EXPECT_EQ(r["macs"], 4608);
  EXPECT_EQ(r["macs_static"], 4608);
  EXPECT_EQ(r["macs_dynamic"], 0);
  EXPECT_EQ(r["weights"], 288);
  EXPECT_EQ(r["inputs"][0]["shape"], (json{1, 4, 4, 4}));
  EXPECT_EQ(r["outputs"][0]["shapes"], (json{{1, 8, 4, 4}}));
  EXPECT_EQ(r["coverage"]["nodes"], 2);
  EXPECT_EQ(r["coverage"]["assumed"], 0);
  ASSERT_EQ(r["layers"].size(), 1u);
  const json& layer = r["layers"][0];
  EXPECT_EQ(layer["name"], "conv");
  EXPECT_EQ(layer["op"], "Conv");
  EXPECT_EQ(layer["macs"], 4608);
  EXPECT_EQ(layer["operand"], "static");
  EXPECT_EQ(layer["simd_ops"], 128);        // ReLU
  EXPECT_EQ(layer["input_bytes"], 64 * 4);  // float32 in the file
  EXPECT_EQ(layer["output_bytes"], 128 * 4);
  EXPECT_EQ(layer["weight_bytes"], 288 * 4);
  EXPECT_EQ(layer["inputs"], (json{{1, 4, 4, 4}, {8, 4, 3, 3}}));
  EXPECT_EQ(layer["outputs"], (json{{1, 8, 4, 4}}));
}

TEST_F(Show, NetworkTableIsThis) {
  EXPECT_EQ(run("crossroof network show conv.onnx").out,
            R"(network   conv (conv.onnx)
input     x  1x4x4x4  32 bit
output    conv  1x8x4x4
layers    1
MACs      4 608: 4 608 static, 0 dynamic
weights   288
SIMD      128 lane-operations at default costs
batch     1 image; all figures are of the whole batch
coverage  2 nodes: 2 by rule, 1 fused, 0 folded, 0 assumed (0 % of nodes, 0 % of MACs)

#  layer  op    inputs           output   K x M    MACs  operand  SIMD ops  input  output    weights
-  -----  ----  ---------------  -------  ------  -----  -------  --------  -----  ------  ---------
1  conv   Conv  1x4x4x4 8x4x3x3  1x8x4x4  36 x 8  4 608  static        128  256 B   512 B  1.125 KiB
)");
}

TEST_F(Show, NetworkCsvHasUnitsInItsHeader) {
  const std::vector<std::string> csv = lines(run("crossroof network show conv.onnx --csv").out);
  ASSERT_EQ(csv.size(), 2u);
  EXPECT_EQ(
      csv[0],
      "number,name,op,inputs,outputs,rows_K,columns_M,groups,macs,operand,simd_ops,input_bytes,"
      "output_bytes,weight_bytes\r");
  EXPECT_EQ(csv[1], "1,conv,Conv,1x4x4x4 8x4x3x3,1x8x4x4,36,8,1,4608,static,128,256,512,1152\r");
}

TEST_F(Show, EveryListedNetworkCanBeShown) {
  const json networks = result("crossroof network list --json")["networks"];
  ASSERT_GE(networks.size(), 1u);
  for (const json& network : networks) {
    const std::string name = network["name"];
    EXPECT_EQ(run("crossroof network show " + name).exit_code, 0) << name;
    EXPECT_NE(run("crossroof network list").out.find(name + " "), std::string::npos);
  }
}

TEST_F(Show, EveryListedMachineCanBeShownInEveryForm) {
  const json machines = result("crossroof machine list --json")["machines"];
  ASSERT_GE(machines.size(), 5u);
  for (const json& machine : machines) {
    const std::string show = "crossroof machine show " + machine["name"].get<std::string>();
    for (const char* form : {"", " --resolved", " --origin", " --json"}) {
      const Outcome outcome = run(show + form);
      EXPECT_EQ(outcome.exit_code, 0) << show << form << outcome.err;
      EXPECT_EQ(outcome.out.back(), '\n');
    }
  }
}

TEST_F(Show, AResolvedMachineIsAMachineFileOfTheSameMachine) {
  ASSERT_EQ(run("crossroof machine show isaac-ce --resolved -o chip.json").exit_code, 0);
  EXPECT_EQ(run("crossroof machine show chip.json --resolved").out, read("chip.json"));
  ASSERT_EQ(run("crossroof machine show isaac-ce --origin -o origin.json").exit_code, 0);
  EXPECT_EQ(run("crossroof machine show origin.json --resolved").out, read("chip.json"));
}

TEST_F(Show, MachineComparesWhatWasPublished) {
  // 16128 crossbars * 2048 MACs * 2 / 1.6 us = 41.288 TOPS; 38.7 with an ADC of 1.2 GS/s.
  const json isaac = result("crossroof machine show isaac-ce --json");
  EXPECT_NEAR(isaac["peak_ops_per_s"], 41.288e12, 0.0005e12);
  EXPECT_EQ(isaac["published"][0]["verdict"], "agrees within 0.5 %");
  const json slower = result(
      "crossroof machine show isaac-ce --json --set "
      "'core.crossbar.adc.rate=1.2 GS/s'");
  EXPECT_NEAR(slower["peak_ops_per_s"], 38.7e12, 0.05e12);
  const json puma = result("crossroof machine show puma --json");
  EXPECT_EQ(puma["published"][0]["verdict"], "not derivable");
  EXPECT_NEAR(puma["published"][0]["model"], 45.2, 0.05);
}

TEST_F(Show, NoDerivablePublishedFigureDisagrees) {
  const json machines = result("crossroof machine list --json")["machines"];
  for (const json& machine : machines) {
    const std::string name = machine["name"];
    const json shown = result("crossroof machine show --json " + name);
    for (const json& figure : shown["published"]) {
      const std::string verdict = figure["verdict"];
      EXPECT_TRUE(verdict == "not derivable" || verdict.rfind("agrees", 0) == 0)
          << name << " " << figure["quantity"] << ": " << verdict;
    }
  }
}

TEST_F(Show, OriginSaysWhereAValueCameFrom) {
  const std::string text =
      run("crossroof machine show isaac-ce --set core.l1.banks=4 --origin").out;
  EXPECT_NE(text.find("--set"), std::string::npos);
  EXPECT_NE(text.find("isaac-ce"), std::string::npos);
}

TEST_F(Show, SchemaIsJson) {
  const Outcome schema = run("crossroof schema machine");
  EXPECT_EQ(schema.exit_code, 0);
  EXPECT_TRUE(json::parse(schema.out).contains("$schema"));
}

}  // namespace
}  // namespace crossroof::testing_tools
