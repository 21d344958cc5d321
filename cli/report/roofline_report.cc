// SPDX-License-Identifier: Apache-2.0
#include "cli/report/roofline_report.h"

#include <utility>

#include "cli/choices.h"
#include "cli/report/csv.h"
#include "cli/report/engineering.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

using analytic::MacsPerByte;
using analytic::MacsPerSecond;
using analytic::RoofPoint;

constexpr std::size_t kLongestName = 32;

std::string rate_text(MacsPerSecond rate) { return engineering(rate.value(), "MAC/s"); }
std::string intensity_text(const std::optional<MacsPerByte>& intensity) {
  return intensity ? significant(intensity->value(), 3) : "-";
}
const char* limit_name(const RoofPoint& p) {
  return p.limit ? kRoofs[analytic::index(*p.limit)].name : "peak";
}

}  // namespace

std::string roofline_table(const RooflineRun& r) {
  FactList facts;
  facts.add("network", r.net.name);
  facts.add("machine", r.run.machine + ": " + r.run.chip.title);
  facts.add("mode", word(r.options.mapping.mode, kModes));
  facts.add("Pmax", rate_text(r.roofline.peak) + ", all arrays of " +
                        counted(r.run.mapping.chips, "chip") + " at their fastest");
  for (const RoofName& l : kRoofs) {
    const std::optional<MacsPerByte> ridge = r.roofline.ridge(l.level);
    facts.add(std::string(l.name) + " roof",
              engineering(r.roofline.bandwidth[analytic::index(l.level)].value(), "B/s") +
                  (ridge ? ", ridge at " + significant(ridge->value(), 3) + " MAC/B" : ""));
  }
  TextTable table;
  table.add_column("layer", Align::left);
  table.add_column("MACs");
  for (const RoofName& l : kRoofs) table.add_column(std::string("MAC/B ") + l.name);
  table.add_column("attainable");
  table.add_column("limit", Align::left);
  table.add_column("estimated");
  table.add_column("reached");
  for (const RooflineRow& row : roofline_rows(r)) {
    std::vector<std::string> cells = {
        shortened(row.name, kLongestName),
        count_text(static_cast<std::int64_t>(row.point->macs.value()))};
    for (const RoofName& l : kRoofs) cells.push_back(intensity_text(row.point->intensity(l.level)));
    cells.push_back(rate_text(row.point->attainable));
    cells.emplace_back(limit_name(*row.point));
    cells.push_back(rate_text(row.estimated));
    cells.push_back(percent_text(row.estimated / row.point->attainable));
    table.add_row(std::move(cells));
  }
  return facts.text() + "\n" + table.text() +
         "\nattainable: min(Pmax, intensity * roof), for the whole chip, an upper bound; "
         "estimated: what "
         "the\nstage times of a layer's own arrays leave of it, and for the network the " +
         word(r.options.tier, kTiers) +
         " tier.\nMACs and bytes of one image. memory: bytes read and written; NoC: bytes into and "
         "out of cores; L1:\nbytes read and written.\n";
}

std::string roofline_csv(const RooflineRun& r) {
  Csv csv;
  csv.field("name").field("macs");
  for (const RoofName& l : kRoofs) csv.field(std::string(l.key) + "_bytes");
  for (const RoofName& l : kRoofs) csv.field(std::string(l.key) + "_macs_per_byte");
  for (const char* name :
       {"peak_macs_per_s", "attainable_macs_per_s", "limit", "estimated_macs_per_s"}) {
    csv.field(name);
  }
  csv.end_record();
  for (const RooflineRow& row : roofline_rows(r)) {
    csv.field(row.name).field(row.point->macs.value());
    for (const RoofName& l : kRoofs) {
      csv.field(row.point->moved[analytic::index(l.level)].bytes().value());
    }
    for (const RoofName& l : kRoofs) {
      const std::optional<MacsPerByte> intensity = row.point->intensity(l.level);
      intensity ? csv.field(intensity->value()) : csv.field("");
    }
    csv.field(row.point->peak.value()).field(row.point->attainable.value());
    csv.field(limit_key(*row.point)).field(row.estimated.value());
    csv.end_record();
  }
  return csv.text();
}

}  // namespace crossroof::cli
