// SPDX-License-Identifier: Apache-2.0
#include "cli/report/noc_report.h"

#include "cli/report/engineering.h"
#include "cli/report/text_table.h"
#include "models/units_text.h"

namespace crossroof::cli {
namespace {

std::string cycles_text(std::int64_t count) { return counted(count, "cycle"); }

std::string router_text(const NocSetup& setup) {
  const Noc& noc = setup.noc;
  std::string text = print_number(noc.router_pipeline.value()) + " cycles, interfaces " +
                     print_number(noc.interface_pipeline.value()) + " each";
  if (setup.granularity != sim::NocGranularity::flit) return text;
  return text + "; " + counted(noc.virtual_channels, "virtual channel") + " of " +
         counted(noc.buffer_flits, "flit");
}

std::string latency_text(const sim::NocResult& result) {
  if (!result.latency) return "-";
  return significant(*result.latency, 4) + " +- " + significant(*result.latency_half_width, 2);
}

std::string header(const NocSetup& setup, const sim::NocResult& any) {
  const auto nodes = static_cast<std::int64_t>(setup.noc.topology.nodes());
  const auto& granularity = choice_of(setup.granularity, kGranularities);
  FactList facts;
  facts.add("network", setup.title + ", " + counted(nodes, "node"));
  facts.add("router", router_text(setup));
  facts.add("traffic", setup.traffic.name + ", packets of " + counted(setup.flits, "flit") +
                           ", seed " + std::to_string(setup.seed));
  facts.add("model", std::string(granularity.word) + ": " + std::string(granularity.meaning));
  facts.add("ideal", significant(any.ideal_rate, 4) +
                         " flits per node and cycle fill the busiest link or port");
  facts.add("idle", significant(any.zero_load_latency, 4) + " cycles, " + significant(any.hops, 3) +
                        " links on average");
  facts.add("units",
            "rates in flits per node and cycle, latencies in cycles with the 95 % "
            "confidence interval");
  return facts.text();
}

}  // namespace

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

std::string noc_table(const NocSetup& setup, const std::vector<NocPoint>& points) {
  TextTable table;
  for (const char* heading :
       {"offered", "of ideal", "accepted", "latency", "in network", "packets", "simulated"}) {
    table.add_column(heading);
  }
  table.add_column("state", Align::left);
  for (const NocPoint& point : points) {
    const sim::NocResult& r = point.result;
    table.add_row({print_number(point.rate), percent_text(point.rate / r.ideal_rate),
                   significant(r.accepted, 4), latency_text(r),
                   r.network_latency ? significant(*r.network_latency, 4) : "-",
                   count_text(static_cast<std::int64_t>(r.packets)),
                   cycles_text(static_cast<std::int64_t>(r.cycles)), state_text(r.state)});
  }
  return header(setup, points.front().result) + "\n" + table.text();
}

}  // namespace crossroof::cli
