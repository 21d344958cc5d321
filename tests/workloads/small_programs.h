// SPDX-License-Identifier: Apache-2.0
// Programs of one to four small layers, each showing one thing, that are worked by hand.
#ifndef CROSSROOF_TESTS_WORKLOADS_SMALL_PROGRAMS_H_
#define CROSSROOF_TESTS_WORKLOADS_SMALL_PROGRAMS_H_

#include <vector>

#include "workloads/program.h"

namespace crossroof::oracle {

struct SmallProgram {
  Network net;
  RramChip chip;
  Mapping mapping;
  Program program;

  SmallProgram(Network n, RramChip c, Mapping m);
  SmallProgram(const Network& n, const RramChip& c, const MappingOptions& options);

  // The one inlet between two layers at a gate.
  Inlet& inlet(LayerId from, LayerId to, Gate gate = Gate::s2_operands);
  Demand& demand(const Inlet& i) { return program.demands[index(i.demand)]; }
  std::vector<Feed> feeds(StreamKind kind) const;
  Feed& feed(StreamKind kind);  // the first
};

// The built-in network of that name on the teaching machine.
SmallProgram worked_example();

// 1x1 over 5 rows of 4, then 1x1 at every third row and column.
SmallProgram every_third_row();

// conv0 -> conv1 + conv0, 3x3 on 8 x 8, a layer to a core.
SmallProgram one_skip();

// A 3x3 layer of 36 rows in three blocks of 16: two on one core, one on another.
SmallProgram split_column();

// 1x1 layers on 4 x 4; the first twice.
SmallProgram two_replicas();

// 1x1 layers on 4 x 4, one after the other.
SmallProgram two_phases();

// The skip around twelve layers in an L1 that does not hold it.
SmallProgram spilled_skip();

// Four layers of one array each: 16 and three times 4 weight rows, 4 columns of 8 bits.
SmallProgram two_passes();  // on one core of two arrays, two controllers
SmallProgram two_chips();   // of one core with two arrays each

// Three arrays of 4 columns on the core of two_passes, then one that reads all of them: a pass of
// two, one of one, and a pass of its own for the reader.
SmallProgram layer_over_passes();

// A layer whose 4 channels all go to both halves of the next one's 8 columns.
SmallProgram multicast_pair();

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_SMALL_PROGRAMS_H_
