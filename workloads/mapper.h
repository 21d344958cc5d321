// SPDX-License-Identifier: Apache-2.0
// Maps a network onto a chip (docs/mapping.md). First copies of all layers are placed on
// construction; replicas may then be added one layer at a time (whoever knows rates decides which);
// finish() settles L1 space and returns the mapping. The draft is complete at every step but for
// L1: its amounts are those of default chunk lengths.
#ifndef CROSSROOF_WORKLOADS_MAPPER_H_
#define CROSSROOF_WORKLOADS_MAPPER_H_

#include <optional>
#include <vector>

#include "workloads/credits.h"
#include "workloads/l1_need.h"
#include "workloads/mapping.h"
#include "workloads/placement.h"

namespace crossroof {

class Mapper {
 public:
  // Throws Error when the weights do not fit and the options do not say what to do, when a layer
  // fits no core kind, or a recurrent one no pass, or when an amount exceeds 2^63. All arguments
  // must outlive the mapper.
  Mapper(const Network& net, const RramChip& chip, const MappingOptions& options);

  const Mapping& draft() const { return mapping_; }

  // Layers spread over several chips or passes, and products of two activations, have one copy.
  bool can_replicate(LayerId layer) const;

  // Smallest number of replicas above the present one that lowers the largest share of positions;
  // nullopt when there is none (D = N).
  std::optional<std::int64_t> next_useful_replicas(LayerId layer) const;

  // Raises a matrix layer to `replicas`; false, and nothing changes, when they cannot be placed.
  // Fills `affected` with the layers whose amounts changed.
  bool replicate(LayerId layer, std::int64_t replicas, std::vector<LayerId>& affected);

  void set_duplication_note(std::string why) { mapping_.duplication_stopped = std::move(why); }

  // Settles chunk lengths, credits and spills, and recomputes every amount.
  Mapping finish() &&;

 private:
  struct Bin {  // a chip, or a pass over the one chip
    Placement placement;
    std::int64_t chip = 0, pass = 0;
  };

  void resolve_layers();
  void choose_kind(LayerId layer, std::size_t kind);
  void place_first_copies();
  bool place_whole(LayerId layer);       // in the last bin, on the first kind of core that has room
  void spread_over_bins(LayerId layer);  // column sets go on over following chips or passes
  void check_chips() const;
  std::int64_t place_in_bin(LayerId layer, std::int64_t first, bool all_or_nothing);
  void open_bin();
  [[noreturn]] void refuse(LayerId layer) const;
  [[noreturn]] void refuse_cut(LayerId layer);  // a layer that must be whole in one pass
  void assign_phases();
  void place_hosted(LayerId layer);
  void fill_transfers_of(LayerId layer);
  void fill_all();
  void add_loads();
  Placement::Request request(LayerId layer, std::int64_t replicas) const;
  void plan_layer(LayerId layer, std::int64_t replicas);

  const Network& net_;
  const RramChip& chip_;
  MappingOptions options_;
  Mapping mapping_;
  std::vector<Bin> bins_;
  std::vector<std::size_t> bin_of_;  // by layer
  std::vector<bool> split_;          // a layer spread over several bins
  std::vector<std::optional<LayerId>> hosts_;
  std::vector<std::vector<LayerId>> hosted_;  // SIMD-only layers by host
  std::vector<L1Need> needs_;                 // L1 space, by layer
  StreamIndex by_layer_;
};

// Mapping without duplication.
Mapping map_network(const Network& net, const RramChip& chip, const MappingOptions& options);

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_MAPPER_H_
