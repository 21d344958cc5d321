// SPDX-License-Identifier: Apache-2.0
#include "cli/report/machine_report.h"

#include <algorithm>

#include "analytic/mvm.h"
#include "cli/report/engineering.h"
#include "cli/report/published.h"
#include "cli/report/text_table.h"
#include "models/adc_share.h"
#include "models/units_text.h"
#include "validation/published.h"

namespace crossroof::cli {
namespace {

std::string clock_text(Hertz clock) { return engineering(clock.value(), "Hz"); }

std::string crossbar_text(const CoreKind& kind) {
  const Crossbar& x = kind.crossbar;
  std::string text = counted(kind.crossbars, "crossbar") + " of " + std::to_string(x.rows) + " x " +
                     std::to_string(x.columns) + ", " + std::to_string(x.cell_bits) +
                     " bit per cell, " + std::to_string(x.active_rows) + " rows at once, " +
                     std::to_string(x.adc.bits) + "-bit ADCs: ";
  if (x.adc.per_column) return text + "one per column";
  return text + print_adc_share({false, x.adc.count, x.adc.crossbars}) + " per crossbar" +
         (x.adc.conversion > Seconds() ? ", " + engineering(1 / x.adc.conversion.value(), "S/s")
                                       : "");
}

std::string ports_text(const L1Ports& ports) {
  if (ports.read_write > 0) return std::to_string(ports.read_write) + " read-write";
  return std::to_string(ports.read) + " read, " + std::to_string(ports.write) + " write";
}

void add_kind(const RramChip& chip, std::size_t k, FactList& facts) {
  const CoreKind& kind = chip.kinds[k];
  const auto cores = std::count(chip.cores.begin(), chip.cores.end(), KindId(k));
  facts.add("cores", count_text(cores) + (chip.kinds.size() == 1 ? "" : " of kind " + kind.name));
  facts.add("  arrays", crossbar_text(kind));
  facts.add("  L1", bytes_text(kind.l1.capacity) + ", " + counted(kind.l1.banks, "bank") + ", " +
                        bytes_text(kind.l1.word) + " words, ports: " + ports_text(kind.l1.ports) +
                        ", " + clock_text(kind.l1.clock));
  facts.add("  SIMD", counted(kind.simd.lanes, "lane") + ", " +
                          print_number(kind.simd.cycles_per_op) + " cycle(s) per operation, " +
                          clock_text(kind.simd.clock));
}

std::string published_text(const RramChip& chip) {
  FactList facts;
  for (const Published& p : chip.published) {
    const std::optional<double> model = validation::derived_value(chip, p);
    std::string text = print_number(p.value) + " " + p.unit + ", ";
    if (model) text += "model " + significant(*model, 5) + " " + p.unit + ", ";
    text += verdict(p, model) + "\n" + p.definition;
    if (!p.reason.empty()) text += "\n" + p.reason;
    facts.add("  " + p.quantity, text + "\n" + p.source);
  }
  return "published\n" + facts.text();
}

}  // namespace

std::int64_t crossbars(const RramChip& chip) {
  std::int64_t sum = 0;
  for (const KindId kind : chip.cores) {
    sum = checked_add(sum, chip.kinds[static_cast<std::size_t>(kind)].crossbars);
  }
  return sum;
}

std::string peak_definition(const RramChip& chip) {
  return "1 MAC = 2 operations, " + std::to_string(chip.precision.input) + "-bit inputs, " +
         std::to_string(chip.precision.weight) + "-bit weights, all crossbars busy";
}

std::string machine_text(const RramChip& chip) {
  FactList facts;
  facts.add("machine", chip.name + (chip.title.empty() ? "" : ": " + chip.title));
  if (!chip.source.empty()) facts.add("source", chip.source);
  facts.add("peak", ops_text(analytic::peak(chip), 5) + " (" + peak_definition(chip) + ")");
  facts.add("clock", clock_text(chip.clock));
  facts.add("crossbars", count_text(crossbars(chip)));
  for (std::size_t k = 0; k < chip.kinds.size(); ++k) add_kind(chip, k, facts);
  const Noc& noc = chip.noc;
  facts.add("NoC", counted(static_cast<std::int64_t>(noc.topology.routers), "router") + ", " +
                       counted(static_cast<std::int64_t>(noc.topology.links.size()), "link") +
                       " of " + engineering(noc.link_rate().value(), "B/s") + ", " +
                       clock_text(noc.clock));
  for (const MemoryController& memory : chip.memory) {
    facts.add("memory", memory.name + ": " + engineering(memory.rate.value(), "B/s") +
                            ", latency " + time_text(memory.latency));
  }
  if (chip.chip_link) {
    facts.add("chip links", std::to_string(chip.chip_link->links) + " of " +
                                engineering(chip.chip_link->rate.value(), "B/s"));
  }
  std::string text = facts.text();
  if (!chip.published.empty()) text += "\n" + published_text(chip);
  return text;
}

}  // namespace crossroof::cli
