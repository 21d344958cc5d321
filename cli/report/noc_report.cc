// SPDX-License-Identifier: Apache-2.0
#include "cli/report/noc_report.h"

#include <algorithm>
#include <cmath>

#include "cli/report/engineering.h"
#include "cli/report/text_table.h"
#include "models/units_text.h"

namespace crossroof::cli {
namespace {

std::string cycles_text(std::int64_t count) { return counted(count, "cycle"); }

// A delay need not be whole.
std::string delay_text(Cycles delay) {
  return print_number(delay.value()) + (delay.value() == 1 ? " cycle" : " cycles");
}

std::string router_text(const NocSetup& setup) {
  const Noc& noc = setup.noc;
  std::string text = delay_text(noc.router_pipeline) + ", interfaces " +
                     print_number(noc.interface_pipeline.value()) + " each";
  if (setup.granularity == sim::NocGranularity::flow) return text;  // has neither
  return text + "; " + counted(noc.virtual_channels, "virtual channel") + " of " +
         counted(noc.buffer_flits, "flit");
}

std::string latency_text(const sim::NocResult& result) {
  if (!result.latency) return "-";
  // Half a unit of the last digit shown is nothing.
  const double last_digit = std::pow(10, std::floor(std::log10(*result.latency)) - 3);
  const double half_width = *result.latency_half_width;
  return significant(*result.latency, 4) + " +- " +
         (half_width < last_digit / 2 ? "0" : significant(half_width, 2)) +
         (result.narrow ? "" : "*");
}

// "37.19, -5 to +12 %": where the simulated latency is to be expected.
std::string estimate_text(const analytic::NocEstimate& estimate) {
  if (!estimate.latency) return std::string(analytic::state_text(estimate.state));
  const std::string latency = significant(estimate.latency->value(), 4);
  if (!estimate.band) return latency + ", " + std::string(analytic::state_text(estimate.state));
  return latency + ", " + band_text(*estimate.band);
}

bool misses_width(const NocPoint& point) { return point.result.latency && !point.result.narrow; }

std::string note(const NocRuns& runs) {
  if (std::none_of(runs.points.begin(), runs.points.end(), misses_width)) return "";
  return "\n* wider than the " + percent_text(sim::NocRun().narrow) +
         " of the latency aimed at: the run was as long as it may be\n";
}

std::string header(const NocRuns& runs) {
  const NocSetup& setup = runs.setup;
  const auto nodes = static_cast<std::int64_t>(setup.noc.topology.nodes());
  FactList facts;
  facts.add("network", setup.title + ", " + counted(nodes, "node"));
  facts.add("router", router_text(setup));
  facts.add("traffic", setup.traffic.name + ", packets of " + counted(setup.flits, "flit") +
                           ", seed " + std::to_string(setup.seed));
  facts.add("model", std::string(choice_of(setup.granularity, kGranularities).word) + ": " +
                         model_text(runs));
  facts.add("ideal", significant(runs.ideal_rate, 4) +
                         " flits per node and cycle fill the busiest link or port");
  facts.add("idle", significant(runs.zero_load_latency, 4) + " cycles, " +
                        significant(runs.hops, 3) + " links on average");
  facts.add("units",
            "rates in flits per node and cycle, latencies in cycles with the 95 % "
            "confidence interval;\nestimate: latency in closed form, and by how much the "
            "simulated one may differ");
  if (partial(runs)) facts.add("partial", partial_text(runs));
  return facts.text();
}

}  // namespace

bool partial(const NocRuns& runs) { return runs.points.size() < runs.setup.rates.size(); }

std::string partial_text(const NocRuns& runs) {
  return "interrupted, " + std::to_string(runs.points.size()) + " of " +
         counted(static_cast<std::int64_t>(runs.setup.rates.size()), "point") +
         " done: partial result";
}

std::string model_text(const NocRuns& runs) {
  std::string text(choice_of(runs.setup.granularity, kGranularities).meaning);
  for (const std::string& limit : runs.limits) text += "; " + limit;
  return text;
}

std::string band_text(const analytic::Band& band) {
  const auto text = [](double share) {
    const std::string percent = std::to_string(std::lround(100 * share));
    return share > 0 ? "+" + percent : percent;
  };
  return text(band.low) + " to " + text(band.high) + " %";
}

std::string state_text(sim::NocState state) {
  switch (state) {
    case sim::NocState::saturated:
      return "saturated";
    case sim::NocState::unstable:
      return "unstable";
    case sim::NocState::ok:
      break;
  }
  return "ok";
}

std::string noc_table(const NocRuns& runs) {
  if (runs.points.empty()) return header(runs);
  TextTable table;
  for (const char* heading :
       {"offered", "of ideal", "accepted", "latency", "in network", "packets", "simulated"}) {
    table.add_column(heading);
  }
  table.add_column("state", Align::left);
  table.add_column("estimate", Align::left);
  for (const NocPoint& point : runs.points) {
    const sim::NocResult& r = point.result;
    table.add_row({print_number(point.rate), percent_text(point.rate / r.ideal_rate),
                   significant(r.accepted, 4), latency_text(r),
                   r.network_latency ? significant(*r.network_latency, 4) : "-",
                   count_text(static_cast<std::int64_t>(r.packets)),
                   cycles_text(static_cast<std::int64_t>(r.cycles)), state_text(r.state),
                   estimate_text(point.estimate)});
  }
  return header(runs) + "\n" + table.text() + note(runs);
}

}  // namespace crossroof::cli
