// SPDX-License-Identifier: Apache-2.0
#include "analytic/explain.h"

#include <algorithm>

#include "analytic/explain_parts.h"
#include "analytic/mvm.h"

namespace crossroof::analytic {

std::vector<FigureGroup> explain(const Network& net, const RramChip& chip, const Mapping& mapping,
                                 LayerId id, Sharing sharing) {
  const ExplainedLayer layer{
      net, chip, mapping, id, sharing, stage_times(net, chip, mapping, id, kAllPhases, sharing)};
  std::vector<FigureGroup> groups;
  if (mapping.layer(id).on_crossbars) {
    groups.push_back(explain_arrays(layer));
    groups.push_back(explain_mvm(layer));
  }
  for (const StageInfo& s : kStages) {
    const Seconds time = layer.times.time[index(s.stage)];
    if (time == Seconds() && s.stage == Stage::write) continue;
    groups.push_back(explain_stage(layer, s));
  }
  FigureGroup whole{"Layer", {}};
  std::string list;
  for (const StageInfo& s : kStages) {
    if (s.stage == Stage::write && layer.times.time[index(s.stage)] == Seconds()) continue;
    list += (list.empty() ? "" : ", ") + number(layer.times.time[index(s.stage)].value());
  }
  std::string formula = "max(S1, ..., S8)", substituted = "max(" + list + ")";
  if (layer.times.mac_and_write > Seconds()) {
    const Task& task = mapping.layer(id).tasks[layer.times.mac_and_write_task];
    const Seconds macs = mac_time(net.layers[index(id)], mapping.layer(id).plan, task.work.mac,
                                  mvm_time(chip.kind(task.core).crossbar, task.work.mac));
    formula = "max(S1, ..., S8, S3 + W of one core)";
    substituted = "max(" + list + ", " + number(macs.value()) + " + " +
                  number((layer.times.mac_and_write - macs).value()) + ")";
  }
  const std::vector<Seconds> passes = phase_intervals(net, chip, mapping, id, sharing);
  if (passes.size() > 1) {
    formula = "sum over passes";
    substituted.clear();
    for (const Seconds& p : passes) {
      substituted += (substituted.empty() ? "" : " + ") + number(p.value());
    }
  }
  Seconds interval;
  for (const Seconds& p : passes) interval += p;
  whole.figures.push_back({"interval", formula, substituted, interval.value(), "s",
                           "docs/equations.md E61", "interval_s"});
  if (layer.times.next > Seconds()) {
    whole.figures.push_back(
        {"gain", "largest / second largest",
         number(layer.times.largest.value()) + " / " + number(layer.times.next.value()),
         layer.times.largest / layer.times.next, "", "docs/equations.md E62", "gain"});
  }
  groups.push_back(whole);
  return groups;
}

}  // namespace crossroof::analytic
