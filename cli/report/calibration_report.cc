// SPDX-License-Identifier: Apache-2.0
#include "cli/report/calibration_report.h"

#include <cstdio>

#include "cli/choices.h"
#include "cli/report/engineering.h"
#include "cli/report/text_table.h"

namespace crossroof::cli {
namespace {

constexpr std::size_t kLongestName = 60;

std::string resource_text(CalibratedResource resource, const std::string& kind) {
  const std::string key(kCalibrated[index(resource)].key);
  return kind.empty() ? key : key + " of " + kind;
}

std::string factors_text(const Calibration& c) {
  TextTable table;
  table.add_column("resource", Align::left);
  table.add_column("factor");
  table.add_column("95 % interval");
  table.add_column("start");
  table.add_column("residual");
  table.add_column("programs");
  for (const CalibrationFactor& f : c.factors) {
    const std::string name = resource_text(f.resource, f.core_kind);
    if (f.programs == 0) {
      table.add_row({name, "1", "not measured", "-", "-", "0"});
      continue;
    }
    table.add_row({name, significant(f.value, 4),
                   significant(f.low, 4) + " .. " + significant(f.high, 4), time_text(f.start),
                   percent_text(f.residual), std::to_string(f.programs)});
  }
  return table.text();
}

std::string points_text(const validation::CalibrationRun& run) {
  TextTable table;
  table.add_column("program", Align::left);
  table.add_column("resource", Align::left);
  for (const char* heading : {"busy", "per image", "one image", "residual"})
    table.add_column(heading);
  for (const validation::CalibrationPoint& p : run.points) {
    table.add_row({shortened(p.name, kLongestName), resource_text(p.resource, p.core_kind),
                   time_text(p.busy), time_text(p.per_image()), time_text(p.one),
                   signed_percent_text(p.residual)});
  }
  return table.text();
}

std::string scores_text(const CalibrationReport& r) {
  if (r.scores.empty()) return "";
  TextTable table;
  table.add_column("network", Align::left);
  table.add_column("mode", Align::left);
  for (const char* heading :
       {"interval", "error", "calibrated", "latency", "error", "calibrated"}) {
    table.add_column(heading);
  }
  for (const validation::ScoredCase& c : r.scores) {
    table.add_row({c.network, word(c.mode, kModes), time_text(c.simulated_interval),
                   signed_percent_text(c.plain.interval),
                   signed_percent_text(c.calibrated.interval), time_text(c.simulated_latency),
                   signed_percent_text(c.plain.latency),
                   signed_percent_text(c.calibrated.latency)});
  }
  const validation::Medians m = validation::medians(r.scores);
  table.add_row({"median of |error|", "", "", percent_text(m.plain.interval),
                 percent_text(m.calibrated.interval), "", percent_text(m.plain.latency),
                 percent_text(m.calibrated.latency)});
  return "\n" + table.text() +
         "\nNetworks that had no part in the fit: simulated, and the error of the " +
         r.chip.calibration->tier +
         " tier\n(estimate / simulated - 1) without and with the "
         "factors.\n";
}

}  // namespace

std::string calibration_text(const CalibrationReport& r) {
  const Calibration& c = *r.chip.calibration;
  FactList facts;
  facts.add("machine", r.chip.name + ": " + r.chip.title);
  for (const std::string& set : r.sets) facts.add("set", set);
  facts.add("tier", c.tier + ": the times the factors correct");
  facts.add("simulated",
            counted(c.programs, "program") + ", packets: " + c.granularity + ", L1: " + c.l1_model);
  facts.add("residual", percent_text(c.residual) + ", root mean square of all");
  for (const std::string& why : r.not_scored) facts.add("not scored", why);
  return facts.text() + "\n" + factors_text(c) + "\n" + points_text(r.run) + scores_text(r) +
         "\nfactor: effective rate / stated rate. busy: time of the busiest resource by the "
         "estimate; per image, one\nimage: simulated, images streaming and one alone; start: time "
         "the programs take beside that of the resource;\nresidual: what the fit says of 16 images "
         "against the simulation. Not measured: another resource is always\nin front of it.\n" +
         (r.run.left_out.empty()
              ? ""
              : counted(static_cast<std::int64_t>(r.run.left_out.size()), "program") +
                    " left out, as --json says why.\n");
}

}  // namespace crossroof::cli
