// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "tests/workloads/random_cases.h"

namespace crossroof::oracle {
namespace {

void describe_kind(const CoreKind& kind, std::ostream& out) {
  const Crossbar& x = kind.crossbar;
  static const std::vector<std::string> kSigns = {"offset", "diff-columns", "diff-rows",
                                                  "diff-arrays"};
  out << "kind: " << kind.crossbars << " crossbars " << x.rows << " x " << x.columns << ", "
      << x.cell_bits << " bit/cell, slices in "
      << (x.slices == Slices::columns ? "columns" : "arrays") << ", "
      << kSigns[static_cast<std::size_t>(x.sign)] << ", "
      << (x.input == InputCoding::bit_serial ? "bit-serial" : "pulse-count")
      << (x.input == InputCoding::pulse_count && x.pulse_count.two_phase ? " two-phase" : "")
      << ", DAC " << x.dac_bits << ", active rows " << x.active_rows << ", planes " << x.planes
      << ", ADC " << x.adc.count << "/" << x.adc.crossbars
      << (x.adc.per_column ? " per column" : "") << ", L1 " << kind.l1.capacity.count()
      << " bits, sums in " << (kind.partial_sums == PartialSums::simd ? "SIMD" : "adder tree")
      << ", b_acc " << kind.accumulator_bits << (kind.input_broadcast ? "" : ", no broadcast")
      << "\n";
}

void describe_layer(const Layer& layer, std::ostream& out) {
  const Window& w = layer.window;
  out << layer.name << ": " << layer.in.channels << "x" << layer.in.height << "x" << layer.in.width
      << " -> " << layer.out.channels << "x" << layer.out.height << "x" << layer.out.width
      << ", groups " << layer.groups << ", K " << layer.K << ", M " << layer.M << ", kernel "
      << w.kernel_h << "x" << w.kernel_w << ", stride " << w.stride_h << "x" << w.stride_w
      << ", dilation " << w.dilation_h << "x" << w.dilation_w << ", pads " << w.pad_top << " "
      << w.pad_left << " " << w.pad_bottom << " " << w.pad_right << ", bits " << layer.bits.input
      << " " << layer.bits.weight << " " << layer.bits.output << "\n";
  for (const SimdWork& work : layer.fused) {
    out << "  fused " << kSimdKinds[index(work.kind)].key << " x " << work.count << "\n";
  }
  static const std::vector<std::string> kNeeds = {"window", "same", "whole"};
  for (const Edge& e : layer.in_edges) {
    out << "  from "
        << (e.producer == LayerId::network_input
                ? "input " + std::to_string(e.input)
                : "layer" + std::to_string(static_cast<int>(e.producer)))
        << " " << e.from.channels << "x" << e.from.height << "x" << e.from.width << " channels "
        << e.producer_channel << " + " << e.channels << " as " << e.consumer_channel << ", need "
        << kNeeds[static_cast<std::size_t>(e.need)]
        << (e.gate == Gate::s2_operands ? ", S2" : ", S5") << "\n";
  }
}

}  // namespace

std::string describe(const Case& c) {
  std::ostringstream out;
  static const std::vector<std::string> kKinds = {
      "mesh", "concentrated mesh", "torus", "bus", "star", "full", "explicit"};
  out << "seed " << c.seed << ": "
      << (c.options.mode == RunMode::layer_pipeline ? "layer-pipeline" : "layer-serial") << ", "
      << (c.options.reuse == Reuse::im2col ? "im2col" : "line-buffer") << ", "
      << kKinds[static_cast<std::size_t>(c.chip.noc.topology.kind)] << " of " << c.chip.cores.size()
      << " cores, " << c.chip.memory.size() << " controllers, C " << c.chip.stage_slots
      << (c.chip.noc.multicast ? ", multicast" : "") << ", default bits " << c.options.bits.input
      << " " << c.options.bits.weight << " " << c.options.bits.output << " over "
      << c.chip.precision.input << " " << c.chip.precision.weight << " " << c.chip.precision.output
      << "\ncores of kinds";
  for (const KindId kind : c.chip.cores) out << " " << static_cast<std::size_t>(kind);
  out << "\n";
  for (const CoreKind& kind : c.chip.kinds) describe_kind(kind, out);
  for (const Layer& layer : c.net.layers) describe_layer(layer, out);
  out << "outputs";
  for (const LayerId id : c.net.outputs) out << " layer" << static_cast<int>(id);
  out << "\nreplicas wished:";
  for (const auto& [layer, more] : c.replicas) {
    out << " layer" << static_cast<int>(layer) << " +" << more;
  }
  out << "\n";
  return out.str();
}

}  // namespace crossroof::oracle
