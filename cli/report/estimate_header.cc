// SPDX-License-Identifier: Apache-2.0
#include "cli/choices.h"
#include "cli/report/engineering.h"
#include "cli/report/estimate_table.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

std::string bits_text(const Network& net, const EstimateRun& run) {
  const std::optional<OperandBits> bits = common_bits(net, run);
  if (!bits) return "as the network states for each layer (see --json)";
  return "inputs " + std::to_string(bits->input) + " bit, weights " + std::to_string(bits->weight) +
         " bit, outputs " + std::to_string(bits->output) + " bit";
}

template <class Table, class T>
std::string explained(T value, const Table& table) {
  const auto& choice = choice_of(value, table);
  return std::string(choice.word) + ": " + std::string(choice.meaning);
}

std::string occupation_text(const EstimateRun& run) {
  const Mapping& m = run.mapping;
  const auto cores = static_cast<std::int64_t>(run.chip.cores.size());
  const std::string chips = m.chips > 1 ? std::to_string(m.chips) + " chips, " : "";
  const std::string between =
      m.passes > 1 ? " arrays in " + std::to_string(m.passes) + " passes over " : " of ";
  return chips + count_text(m.arrays_used) + between + count_text(m.arrays_total) +
         (m.passes > 1 ? "; " : " arrays on ") + count_text(m.cores_used) + " of " +
         count_text(cores * m.chips) + " cores";
}

void add_machine(const EstimateRuns& runs, const EstimateRun& run, FactList& facts) {
  const std::string& title = run.chip.title;
  facts.add("machine", run.machine + (title.empty() ? "" : ": " + title));
  facts.add("", occupation_text(run));
  facts.add("precision", bits_text(runs.net, run));
  facts.add("duplication", word(runs.options.duplication, kDuplications) +
                               "; stopped: " + run.mapping.duplication_stopped);
}

}  // namespace

std::string estimate_header(const EstimateRuns& runs) {
  const EstimateOptions& options = runs.options;
  FactList facts;
  facts.add("network",
            runs.net.name + ": " +
                counted(static_cast<std::int64_t>(runs.net.layers.size()), "layer") + ", " +
                count_text(runs.net.weights) + " weights, " +
                engineering(static_cast<double>(runs.net.macs) /
                                static_cast<double>(std::max<std::int64_t>(1, runs.net.batch)),
                            "MAC", 4) +
                " per image");
  facts.add("mode", explained(options.mapping.mode, kModes));
  facts.add("batch", counted(options.mapping.batch, "image"));
  facts.add("reuse", explained(options.mapping.reuse, kReuses));
  facts.add("sharing", explained(options.sharing, kSharings));
  facts.add("tier", word(options.tier, kTiers) + ": " +
                        (options.sharing == analytic::Sharing::equal
                             ? "an estimate, because equal sharing is no bound"
                         : options.tier == analytic::Tier::contention
                             ? "an estimate of a simulated run"
                             : "a lower bound on time, no real run is faster"));
  for (const std::string& set : options.sets) facts.add("set", set);
  for (const EstimateRun& run : runs.runs) add_machine(runs, run, facts);
  return facts.text();
}

}  // namespace crossroof::cli
