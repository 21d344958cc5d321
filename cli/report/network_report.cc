// SPDX-License-Identifier: Apache-2.0
#include "cli/report/network_report.h"

#include "cli/report/csv.h"
#include "cli/report/engineering.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

constexpr std::size_t kLongestName = 40;

std::string shape_text(const std::vector<std::int64_t>& shape) {
  if (shape.empty()) return "scalar";
  std::string text;
  for (const std::int64_t size : shape) text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

std::string shapes_text(const std::vector<TensorInfo>& tensors, const char* separator) {
  std::string text;
  for (const TensorInfo& tensor : tensors) {
    text += (text.empty() ? "" : separator) + shape_text(tensor.shape);
  }
  return text;
}

std::string operand(const Layer& layer) {
  if (layer.macs == 0) return "";
  return layer.macs_dynamic ? "dynamic" : "static";
}

std::string matrix_text(const Layer& layer) {
  if (layer.kind != LayerKind::mvm) return "-";
  const std::string matrix = std::to_string(layer.K) + " x " + std::to_string(layer.M);
  return layer.groups == 1 ? matrix : std::to_string(layer.groups) + " * " + matrix;
}

std::string totals(const Network& net) {
  std::int64_t simd = 0;
  for (const Layer& layer : net.layers) simd = checked_add(simd, lane_operations(net, layer));
  FactList facts;
  facts.add("network", net.name + (net.source.empty() ? "" : " (" + net.source + ")"));
  for (const NetworkInput& input : net.inputs) {
    facts.add("input", input.name + "  " + shape_text(input.shape) + "  " +
                           std::to_string(input.element_bits) + " bit");
  }
  for (const LayerId output : net.outputs) {
    if (output == LayerId::network_input) continue;
    const Layer& layer = net.layers[index(output)];
    facts.add("output", layer.name + "  " + shapes_text(layer.outputs, ", "));
  }
  facts.add("layers", std::to_string(net.layers.size()));
  facts.add("MACs", count_text(net.macs) + ": " + count_text(net.macs_static) + " static, " +
                        count_text(net.macs_dynamic) + " dynamic");
  facts.add("weights", count_text(net.weights));
  facts.add("SIMD", count_text(simd) + " lane-operations at default costs");
  facts.add("batch", counted(net.batch, "image") + "; all figures are of the whole batch");
  const Coverage& c = net.coverage;
  facts.add("coverage", counted(c.nodes, "node") + ": " + std::to_string(c.ruled) + " by rule, " +
                            std::to_string(c.fused) + " fused, " + std::to_string(c.folded) +
                            " folded, " + std::to_string(c.assumed) + " assumed (" +
                            percent_text(share(c.assumed, c.nodes)) + " of nodes, " +
                            percent_text(share(c.macs_assumed, net.macs)) + " of MACs)");
  return facts.text();
}

}  // namespace

std::int64_t lane_operations(const Network& net, const Layer& layer) {
  std::int64_t sum = 0;
  for (const std::vector<SimdWork>* list : {&layer.work, &layer.fused}) {
    for (const SimdWork& work : *list) {
      sum = checked_add(sum, checked_mul(work.count, kSimdKinds[index(work.kind)].lane_ops));
    }
  }
  return checked_mul(sum, net.batch);  // the network describes one image
}

std::string network_table(const Network& net) {
  TextTable table;
  table.add_column("#");
  for (const char* heading : {"layer", "op", "inputs", "output", "K x M"}) {
    table.add_column(heading, Align::left);
  }
  table.add_column("MACs");
  table.add_column("operand", Align::left);
  for (const char* heading : {"SIMD ops", "input", "output", "weights"}) table.add_column(heading);
  std::size_t number = 0;
  for (const Layer& layer : net.layers) {
    table.add_row({std::to_string(++number), shortened(layer.name, kLongestName), layer.op,
                   shapes_text(layer.inputs, " "), shapes_text(layer.outputs, " "),
                   matrix_text(layer), count_text(layer.macs),
                   layer.macs == 0 ? "-" : operand(layer), count_text(lane_operations(net, layer)),
                   bytes_text(layer.input_bits), bytes_text(layer.output_bits),
                   bytes_text(layer.weight_bits)});
  }
  return totals(net) + "\n" + table.text();
}

std::string network_csv(const Network& net) {
  Csv csv;
  for (const char* name :
       {"number", "name", "op", "inputs", "outputs", "rows_K", "columns_M", "groups", "macs",
        "operand", "simd_ops", "input_bytes", "output_bytes", "weight_bytes"}) {
    csv.field(name);
  }
  csv.end_record();
  std::int64_t number = 0;
  for (const Layer& layer : net.layers) {
    csv.field(++number).field(layer.name).field(layer.op);
    csv.field(shapes_text(layer.inputs, " ")).field(shapes_text(layer.outputs, " "));
    csv.field(layer.K).field(layer.M).field(layer.groups).field(layer.macs).field(operand(layer));
    csv.field(lane_operations(net, layer)).field(whole_bytes(layer.input_bits));
    csv.field(whole_bytes(layer.output_bits)).field(whole_bytes(layer.weight_bits));
    csv.end_record();
  }
  return csv.text();
}

}  // namespace crossroof::cli
