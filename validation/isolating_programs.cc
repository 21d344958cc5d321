// SPDX-License-Identifier: Apache-2.0
#include "validation/isolating_programs.h"

#include <algorithm>

#include "validation/stage_share.h"
#include "workloads/mapper.h"

namespace crossroof::validation {
namespace {

constexpr Ratio kNone = {0, 1}, kLittle = {1, 64};
constexpr std::int64_t kFewChannels = 4, kManyChannels = 128;  // of a core
constexpr std::int64_t kCores[] = {1, 4, 16};

struct Size {
  std::int64_t height, width;
};
constexpr Size kSizes[] = {{4, 4}, {8, 16}, {16, 32}};

bool moves(Stage s) { return s == Stage::noc_read || s == Stage::noc_write; }

Network layer(std::int64_t rows, std::int64_t columns, Size size) {
  Layer conv;
  conv.name = conv.op = "Conv";
  conv.kind = LayerKind::mvm;
  conv.K = rows;
  conv.M = columns;
  conv.in = {rows, size.height, size.width};
  conv.out = {columns, size.height, size.width};
  conv.macs = checked_mul(checked_mul(rows, columns), conv.out.positions());
  conv.fused = {{SimdKind::add, conv.out.elements()}};
  Edge edge;
  edge.from = conv.in;
  edge.channels = rows;
  edge.need = Need::window;
  conv.in_edges = {edge};
  Network net;
  net.name = "isolating program";
  net.inputs = {{"x", {1, rows, size.height, size.width}, conv.in, 32}};
  net.macs = net.macs_static = conv.macs;
  net.layers = {conv};
  net.outputs = {layer_id(0)};
  return net;
}

// The chip with a few arrays in the cores of one kind and none in others, so that the layer goes
// there and spreads.
RramChip only(const RramChip& chip, KindId kind, std::int64_t arrays) {
  RramChip part = chip;
  for (std::size_t k = 0; k < part.kinds.size(); ++k) {
    std::int64_t& crossbars = part.kinds[k].crossbars;
    crossbars = KindId(k) == kind ? std::min(arrays, crossbars) : 0;
  }
  return part;
}

void add_transfers(KindId kind, std::int64_t cores, const Size& size,
                   std::vector<IsolatingCase>& cases) {
  for (const Stage stage : {Stage::noc_read, Stage::noc_write}) {
    for (const std::int64_t n : kCores) {
      if (n > cores) continue;
      for (const bool few : {true, false}) {
        cases.push_back({kind, {stage}, n, few, size.height, size.width});
      }
    }
  }
}

}  // namespace

std::string IsolatingCase::name(const RramChip& chip) const {
  std::string text = chip.kinds[static_cast<std::size_t>(kind)].name + ":";
  text += " " + (stages.size() == 1 ? std::string(kStages[index(stages.front())].key)
                                    : "all stages of L1");
  text += ", " + std::to_string(height) + " x " + std::to_string(width);
  if (!moves(stages.front())) return text;
  return text + (few_channels ? ", few channels, " : ", many channels, ") + std::to_string(cores) +
         (cores == 1 ? " core" : " cores");
}

std::vector<IsolatingCase> isolating_cases(const RramChip& chip) {
  const std::vector<std::vector<Stage>> in_core = {
      {Stage::l1_read_mac},
      {Stage::l1_write_mac},
      {Stage::l1_read_simd},
      {Stage::l1_write_simd},
      {Stage::l1_read_mac, Stage::l1_write_mac, Stage::l1_read_simd, Stage::l1_write_simd},
      {Stage::mac},
      {Stage::simd}};
  std::vector<IsolatingCase> cases;
  for (std::size_t k = 0; k < chip.kinds.size(); ++k) {
    const auto cores =
        static_cast<std::int64_t>(std::count(chip.cores.begin(), chip.cores.end(), KindId(k)));
    if (cores == 0 || chip.kinds[k].crossbars == 0) continue;
    for (const Size& size : kSizes) {
      for (const std::vector<Stage>& stages : in_core) {
        cases.push_back({KindId(k), stages, 1, false, size.height, size.width});
      }
      add_transfers(KindId(k), cores, size, cases);
    }
  }
  return cases;
}

IsolatingProgram isolating_program(const RramChip& chip, const IsolatingCase& c) {
  const CoreKind& kind = chip.kinds[static_cast<std::size_t>(c.kind)];
  const ArrayGeometry one = array_geometry({1, 1, 1}, chip.precision.weight, kind.crossbar);
  const std::int64_t room = std::max<std::int64_t>(1, kind.crossbars / one.unit);
  const std::int64_t sets = std::min(room, ceil_div(kManyChannels, one.weight_columns));
  const RramChip part = only(chip, c.kind, sets * one.unit);
  const std::int64_t columns = std::min(kManyChannels, one.weight_columns * sets);
  const bool reads = c.stages.front() == Stage::noc_read;
  const std::int64_t rows =
      std::min(reads && c.few_channels ? kFewChannels : kManyChannels, one.weight_rows);
  IsolatingProgram p;
  p.name = c.name(chip);
  p.core_kind = kind.name;
  p.net = layer(rows, columns * c.cores, {c.height, c.width});
  p.mapping = map_network(p.net, part, {});
  for (const StageInfo& s : kStages) {
    const bool kept = std::find(c.stages.begin(), c.stages.end(), s.stage) != c.stages.end();
    if (!kept) scale_stage(s.stage, moves(s.stage) ? kLittle : kNone, p.mapping);
  }
  p.program = expand(p.net, part, p.mapping);
  for (const Stage stage : {Stage::noc_read, Stage::noc_write}) {
    if (stage != c.stages.front()) scale_stage(stage, kLittle, p.program);
  }
  if (c.stages.front() == Stage::noc_write && c.few_channels) {
    // As few results of every core as there are few channels.
    const std::int64_t held = p.mapping.layers[0].tasks.front().held.columns;
    const Ratio few = {std::min(kFewChannels, held), held};
    scale_stage(Stage::noc_write, few, p.mapping);
    scale_stage(Stage::noc_write, few, p.program);
  }
  return p;
}

}  // namespace crossroof::validation
