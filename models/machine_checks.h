// SPDX-License-Identifier: Apache-2.0
// Relations between the fields of one object of a machine file: the reasons why values that are
// each possible are impossible together. Each notes its mistakes at the value to blame.
#ifndef CROSSROOF_MODELS_MACHINE_CHECKS_H_
#define CROSSROOF_MODELS_MACHINE_CHECKS_H_

#include <string>

#include "models/machine_raw.h"
#include "models/mistakes.h"

namespace crossroof {

void check_adc(const RawAdc& adc, const Node& node, const std::string& pointer, Mistakes& out);
void check_crossbar(const RawCrossbar& crossbar, const Node& node, const std::string& pointer,
                    Mistakes& out);
void check_ports(const L1Ports& ports, const Node& node, const std::string& pointer, Mistakes& out);
void check_l1(const RawL1& l1, const Node& node, const std::string& pointer, Mistakes& out);
void check_core(const RawCore& core, const Node& node, const std::string& pointer, Mistakes& out);
void check_noc(const RawNoc& noc, const Node& node, const std::string& pointer, Mistakes& out);
void check_published(const Published& published, const Node& node, const std::string& pointer,
                     Mistakes& out);
void check_factor(const RawFactor& factor, const Node& node, const std::string& pointer,
                  Mistakes& out);
void check_machine(const RawMachine& machine, const Node& node, const std::string& pointer,
                   Mistakes& out);

}  // namespace crossroof

#endif  // CROSSROOF_MODELS_MACHINE_CHECKS_H_
