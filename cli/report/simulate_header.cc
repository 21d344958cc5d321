// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "cli/choices.h"
#include "cli/noc_arguments.h"
#include "cli/report/engineering.h"
#include "cli/report/simulate_table.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

template <class Table, class T>
std::string explained(T value, const Table& table) {
  const auto& choice = choice_of(value, table);
  return std::string(choice.word) + ": " + std::string(choice.meaning);
}

std::string difference_text(double difference) {
  constexpr double kNothing = 1e-4;
  return "slopes of the last two runs differ by " +
         (difference < kNothing ? "less than " + percent_text(kNothing) : percent_text(difference));
}

// A slope over filling and draining says little of the images in between.
std::string why_unsettled(const SimulatedRun& run) {
  const sim::MeasuredRun& from = slope_run(run);
  const std::string of =
      from.completed < from.images ? std::to_string(from.completed) + " of " : std::string();
  std::string text = ", not settled at " + of + counted(from.images, "image") + ": " +
                     std::to_string(from.most_images) + " were in flight";
  if (run.busiest_server) {
    text += "; " + run.busiest_server->name + " alone is busy " +
            time_text(Seconds(run.busiest_server->per_image), 4) + " per image";
  }
  return text;
}

}  // namespace

std::string simulate_header(const SimulatedRuns& runs) {
  const SimulateSetup& setup = runs.setup;
  const Network& net = runs.net;
  const auto batch = static_cast<double>(std::max<std::int64_t>(1, net.batch));
  FactList facts;
  facts.add("network",
            net.name + ": " + counted(static_cast<std::int64_t>(net.layers.size()), "layer") +
                ", " + count_text(net.weights) + " weights, " +
                engineering(static_cast<double>(net.macs) / batch, "MAC", 4) + " per image");
  facts.add("mode", explained(setup.mapping.mode, kModes));
  facts.add("NoC", explained(setup.granularity, kGranularities));
  facts.add("L1", explained(setup.l1_words, kL1Models));
  facts.add("reuse", explained(setup.mapping.reuse, kReuses));
  for (const std::string& set : setup.sets) facts.add("set", set);
  for (const SimulatedRun& run : runs.runs) {
    facts.add("machine", run.machine + (run.title.empty() ? "" : ": " + run.title));
    facts.add("", run.occupation);
    facts.add("duplication",
              word(setup.duplication, kDuplications) + "; stopped: " + run.duplication_stopped);
  }
  return facts.text();
}

std::string throughput_text(const SimulatedRun& run) {
  const std::optional<double> rate = images_per_second(run);
  if (!rate) return "-";
  constexpr double kGrouped = 1e3, kMost = 1e15;
  const std::string text = *rate < kGrouped || *rate > kMost
                               ? images_text(*rate)
                               : count_text(std::llround(*rate)) + " images/s";
  return unsettled(run) ? text + ", not settled" : text;
}

std::string interval_text(const SimulatedRun& run) {
  const sim::Measurement& m = run.measured;
  if (!m.interval) return "not known: " + std::string(choice_of(m.from, kIntervalFroms).meaning);
  const std::string images = m.runs.empty() ? "" : counted(m.runs.back().images, "image");
  const std::string apart = m.difference ? difference_text(*m.difference) : "";
  const std::string text = time_text(*m.interval, 4) + " per image";
  switch (m.from) {
    case sim::IntervalFrom::converged:
      return text + ", converged at " + images + ": " + apart;
    case sim::IntervalFrom::last:
      return text + ", not converged" + (apart.empty() ? "" : ": " + apart);
    case sim::IntervalFrom::batch:
      return text + " at a batch of " + images;
    case sim::IntervalFrom::mean:
      return text + ", makespan / images at a batch of " + images;
    case sim::IntervalFrom::part:
      return text + ", of the " + std::to_string(m.runs.back().completed) + " of " + images +
             " that were through";
    case sim::IntervalFrom::unsettled:
      return text + why_unsettled(run);
    case sim::IntervalFrom::none:
      break;
  }
  return text;
}

}  // namespace crossroof::cli
