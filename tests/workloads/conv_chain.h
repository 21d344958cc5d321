// SPDX-License-Identifier: Apache-2.0
// Networks that are chains of convolutions, made by hand.
#ifndef CROSSROOF_TESTS_WORKLOADS_CONV_CHAIN_H_
#define CROSSROOF_TESTS_WORKLOADS_CONV_CHAIN_H_

#include <string>

#include "workloads/network.h"

namespace crossroof::oracle {

class ConvChain {
 public:
  explicit ConvChain(const MapShape& input) : shape_(input) {
    net_.name = "chain";
    net_.inputs = {{"x", {1, input.channels, input.height, input.width}, input, 8}};
  }

  void add(const Window& w, std::int64_t outputs, bool relu = false) {
    Layer conv;
    conv.name = "conv" + std::to_string(net_.layers.size());
    conv.op = "Conv";
    conv.kind = LayerKind::mvm;
    conv.K = shape_.channels * w.taps();
    conv.M = outputs;
    conv.in = shape_;
    conv.window = w;
    Edge e;
    e.from = shape_;
    e.channels = shape_.channels;
    e.need = Need::window;
    if (!net_.layers.empty()) e.producer = layer_id(net_.layers.size() - 1);
    conv.in_edges = {e};
    const auto side = [](std::int64_t padded, std::int64_t kernel, std::int64_t dilation,
                         std::int64_t stride) {
      return (padded - dilation * (kernel - 1) - 1) / stride + 1;
    };
    shape_ = {outputs,
              side(shape_.height + w.pad_top + w.pad_bottom, w.kernel_h, w.dilation_h, w.stride_h),
              side(shape_.width + w.pad_left + w.pad_right, w.kernel_w, w.dilation_w, w.stride_w)};
    conv.out = shape_;
    conv.macs = conv.K * conv.M * shape_.positions();
    if (relu) conv.fused = {{SimdKind::add, outputs * shape_.positions()}};
    net_.macs = net_.macs_static += conv.macs;
    net_.layers.push_back(conv);
    net_.outputs = {layer_id(net_.layers.size() - 1)};
  }

  const Network& net() const { return net_; }

 private:
  Network net_;
  MapShape shape_;
};

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_CONV_CHAIN_H_
