// SPDX-License-Identifier: Apache-2.0
#include "cli/report/estimate_run.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analytic/mvm.h"
#include "cli/report/engineering.h"

namespace crossroof::cli {
namespace {

std::string shape_text(const Layer& layer, const LayerMapping& mapping) {
  const std::string x = " x ";
  if (layer.kind == LayerKind::mvm) {
    const std::string matrix = std::to_string(layer.K) + x + std::to_string(layer.M) + x +
                               std::to_string(mapping.plan.positions);
    return layer.groups == 1 ? matrix : std::to_string(layer.groups) + " * " + matrix;
  }
  if (layer.product_batch > 0) {
    return std::to_string(layer.product_batch) + " * " + std::to_string(layer.product_m) + x +
           std::to_string(layer.product_k) + x + std::to_string(layer.product_n);
  }
  return std::to_string(layer.out.channels) + x + std::to_string(layer.out.height) + x +
         std::to_string(layer.out.width);
}

// Peak of so many arrays at the widths of the layer.
OpsPerSecond peak_of_arrays(const RramChip& chip, const LayerMapping& mapping,
                            std::int64_t arrays) {
  const CoreKind& kind = chip.kinds[static_cast<std::size_t>(mapping.kind)];
  RramChip core;
  core.kinds = {kind};
  core.cores = {KindId(0)};
  const OpsPerSecond peak =
      analytic::peak(core, {mapping.bits.input, mapping.bits.weight, mapping.bits.output});
  return peak * (static_cast<double>(arrays) / static_cast<double>(kind.crossbars));
}

bool same(const OperandBits& a, const OperandBits& b) {
  return a.input == b.input && a.weight == b.weight && a.output == b.output;
}

}  // namespace

LayerRow layer_row(const Network& net, const EstimateRun& run, std::size_t layer) {
  LayerRow row;
  const Layer& described = net.layers[layer];
  row.estimate = &run.estimate.layers[layer];
  row.mapping = &run.mapping.layers[layer];
  row.name = described.name;
  row.op = described.op;
  row.shape = shape_text(described, *row.mapping);
  if (row.mapping->on_crossbars)
    row.peak = peak_of_arrays(run.chip, *row.mapping, row.estimate->arrays);
  row.macs = described.macs / std::max<std::int64_t>(1, net.batch);
  const analytic::LayerTimes& times = row.estimate->times;
  if (times.largest > Seconds()) row.bottleneck = times.bottleneck;
  if (times.next > Seconds()) {
    row.second = times.second;
    row.gain = times.largest / times.next;
  }
  return row;
}

const analytic::TierResult& result_of(const EstimateRun& run, const EstimateOptions& options) {
  switch (options.tier) {
    case analytic::Tier::stage_max:
      return run.estimate.stage_max;
    case analytic::Tier::resource_max:
      return run.estimate.resource_max;
    case analytic::Tier::pipeline:
      return run.estimate.pipeline;
    case analytic::Tier::contention:
      break;
  }
  return run.estimate.contention;
}

double images_per_second(const analytic::TierResult& result) {
  return result.interval > Seconds() ? 1 / result.interval.value() : 0;
}

OpsPerSecond achieved(const EstimateRun& run, const analytic::TierResult& result) {
  if (result.interval <= Seconds()) return OpsPerSecond();
  return Ops(2.0 * static_cast<double>(run.estimate.counts.macs)) / result.interval;
}

std::optional<double> gain(const analytic::TierResult& result) {
  if (result.second.time <= Seconds()) return std::nullopt;
  return result.gain;
}

std::string bound_text(const EstimateOptions& options) {
  const bool bound =
      options.sharing == analytic::Sharing::max_min && options.tier != analytic::Tier::contention;
  return bound ? "lower bound" : "estimate";
}

std::string band_text(const std::optional<analytic::Band>& band) {
  if (!band) return "near saturation: simulate";
  return signed_percent_text(band->low) + " to " + signed_percent_text(band->high);
}

std::optional<OperandBits> common_bits(const Network& net, const EstimateRun& run) {
  std::optional<OperandBits> common;
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    if (net.layers[l].kind != LayerKind::mvm) continue;
    const OperandBits& bits = run.mapping.layers[l].bits;
    if (common && !same(*common, bits)) return std::nullopt;
    common = bits;
  }
  if (common) return common;
  const Precision& p = run.mapping.precision;
  return OperandBits{p.input, p.weight, p.output};
}

bool writes_arrays(const EstimateRun& run) {
  return std::any_of(run.estimate.layers.begin(), run.estimate.layers.end(), [](const auto& layer) {
    return layer.times.time[index(Stage::write)] > Seconds();
  });
}

std::vector<BusyResource> busy_resources(const Network& net, const EstimateRun& run,
                                         const analytic::TierResult& result) {
  using Key = std::tuple<analytic::ResourceKind, std::int64_t, std::size_t, LayerId>;
  std::map<Key, std::size_t> known;
  std::vector<BusyResource> all;
  const auto batch = static_cast<double>(run.estimate.batch);
  for (const analytic::ResourceLoad& load : run.estimate.resources) {
    const auto [at, fresh] =
        known.emplace(Key{load.kind, load.chip, load.number, load.layer}, all.size());
    if (fresh) {
      std::string name = analytic::name(run.chip, load);
      if (load.layer != LayerId::network_input)
        name += " (" + net.layers[index(load.layer)].name + ")";
      all.push_back({name, Seconds(), 0});
    }
    const Seconds busy = load.per_image + load.once / batch;
    Seconds& sum = all[at->second].busy;
    // Replicas of a layer on one core have crossbars of their own: the busiest counts.
    sum = load.layer == LayerId::network_input ? sum + busy : std::max(sum, busy);
  }
  for (BusyResource& resource : all) {
    if (result.interval > Seconds()) resource.utilisation = resource.busy / result.interval;
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const BusyResource& a, const BusyResource& b) { return a.busy > b.busy; });
  return all;
}

std::vector<std::string> shown_notes(const EstimateRun& run) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> shown = run.mapping.notes;
  if (shown.size() > kMost + 1) {
    shown.resize(kMost);
    shown.push_back("and " + std::to_string(run.mapping.notes.size() - kMost) +
                    " more; --json lists them all");
  }
  return shown;
}

}  // namespace crossroof::cli
