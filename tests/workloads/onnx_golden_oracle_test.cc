// SPDX-License-Identifier: Apache-2.0
// Every reference network against golden.json and layers/*.csv: MACs, weights, and each MAC-bearing
// node's operand shapes, as counted by an independent script whose shapes were compared with those
// of an execution (reference data, SOURCES.md).
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/workloads/onnx_builder.h"

namespace crossroof::testing {
namespace {

nlohmann::json golden() {
  std::ifstream file(reference_networks() + "golden.json");
  return nlohmann::json::parse(file);
}

ImportOptions options_for(const nlohmann::json& entry) {
  ImportOptions options;
  if (!entry.contains("bound_inputs")) return options;
  for (const auto& [name, dims] : entry["bound_inputs"].items()) {
    options.input_shapes[name] = dims.get<Shape>();
  }
  return options;
}

std::string text(const std::vector<TensorInfo>& tensors) {
  std::string out;
  for (const TensorInfo& t : tensors) {
    if (!out.empty()) out += ' ';
    for (std::size_t i = 0; i < t.shape.size(); ++i) {
      out += (i == 0 ? "" : "x") + std::to_string(t.shape[i]);
    }
  }
  return out;
}

std::string layer_table(const Network& network) {
  std::ostringstream out;
  out << "op,name,input_shapes,output_shapes,macs,operand\n";
  for (const Layer& l : network.layers) {
    if (l.macs == 0) continue;
    out << l.op << ',' << l.name << ',' << text(l.inputs) << ',' << text(l.outputs) << ',' << l.macs
        << ',' << (l.macs_dynamic ? "dynamic" : "static") << '\n';
  }
  return out.str();
}

std::string golden_table(const std::string& name) {
  const std::string stem = name.substr(name.rfind('/') + 1);
  std::ifstream file(reference_networks() + "layers/" + stem + ".csv");
  std::ostringstream out;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    out << line << '\n';
  }
  return out.str();
}

TEST(OnnxGolden, EveryReferenceNetworkHasTheGoldenTotals) {
  if (reference_networks().empty()) GTEST_SKIP() << "no reference data";
  const nlohmann::json networks = golden();
  for (const auto& [name, entry] : networks.items()) {
    SCOPED_TRACE(name);
    const Network n = import_onnx(reference_networks() + name + ".onnx", options_for(entry));
    EXPECT_EQ(n.macs, entry["macs"].get<std::int64_t>());
    EXPECT_EQ(n.macs_static, entry["macs_static"].get<std::int64_t>());
    EXPECT_EQ(n.macs_dynamic, entry["macs_dynamic"].get<std::int64_t>());
    EXPECT_EQ(n.weights, entry["weight_elems"].get<std::int64_t>());
    EXPECT_EQ(n.coverage.nodes, entry["nodes"].get<std::int64_t>());
    EXPECT_EQ(n.coverage.assumed, 0);
  }
}

TEST(OnnxGolden, EveryReferenceNetworkHasTheGoldenLayers) {
  if (reference_networks().empty()) GTEST_SKIP() << "no reference data";
  const nlohmann::json networks = golden();
  for (const auto& [name, entry] : networks.items()) {
    const Network n = import_onnx(reference_networks() + name + ".onnx", options_for(entry));
    EXPECT_EQ(layer_table(n), golden_table(name)) << name;
  }
}

// Shape computations of the exporter, folded or not, lead to the same work.
TEST(OnnxGolden, TheRawSwinExportEqualsTheFoldedOne) {
  if (reference_networks().empty()) GTEST_SKIP() << "no reference data";
  const Network raw = import_onnx(reference_networks() + "variants/swin_t_raw_export.onnx", {});
  const Network folded = import_onnx(reference_networks() + "swin_t.onnx", {});
  EXPECT_EQ(raw.macs, folded.macs);
  EXPECT_EQ(raw.macs_dynamic, folded.macs_dynamic);
  ASSERT_EQ(raw.layers.size(), folded.layers.size());
  for (std::size_t i = 0; i < raw.layers.size(); ++i) {
    EXPECT_EQ(raw.layers[i].op, folded.layers[i].op);
    EXPECT_EQ(raw.layers[i].out.elements(), folded.layers[i].out.elements());
  }
}

}  // namespace
}  // namespace crossroof::testing
