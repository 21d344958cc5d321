// SPDX-License-Identifier: Apache-2.0
// L1 space (docs/equations.md E47, E48): a task takes, for each incoming stream,
// credits * largest message, plus C times the S4 and S7 amounts of a chunk. While a core's L1 does
// not hold its tasks, in this order:
//   1. the 3 L slack of a skip is dropped
//   2. what would take half of the L1 whatever the chunks leaves: a skip's delay spills to memory,
//   a
//      whole map is read piecewise
//   3. the chunk of the largest that shrinks by it is halved
//   4. the largest skip spills, then whole maps and at last windows are read piecewise
//   5. the mapping is refused
// What left and fits in the end after all comes back, the smallest first; then chunks that read
// windows piecewise grow again while they fit.
#ifndef CROSSROOF_WORKLOADS_BUFFERS_H_
#define CROSSROOF_WORKLOADS_BUFFERS_H_

#include "workloads/mapping.h"

namespace crossroof {

// Settles credits, chunk lengths and spills; throws Error when a core's L1 is too small whatever
// the chunks. Flows are not valid afterwards and must be filled again.
void fit_buffers(const Network& net, const RramChip& chip, Mapping& mapping);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_BUFFERS_H_
