// SPDX-License-Identifier: Apache-2.0
// Small random chips and networks, the same for the same seed on every machine, and the plain ones
// that named cases start from.
#ifndef CROSSROOF_TESTS_WORKLOADS_RANDOM_CASES_H_
#define CROSSROOF_TESTS_WORKLOADS_RANDOM_CASES_H_

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "models/rram_chip.h"
#include "workloads/mapping.h"
#include "workloads/network.h"

namespace crossroof::oracle {

// Draws whole numbers; std::uniform_int_distribution differs between libraries.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(std::int64_t percent) { return between(1, 100) <= percent; }
  template <class T>
  T pick(const std::vector<T>& of) {
    return of[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(of.size()) - 1))];
  }

 private:
  std::mt19937_64 engine_;
};

struct Case {
  std::uint64_t seed = 0;
  RramChip chip;
  Network net;
  MappingOptions options;
  // Wishes in turn: the layer, and replicas beyond the present ones (0: the next useful number).
  std::vector<std::pair<LayerId, std::int64_t>> replicas;
};

Case random_case(std::uint64_t seed);
RramChip random_chip(Dice& dice);
Network random_network(Dice& dice);

// Maps the case with as many of the replicas as find room.
Mapping map_case(const Case& c);

// The whole case, readably.
std::string describe(const Case& c);

// `cores` cores in a row, each with `crossbars` arrays of rows x columns cells of 2 bits, 1-bit
// DACs, every row active, ample L1, one memory controller.
RramChip plain_chip(std::int64_t cores, std::int64_t crossbars, std::int64_t rows,
                    std::int64_t columns);

// A convolution of the map `in` to `channels` outputs; its output shape follows from the window.
Layer conv_layer(const MapShape& in, std::int64_t channels, const Window& window,
                 std::int64_t groups = 1);

// A network of one layer: one input, one output.
Network one_layer(Layer layer);

// Appends a layer that reads the result of the last one, or the network input.
void append_layer(Network& net, Layer layer);

}  // namespace crossroof::oracle

#endif  // CROSSROOF_TESTS_WORKLOADS_RANDOM_CASES_H_
