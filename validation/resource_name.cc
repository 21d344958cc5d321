// SPDX-License-Identifier: Apache-2.0
#include "validation/resource_name.h"

#include "analytic/resource_max.h"

namespace crossroof::validation {
namespace {

using sim::SimResourceKind;

analytic::ResourceKind named(SimResourceKind kind) {
  switch (kind) {
    case SimResourceKind::l1:
      return analytic::ResourceKind::l1;
    case SimResourceKind::crossbars:
      return analytic::ResourceKind::crossbars;
    case SimResourceKind::simd:
      return analytic::ResourceKind::simd;
    case SimResourceKind::controller:
      return analytic::ResourceKind::controller;
    case SimResourceKind::link:
      return analytic::ResourceKind::link;
    case SimResourceKind::injection:
      return analytic::ResourceKind::injection;
    case SimResourceKind::ejection:
      return analytic::ResourceKind::ejection;
    case SimResourceKind::chip_link:
      break;
  }
  return analytic::ResourceKind::chip_link;
}

}  // namespace

std::string resource_name(const Network& net, const RramChip& chip, const sim::SimResource& r) {
  if (r.kind == SimResourceKind::chip_link) {
    return "link " + std::to_string(r.number) + " leaving chip " + std::to_string(r.chip);
  }
  std::string name = analytic::name(chip, {named(r.kind), r.chip, r.number, r.layer, {}, {}});
  if (r.layer != LayerId::network_input) name += " (" + net.layers[index(r.layer)].name + ")";
  return name;
}

}  // namespace crossroof::validation
