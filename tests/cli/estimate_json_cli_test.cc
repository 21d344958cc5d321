// SPDX-License-Identifier: Apache-2.0
// `estimate --json` and `--csv` of the worked example, whose numbers table_cli_test.cc derives.
#include <nlohmann/json.hpp>

#include "models/stages.h"
#include "tests/cli/onnx_files.h"
#include "tests/cli/program.h"

namespace crossroof::testing_tools {
namespace {

using nlohmann::json;

class EstimateJson : public ProgramTest {
 protected:
  json document(const std::string& line) const {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(outcome.out);
  }
  json result(const std::string& options = "--machine teaching") const {
    return document("crossroof estimate conv.onnx --json " + options)["result"];
  }
};

TEST_F(EstimateJson, StandsInTheCommonEnvelope) {
  const json d = document("crossroof estimate conv.onnx --machine teaching --json");
  EXPECT_EQ(d["crossroof"], 1);
  EXPECT_EQ(d["command"], "estimate");
  EXPECT_EQ("crossroof " + d["version"].get<std::string>() + "\n", run("crossroof --version").out);
  EXPECT_TRUE(d["result"].is_object());
  EXPECT_EQ(d["warnings"], json::array());
}

TEST_F(EstimateJson, HasTheNetworkFiguresInSeconds) {
  const json r = result();
  EXPECT_EQ(r["network"], "conv");
  EXPECT_EQ(r["machine"], "teaching");
  EXPECT_EQ(r["mode"], "layer-pipeline");
  EXPECT_EQ(r["tier"], "pipeline");
  EXPECT_EQ(r["bound"], "lower bound");
  EXPECT_EQ(r["batch"], 1);
  EXPECT_EQ(r["bits"], (json{{"input", 8}, {"weight", 8}, {"output", 8}}));
  EXPECT_EQ(r["reuse"], "im2col");
  EXPECT_NEAR(r["interval_s"], 1376e-9, 1e-18);
  EXPECT_NEAR(r["latency_s"], 1420e-9, 1e-15);
  EXPECT_NEAR(r["throughput_images_per_s"], 1 / 1376e-9, 1e-3);
  EXPECT_NEAR(r["peak_ops_per_s"], 16e9, 1);
  EXPECT_NEAR(r["achieved_ops_per_s"], 2 * 4608 / 1376e-9, 1);
  EXPECT_NEAR(r["stage_max"]["interval_s"], 1024e-9, 1e-18);
  EXPECT_NEAR(r["resource_max"]["interval_s"], 1376e-9, 1e-18);
  EXPECT_NEAR(r["resource_max"]["latency_s"], 1376e-9, 1e-18);
  EXPECT_NEAR(r["pipeline"]["latency_s"], 1420e-9, 1e-15);
  EXPECT_NEAR(r["gain"], 1376.0 / 1024, 1e-9);
  EXPECT_EQ(r["arrays_used"], 2);
  EXPECT_EQ(r["arrays_total"], 2);
  EXPECT_EQ(r["cores_used"], 1);
  EXPECT_EQ(r["chips"], 1);
  EXPECT_TRUE(r["duplication_stopped"].is_string());
  EXPECT_TRUE(r["notes"].is_array());
}

TEST_F(EstimateJson, HasEachStageOfEachLayer) {
  const json layer = result()["layers"].at(0);
  const std::vector<double> cycles = {16, 288, 1024, 512, 512, 128, 64, 32};
  ASSERT_EQ(layer["stages"].size(), cycles.size());
  for (std::size_t s = 0; s < cycles.size(); ++s) {
    EXPECT_NEAR(layer["stages"][std::string(kStages[s].key)], cycles[s] * 1e-9, 1e-18) << s;
  }
  EXPECT_EQ(layer["name"], "conv");
  EXPECT_EQ(layer["op"], "Conv");
  EXPECT_EQ(layer["replicas"], 1);
  EXPECT_EQ(layer["cores"], 1);
  EXPECT_EQ(layer["arrays"], 2);
  EXPECT_EQ(layer["chunk_positions"], 4);
  EXPECT_EQ(layer["utilisation"], 0.5625);
  EXPECT_NEAR(layer["interval_s"], 1024e-9, 1e-18);
  EXPECT_EQ(layer["bottleneck"], "mac");
  EXPECT_EQ(layer["second"], "l1_write_mac");
  EXPECT_NEAR(layer["gain"], 2, 1e-12);
  EXPECT_EQ(layer["macs"], 4608);
  EXPECT_NEAR(layer["ops_per_s_as_mapped"], 9e9, 1);
}

TEST_F(EstimateJson, CountsAreWholeNumbers) {
  const json counts = result()["counts"];
  EXPECT_EQ(counts["macs"], 4608);
  EXPECT_EQ(counts["mvms"], 16);
  EXPECT_EQ(counts["conversions"], 8192);
  EXPECT_EQ(counts["simd_operations"], 256);
  EXPECT_EQ(counts["noc_bits"], (64 + 128) * 8);
  EXPECT_EQ(counts["memory_read_bits"], 64 * 8);
  EXPECT_EQ(counts["memory_write_bits"], 128 * 8);
  EXPECT_EQ(counts["l1_read_bits"], (576 + 1024) * 8);
  EXPECT_EQ(counts["l1_write_bits"], (1024 + 128) * 8);
  for (const auto& [key, value] : counts.items()) EXPECT_TRUE(value.is_number_integer()) << key;
}

TEST_F(EstimateJson, ResourcesComeBusiestFirst) {
  const json resources = result()["resources"];
  ASSERT_GE(resources.size(), 2u);
  EXPECT_NEAR(resources[0]["busy_s"], 1376e-9, 1e-18);
  EXPECT_NEAR(resources[0]["utilisation"], 1, 1e-12);
  for (std::size_t i = 1; i < resources.size(); ++i) {
    EXPECT_LE(resources[i]["busy_s"], resources[i - 1]["busy_s"]);
  }
}

TEST_F(EstimateJson, OptionsAreRepeated) {
  const json r = result(
      "--machine teaching --tier stage-max --sharing equal --duplicate none "
      "--reuse line-buffer --mode layer-serial --batch 3 --bits 4,6,8");
  EXPECT_EQ(r["tier"], "stage-max");
  EXPECT_EQ(r["bound"], "estimate");
  EXPECT_EQ(r["duplicate"], "none");
  EXPECT_EQ(r["reuse"], "line-buffer");
  EXPECT_EQ(r["mode"], "layer-serial");
  EXPECT_EQ(r["batch"], 3);
  EXPECT_EQ(r["bits"], (json{{"input", 4}, {"weight", 6}, {"output", 8}}));
  EXPECT_EQ(r["interval_s"], r["stage_max"]["interval_s"]);
}

TEST_F(EstimateJson, BatchIsTheNetworksOwnUnlessSaid) {
  write("any.onnx", worked_example_file(true));
  const std::string estimate = "crossroof estimate any.onnx --machine teaching --json --bind N=4";
  EXPECT_EQ(document(estimate)["result"]["batch"], 4);
  EXPECT_EQ(document(estimate + " --batch 2")["result"]["batch"], 2);
  EXPECT_EQ(document(estimate)["result"]["layers"][0]["macs"], 4608);  // of one image
}

TEST_F(EstimateJson, SetChangesTheMachine) {
  // 1R1W ports: max(288 + 512 of reads, 512 + 64 of writes, 1024 of the crossbars).
  const json r = result("--machine teaching --set 'core.l1.ports={\"read\": 1, \"write\": 1}'");
  EXPECT_NEAR(r["interval_s"], 1024e-9, 1e-18);
}

TEST_F(EstimateJson, SeveralMachinesKeepTheSameKeysInside) {
  const json r = result("--machine teaching --machine isaac-ce");
  ASSERT_EQ(r["machines"].size(), 2u);
  EXPECT_EQ(r["machines"][0], result());
  EXPECT_EQ(r["machines"][1]["machine"], "isaac-ce");
  ASSERT_EQ(r["ratios"].size(), 2u);
  EXPECT_EQ(r["ratios"][0]["interval"], 1.0);
  const double is = r["machines"][1]["interval_s"], was = r["machines"][0]["interval_s"];
  EXPECT_NEAR(r["ratios"][1]["interval"], is / was, 1e-12);
  EXPECT_EQ(r["ratios"][1]["layers"][0]["bottleneck_changed"],
            r["machines"][1]["layers"][0]["bottleneck"] != "mac");
}

TEST_F(EstimateJson, CsvHasOneRecordPerMachineAndLayer) {
  const std::string csv =
      run("crossroof estimate conv.onnx --machine teaching --machine isaac-ce --csv").out;
  const std::vector<std::string> records = lines(csv);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(
      records[0],
      "machine,number,name,op,rows_K,columns_M,groups,positions_N,replicas,cores,arrays,"
      "chunk_positions,utilisation_fraction,noc_read_s,l1_read_mac_s,mac_s,l1_write_mac_s,"
      "l1_read_simd_s,simd_s,l1_write_simd_s,noc_write_s,write_s,interval_s,bottleneck,second,"
      "gain_ratio,macs,ops_per_s_as_mapped,peak_ops_per_s\r");
  EXPECT_EQ(records[1].rfind("teaching,1,conv,Conv,36,8,1,16,1,1,2,4,0.5625,", 0), 0u)
      << records[1];
  EXPECT_EQ(records[2].rfind("isaac-ce,1,conv,Conv,", 0), 0u) << records[2];
}

}  // namespace
}  // namespace crossroof::testing_tools
