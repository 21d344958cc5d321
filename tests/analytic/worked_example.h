// SPDX-License-Identifier: Apache-2.0
// The worked example of docs/worked-example.md: one 3x3 convolution with ReLU on the teaching chip.
#ifndef CROSSROOF_TESTS_ANALYTIC_WORKED_EXAMPLE_H_
#define CROSSROOF_TESTS_ANALYTIC_WORKED_EXAMPLE_H_

#include "workloads/network.h"

namespace crossroof {

// Input 4 x height x width, 8 outputs, pad 1: K = 36, M = 8.
inline Network worked_network(std::int64_t height = 4, std::int64_t width = 4) {
  Network net;
  net.name = "worked example";
  net.inputs = {{"x", {1, 4, height, width}, {4, height, width}, 8}};
  Layer conv;
  conv.name = "conv";
  conv.op = "Conv";
  conv.kind = LayerKind::mvm;
  conv.K = 36;
  conv.M = 8;
  conv.in = {4, height, width};
  conv.out = {8, height, width};
  conv.window = {3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
  conv.macs = conv.K * conv.M * height * width;
  conv.fused = {{SimdKind::add, 8 * height * width}};  // ReLU
  Edge e;
  e.from = conv.in;
  e.channels = 4;
  e.need = Need::window;
  conv.in_edges = {e};
  net.layers = {conv};
  net.outputs = {LayerId(0)};
  net.macs = net.macs_static = conv.macs;
  return net;
}

}  // namespace crossroof

#endif  // CROSSROOF_TESTS_ANALYTIC_WORKED_EXAMPLE_H_
