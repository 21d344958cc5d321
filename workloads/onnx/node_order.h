// SPDX-License-Identifier: Apache-2.0
// ONNX demands that a node comes after the nodes whose results it reads and that a value has one
// producer. Throws Error naming node and tensor: duplicate output, cycle, unsorted, never produced.
#ifndef CROSSROOF_WORKLOADS_ONNX_NODE_ORDER_H_
#define CROSSROOF_WORKLOADS_ONNX_NODE_ORDER_H_

#include <string_view>

#include "workloads/onnx/graph.h"

namespace crossroof {

void check_node_order(const OnnxGraph& graph, std::string_view label);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_ONNX_NODE_ORDER_H_
