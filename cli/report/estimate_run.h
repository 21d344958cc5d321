// SPDX-License-Identifier: Apache-2.0
// One network estimated on one or several machines: what every report of `estimate` draws on.
// A LayerRow is a layer as all of them show it; times and MACs are per image.
#ifndef CROSSROOF_CLI_REPORT_ESTIMATE_RUN_H_
#define CROSSROOF_CLI_REPORT_ESTIMATE_RUN_H_

#include <optional>
#include <string>
#include <vector>

#include "analytic/duplicate.h"
#include "analytic/estimate.h"
#include "analytic/explain.h"
#include "models/rram_chip.h"
#include "models/stages.h"
#include "workloads/mapping.h"
#include "workloads/network.h"

namespace crossroof::cli {

// What the user asked for, checked.
struct EstimateOptions {
  MappingOptions mapping;
  analytic::Tier tier = analytic::Tier::pipeline;
  analytic::Duplication duplication = analytic::Duplication::greedy;
  analytic::Sharing sharing = analytic::Sharing::max_min;
  std::vector<std::string> sets;
  std::optional<LayerId> explain;
};

struct EstimateRun {
  std::string machine;  // unique among the runs
  RramChip chip;
  Mapping mapping;
  analytic::Estimate estimate;
  // The same mapping at the effective rates of the machine's calibration, and the tier those belong
  // to.
  std::optional<analytic::TierResult> calibrated;
  std::vector<analytic::FigureGroup> explained;
};

struct EstimateRuns {
  const Network& net;
  const EstimateOptions& options;
  const std::vector<EstimateRun>& runs;
};

struct LayerRow {
  std::string name, op, shape;  // "K x M x N" of a matrix layer, "C x H x W" produced otherwise
  const analytic::LayerEstimate* estimate = nullptr;
  const LayerMapping* mapping = nullptr;
  std::optional<Stage> bottleneck, second;  // none: no work there
  std::optional<double> gain;               // if the bottleneck took no time
  std::int64_t macs = 0;
  OpsPerSecond peak;  // of the layer's own arrays, all rows and columns in use
};

LayerRow layer_row(const Network& net, const EstimateRun& run, std::size_t layer);

// Times of the tier the user asked for.
const analytic::TierResult& result_of(const EstimateRun& run, const EstimateOptions& options);

// Figures of the whole network.
double images_per_second(const analytic::TierResult& result);
OpsPerSecond achieved(const EstimateRun& run, const analytic::TierResult& result);
std::optional<double> gain(const analytic::TierResult& result);
// "lower bound", or "estimate" when an assumption makes it none.
std::string bound_text(const EstimateOptions& options);
// "-2.0 % to +8.0 %": where simulated values lie; without a band, what to do instead.
std::string band_text(const std::optional<analytic::Band>& band);
// The widths of all matrix layers; nullopt when they differ.
std::optional<OperandBits> common_bits(const Network& net, const EstimateRun& run);
// Whether the ninth stage, array writing, has work anywhere.
bool writes_arrays(const EstimateRun& run);

// A resource with its time per image over all phases, weight loads shared by the batch.
struct BusyResource {
  std::string name;
  Seconds busy;
  double utilisation = 0;  // of the interval
};

// Busiest first.
std::vector<BusyResource> busy_resources(const Network& net, const EstimateRun& run,
                                         const analytic::TierResult& result);

// The mapping's notes for a reader: the first few, then how many more --json has.
std::vector<std::string> shown_notes(const EstimateRun& run);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_ESTIMATE_RUN_H_
