// SPDX-License-Identifier: Apache-2.0
// The part of check() (workloads/program_check.h) that looks into the messages of operand streams.
#ifndef CROSSROOF_WORKLOADS_PROGRAM_CHECK_MESSAGES_H_
#define CROSSROOF_WORKLOADS_PROGRAM_CHECK_MESSAGES_H_

#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "workloads/program_faults.h"

namespace crossroof {

// Messages of a stream that one replica of the consumer needs.
struct ExpectedMessages {
  std::vector<std::int32_t> messages;  // by ordinal
  std::vector<std::int32_t> ordinal;   // by message; -1: not needed
};
ExpectedMessages expected_messages(const Mapping& mapping, const Stream& stream,
                                   const CoreTask& task);

class MessageCheck {
 public:
  // `feeds`: of each inlet.
  MessageCheck(const CheckedProgram& p, const std::vector<std::vector<std::size_t>>& feeds,
               Faults& faults)
      : mapping_(p.mapping), chip_(p.chip), program_(p.program), feeds_(feeds), faults_(faults) {}

  // Messages are whole, come from the chunk that makes them or from the controller they live on,
  // and have `width` bits a position in all.
  void whole(std::size_t inlet, const Stream& s, const ExpectedMessages& e, std::int64_t width);

  // Each sender gives the channels that it makes and the receiver reads.
  void senders(std::size_t inlet, const Stream& s, const std::vector<Span>& channels);

  // Pieces are complete in memory before they are read, and every chunk has all of its own.
  void pieces(std::size_t inlet, const Stream& s);

 private:
  void list(std::size_t feed, const Stream& s, const ExpectedMessages& e);
  bool comes_from(const Feed& feed, const Stream& s, std::int32_t emitter,
                  std::int32_t message) const;
  std::int32_t messages(std::size_t inlet) const;

  const Mapping& mapping_;
  const RramChip& chip_;
  const Program& program_;
  const std::vector<std::vector<std::size_t>>& feeds_;
  Faults& faults_;
  // Lists are shared by the feeds of many inlets: each is looked at once.
  std::set<std::tuple<ListId, std::uint32_t, std::int64_t, std::int64_t>> seen_;
};

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_PROGRAM_CHECK_MESSAGES_H_
