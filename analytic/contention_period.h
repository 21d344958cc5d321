// SPDX-License-Identifier: Apache-2.0
// How fast the chunks of a layer may follow each other, beyond what its servers take: partial sums,
// slots, credits, steps of a recurrent layer, and waiting for L1 (docs/equations.md E100-E104).
#ifndef CROSSROOF_ANALYTIC_CONTENTION_PERIOD_H_
#define CROSSROOF_ANALYTIC_CONTENTION_PERIOD_H_

#include "analytic/contention_layer.h"
#include "analytic/contention_streams.h"
#include "workloads/mapping.h"

namespace crossroof::analytic {

// `partials`: the cores of the layer that add up and send partial sums, as a layer of their own.
void add_partials(const ContentionStreams& streams, const ContentionLayer& partials,
                  ContentionLayer& layer);

// Fills period, loop and the waits of a layer whose stages are known.
void add_periods(const RramChip& chip, const Mapping& mapping, const ContentionStreams& streams,
                 ContentionLayer& layer);

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_CONTENTION_PERIOD_H_
