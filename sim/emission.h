// SPDX-License-Identifier: Apache-2.0
// The last stage of a task: the messages of one chunk on their way out. Each waits for a credit of
// its own; the chunk has left when all have.
#ifndef CROSSROOF_SIM_EMISSION_H_
#define CROSSROOF_SIM_EMISSION_H_

#include <cstdint>
#include <vector>

#include "sim/ports.h"
#include "workloads/program.h"

namespace crossroof::sim {

class Emission {
 public:
  Emission(const Program& program, const CoreTask& task);

  // One message of the present chunk.
  struct Message {
    FeedId feed{};
    std::int32_t entry = 0;
    std::int64_t ordinal = 0;  // images counted through; of a store, of the tensor
    bool refused = false;      // no credit so far; the core will hear of it
  };

  // Begins a chunk: its messages are pending().
  void begin(std::int64_t image, std::int64_t chunk);
  std::vector<Message>& pending() { return pending_; }
  const std::vector<Message>& pending() const { return pending_; }
  std::int64_t image() const { return image_; }

  void sent() { ++away_; }  // on its way to the injection port
  void left() { --away_; }  // out of the core
  bool done() const { return pending_.empty() && away_ == 0; }

 private:
  const Program& program_;
  const CoreTask& task_;
  std::vector<std::size_t> next_;  // entry of each feed's list
  std::vector<Message> pending_;   // without a credit so far
  std::int64_t image_ = 0, away_ = 0;
};

}  // namespace crossroof::sim

#endif  // CROSSROOF_SIM_EMISSION_H_
