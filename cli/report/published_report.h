// SPDX-License-Identifier: Apache-2.0
// `crossroof validate --published`: published figures and measured load curves against the models.
#ifndef CROSSROOF_CLI_REPORT_PUBLISHED_REPORT_H_
#define CROSSROOF_CLI_REPORT_PUBLISHED_REPORT_H_

#include <cstddef>
#include <string>

#include "validation/published_summary.h"

namespace crossroof::cli {

struct PublishedRun {
  validation::PublishedChecks checks;
  validation::PublishedSummary summary;
  bool simulated = false;       // the rows were asked to be simulated
  std::size_t simulations = 0;  // that are done; fewer than rows: interrupted
};

bool partial(const PublishedRun& run);
// "interrupted, 3 of 58 rows simulated: partial result".
std::string partial_text(const PublishedRun& run);

std::string published_table(const PublishedRun& run);

// "agrees", "differs", "not derivable", "not compared here".
std::string verdict_text(validation::FigureVerdict verdict);
// Of an estimate: "within band", "outside band", or its state.
std::string estimate_verdict(const validation::NocCheck& check);
// "agrees", "differs", "not judged".
std::string verdict_text(validation::RowVerdict verdict);
// "BookSim2", "PUMA".
std::string source_text(validation::NocSource source);

}  // namespace crossroof::cli

#endif  // CROSSROOF_CLI_REPORT_PUBLISHED_REPORT_H_
