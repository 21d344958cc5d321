// SPDX-License-Identifier: Apache-2.0
// Small programs for a machine, each with one resource that takes most of the time, as STREAM has
// loops that wait for memory alone (docs/equations.md E115). Each is one 1x1 convolution with ReLU,
// mapped as any network is, without the stages that are not under test (of S1 and S8 a 64th is
// left: something must arrive and leave). For every kind of core: S2, S4, S5, S7 alone and
// together, S3, S6, in three sizes of map. For memory and NoC: S1 and S8 on one core, four and
// sixteen, with few and with many channels, so that messages are small and large and meet on links
// and ports.
#ifndef CROSSROOF_VALIDATION_ISOLATING_PROGRAMS_H_
#define CROSSROOF_VALIDATION_ISOLATING_PROGRAMS_H_

#include <string>
#include <vector>

#include "models/stages.h"
#include "workloads/mapping.h"
#include "workloads/program.h"

namespace crossroof::validation {

struct IsolatingProgram {
  std::string name;  // "core: l1_read_mac, 8 x 16"
  std::string core_kind;
  Network net;
  Mapping mapping;
  Program program;
};

// What to run; cheap. mapped() makes the program.
struct IsolatingCase {
  KindId kind{};
  std::vector<Stage> stages;  // left as they are
  std::int64_t cores = 1;
  bool few_channels = false;
  std::int64_t height = 1, width = 1;

  std::string name(const RramChip& chip) const;
};

std::vector<IsolatingCase> isolating_cases(const RramChip& chip);

// Throws Error when the layer cannot be mapped.
IsolatingProgram isolating_program(const RramChip& chip, const IsolatingCase& c);

}  // namespace crossroof::validation

#endif  // CROSSROOF_VALIDATION_ISOLATING_PROGRAMS_H_
