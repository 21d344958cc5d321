// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "cli/report/envelope_json.h"
#include "cli/report/network_report.h"

namespace crossroof::cli {
namespace {

using Json = nlohmann::ordered_json;

Json shapes_json(const std::vector<TensorInfo>& tensors) {
  Json shapes = Json::array();
  for (const TensorInfo& tensor : tensors) shapes.push_back(tensor.shape);
  return shapes;
}

Json operand_json(const Layer& layer) {
  if (layer.macs == 0) return nullptr;
  return layer.macs_dynamic ? "dynamic" : "static";
}

Json layer_json(const Network& net, const Layer& layer) {
  Json j;
  j["name"] = layer.name;
  j["op"] = layer.op;
  j["macs"] = layer.macs;
  j["operand"] = operand_json(layer);
  j["simd_ops"] = lane_operations(net, layer);
  j["input_bytes"] = whole_bytes(layer.input_bits);
  j["output_bytes"] = whole_bytes(layer.output_bits);
  j["weight_bytes"] = whole_bytes(layer.weight_bits);
  j["weights"] = layer.weight_elements;
  j["inputs"] = shapes_json(layer.inputs);
  j["outputs"] = shapes_json(layer.outputs);
  j["fused"] = layer.fused_nodes;
  j["assumed"] = layer.assumed;
  return j;
}

Json coverage_json(const Network& net) {
  const Coverage& c = net.coverage;
  return {{"nodes", c.nodes},
          {"ruled", c.ruled},
          {"assumed", c.assumed},
          {"folded", c.folded},
          {"fused", c.fused},
          {"macs_assumed", c.macs_assumed},
          {"nodes_assumed_fraction", share(c.assumed, c.nodes)},
          {"macs_assumed_fraction", share(c.macs_assumed, net.macs)}};
}

}  // namespace

std::string network_json(const Network& net) {
  Json j;
  j["name"] = net.name;
  j["source"] = net.source;
  j["batch"] = net.batch;
  j["macs"] = net.macs;
  j["macs_static"] = net.macs_static;
  j["macs_dynamic"] = net.macs_dynamic;
  j["weights"] = net.weights;
  j["inputs"] = Json::array();
  for (const NetworkInput& input : net.inputs) {
    j["inputs"].push_back(
        {{"name", input.name}, {"shape", input.shape}, {"element_bits", input.element_bits}});
  }
  j["outputs"] = Json::array();
  for (const LayerId output : net.outputs) {
    if (output == LayerId::network_input) continue;
    const Layer& layer = net.layers[index(output)];
    j["outputs"].push_back({{"layer", layer.name}, {"shapes", shapes_json(layer.outputs)}});
  }
  j["coverage"] = coverage_json(net);
  j["layers"] = Json::array();
  for (const Layer& layer : net.layers) j["layers"].push_back(layer_json(net, layer));
  return envelope("network show", std::move(j), net.warnings);
}

}  // namespace crossroof::cli
