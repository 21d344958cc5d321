// SPDX-License-Identifier: Apache-2.0
// In which form a value is read: the first reader that cares decides, searched through readers that
// keep the axes. Bounded, so that a value with very many readers costs little.
#include <deque>

#include "workloads/onnx/lowering.h"

namespace crossroof {
namespace {

constexpr int kMaxReaders = 256;

bool works_on_images(const OnnxNode& node) {
  return node.op == "BatchNormalization" || node.op == "GlobalAveragePool" ||
         node.op == "GlobalMaxPool" || node.op == "InstanceNormalization" ||
         node.op == "DepthToSpace" || node.op == "SpaceToDepth";
}

// A transpose that brings the last axis to the place of an image's channels.
bool moves_channels_forward(const OnnxNode& node, std::int64_t rank) {
  if (rank < 4) return false;
  for (const OnnxAttribute& a : node.attributes) {
    if (a.name == "perm") return a.ints.size() > 1 && a.ints[1] == rank - 1;
  }
  return false;
}

std::optional<MapForm> wanted_form(const LowerUnit& reader, const OnnxNode& node,
                                   std::int64_t rank) {
  switch (reader.kind) {
    case OpKind::conv:
    case OpKind::conv_transpose:
    case OpKind::pool:
      return MapForm::image;
    case OpKind::matmul:
    case OpKind::recurrent:
      return MapForm::tokens;
    case OpKind::transpose:
      if (moves_channels_forward(node, rank)) return MapForm::channels_last;
      return std::nullopt;
    default:
      if (works_on_images(node)) return MapForm::image;
      return std::nullopt;
  }
}

}  // namespace

MapForm Lowering::form_for(ValueId id, MapForm otherwise) const {
  const std::int64_t rank = value(id).rank();
  if (rank < 3) return MapForm::tokens;
  std::deque<ValueId> pending = {id};
  int seen = 0;
  while (!pending.empty()) {
    const ValueId next = pending.front();
    pending.pop_front();
    for (const std::size_t u : readers(next)) {
      if (++seen > kMaxReaders) return otherwise;
      const LowerUnit& reader = units_[u];
      if (const auto form = wanted_form(reader, index_.node(reader.node), rank)) return *form;
      const bool keeps_axes = reader.kind != OpKind::reshape && reader.kind != OpKind::transpose;
      if (keeps_axes && value(reader.outputs[0]).rank() == rank) {
        pending.push_back(reader.outputs[0]);
      }
    }
  }
  return otherwise;
}

}  // namespace crossroof
