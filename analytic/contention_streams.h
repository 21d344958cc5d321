// SPDX-License-Identifier: Apache-2.0
// Streams as the contention tier sees them: how long messages take, and what each port carries.
#ifndef CROSSROOF_ANALYTIC_CONTENTION_STREAMS_H_
#define CROSSROOF_ANALYTIC_CONTENTION_STREAMS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/mapping.h"

namespace crossroof::analytic {

struct ContentionStream {
  const Stream* stream = nullptr;
  bool from_memory = false;
  bool moves = false;       // some of it crosses the NoC
  Seconds latency;          // of a head: interfaces, routers, memory
  Seconds arrival;          // of a message at the receiver's port, all its parts
  Seconds per_image;        // from memory or to it: all of an image
  std::int64_t places = 1;  // that hold different messages of it
  double packets = 1;       // of an image from one controller to one reader, on average
};

class ContentionStreams {
 public:
  ContentionStreams(const Network& net, const RramChip& chip, const Mapping& mapping);

  const std::vector<ContentionStream>& into(LayerId layer) const { return into_[index(layer)]; }
  const std::vector<ContentionStream>& stores(LayerId layer) const { return stores_[index(layer)]; }
  const std::vector<ContentionStream>& partials(LayerId layer) const {
    return partials_[index(layer)];
  }
  // What a task sends and receives for one image, at a port of the NoC.
  Seconds sent(LayerId layer, std::size_t task) const { return sent_[index(layer)][task]; }
  Seconds received(LayerId layer, std::size_t task) const { return received_[index(layer)][task]; }

 private:
  ContentionStream described(const Stream& s);
  static bool through_memory(const Stream& s);
  Seconds latency(const Stream& s) const;
  Seconds arrival(const Stream& s, const std::vector<Seconds>& times, double stretch) const;
  Seconds memory_time(const Stream& s, const std::vector<Seconds>& times) const;
  std::int64_t sources(const Stream& s) const;
  Seconds crossing_time(const Flow& f) const;

  const RramChip& chip_;
  const Mapping& mapping_;
  std::vector<std::vector<ContentionStream>> into_, stores_, partials_;
  std::vector<std::vector<Seconds>> sent_, received_;
};

}  // namespace crossroof::analytic

#endif  // CROSSROOF_ANALYTIC_CONTENTION_STREAMS_H_
