// SPDX-License-Identifier: Apache-2.0
#include "validation/stage_share.h"

namespace crossroof::validation {
namespace {

std::int64_t scaled(std::int64_t amount, Ratio r) {
  const std::int64_t part = checked_mul(amount, r.to) / r.from;
  return part == 0 && amount > 0 && r.to > 0 ? 1 : part;
}
Bits scaled(Bits amount, Ratio r) { return Bits(scaled(amount.count(), r)); }

void scale(std::vector<SimdWork>& work, Ratio r) {
  for (SimdWork& w : work) w.count = scaled(w.count, r);
}

void scale_mac(MvmWork& mac, Ratio r) {
  const std::int64_t count = mac.count;
  if (count == 0) return;
  mac.count = scaled(count, r);
  mac.conversions = mac.conversions / count * mac.count;
  mac.macs = mac.macs / count * mac.count;
}

void scale_task(Stage stage, Ratio r, TaskWork& w) {
  switch (stage) {
    case Stage::noc_read:
      w.noc_read = scaled(w.noc_read, r);
      w.memory_read = scaled(w.memory_read, r);
      break;
    case Stage::l1_read_mac:
      w.l1_read_mac = scaled(w.l1_read_mac, r);
      break;
    case Stage::mac:
      scale_mac(w.mac, r);
      break;
    case Stage::l1_write_mac:
      w.l1_write_mac = scaled(w.l1_write_mac, r);
      break;
    case Stage::l1_read_simd:
      w.l1_read_simd = scaled(w.l1_read_simd, r);
      break;
    case Stage::simd:
      scale(w.simd, r);
      break;
    case Stage::l1_write_simd:
      w.l1_write_simd = scaled(w.l1_write_simd, r);
      break;
    case Stage::noc_write:
      w.noc_write = scaled(w.noc_write, r);
      w.memory_write = scaled(w.memory_write, r);
      break;
    case Stage::write:
      break;
  }
}

void scale_chunks(Stage stage, Ratio r, StageWork& w) {
  switch (stage) {
    case Stage::l1_read_mac:
      w.s2.amount = scaled(w.s2.amount, r);
      break;
    case Stage::mac:
      if (w.mvms == 0) break;
      w.conversions = w.conversions / w.mvms * scaled(w.mvms, r);
      w.macs = w.macs / w.mvms * scaled(w.mvms, r);
      w.mvms = scaled(w.mvms, r);
      break;
    case Stage::l1_write_mac:
      w.s4.amount = scaled(w.s4.amount, r);
      break;
    case Stage::l1_read_simd:
      w.s5.amount = scaled(w.s5.amount, r);
      break;
    case Stage::simd:
      scale(w.s6, r);
      break;
    case Stage::l1_write_simd:
      w.s7.amount = scaled(w.s7.amount, r);
      break;
    case Stage::noc_read:
    case Stage::noc_write:
    case Stage::write:
      break;
  }
}

}  // namespace

void scale_stage(Stage stage, Ratio ratio, Mapping& mapping) {
  for (LayerMapping& layer : mapping.layers) {
    for (Task& task : layer.tasks) scale_task(stage, ratio, task.work);
  }
  for (Stream& stream : mapping.streams) {
    for (Flow& flow : stream.flows) {
      const Stage sends = flow.producer_task < 0 ? Stage::noc_read : Stage::noc_write;
      if (sends == stage) flow.bits = scaled(flow.bits, ratio);
    }
  }
}

void scale_stage(Stage stage, Ratio ratio, Program& program) {
  for (CoreTask& task : program.tasks) {
    for (StageWork& work : task.classes) scale_chunks(stage, ratio, work);
  }
  for (Feed& feed : program.feeds) {
    const Stage sends = feed.from.memory ? Stage::noc_read : Stage::noc_write;
    if (sends == stage) feed.position_bits = scaled(feed.position_bits, ratio);
  }
}

}  // namespace crossroof::validation
