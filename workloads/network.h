// SPDX-License-Identifier: Apache-2.0
// A neural network as the layers that must be executed, one image.
// A layer produces a map of `out.channels` values at each of out.height x out.width positions in
// raster order; a token sequence has height = positions, width = 1. A matrix layer (mvm)
// multiplies, at every position, a K x M weight matrix per group (rows ordered channel, ky, kx) by
// its window. Shapes, MACs and fused operations are facts of the network; nothing here knows a
// machine.
#ifndef CROSSROOF_WORKLOADS_NETWORK_H_
#define CROSSROOF_WORKLOADS_NETWORK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/amount.h"
#include "models/simd_ops.h"

namespace crossroof {

enum class LayerId : std::int32_t { network_input = -1 };
inline std::size_t index(LayerId id) { return static_cast<std::size_t>(id); }
inline LayerId layer_id(std::size_t i) { return LayerId(static_cast<std::int32_t>(i)); }

enum class LayerKind {
  mvm,   // static weights: sits on crossbars
  simd,  // element-wise work, pooling, normalisation, products of two activations
  move,  // data movement only (transpose, gather, ...)
};

// Which positions of the producer's map a consumer position needs.
enum class Need {
  window,  // the receptive field of `Layer::window`
  same,    // the position of the same raster number
  whole,   // every position
};

// Which stage consumes the bytes of an edge.
enum class Gate { s2_operands, s5_operands };

struct MapShape {
  std::int64_t channels = 1, height = 1, width = 1;
  std::int64_t positions() const { return checked_mul(height, width); }
  std::int64_t elements() const { return checked_mul(channels, positions()); }
};

struct Window {
  std::int64_t kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1, dilation_h = 1,
               dilation_w = 1;
  std::int64_t pad_top = 0, pad_left = 0, pad_bottom = 0, pad_right = 0;
  // Transposed convolution: output o takes inputs i with o = i * stride - pad + tap * dilation, for
  // some tap; weight rows are channels alone.
  bool transposed = false;
  std::int64_t taps() const { return transposed ? 1 : kernel_h * kernel_w; }
};

// Channels [producer_channel, +channels) of the producer's map feed channels
// [consumer_channel, +channels) of the consumer's input. `from` is the producer's map as produced;
// `as` is the same data as the consumer sees it (raster numbers agree when positions agree).
// Producer == the layer itself: a recurrent edge (the value of the previous position).
struct Edge {
  LayerId producer = LayerId::network_input;
  std::int64_t input = 0;  // which network input, when producer == network_input
  MapShape from;           // the producer's map
  std::int64_t producer_channel = 0, consumer_channel = 0, channels = 0;
  Need need = Need::same;
  Gate gate = Gate::s2_operands;
};

// `count` element operations per image; lane-operations follow from the cost of the kind.
struct SimdWork {
  SimdKind kind = SimdKind::add;
  std::int64_t count = 0;
};

// A tensor operand as the file states it (for display and checks).
struct TensorInfo {
  std::vector<std::int64_t> shape;
  std::int64_t element_bits = 32;
  bool is_static = false;
};

// Widths in bits; 0 = not quantised in the file: the machine's precision applies.
struct OperandBits {
  std::int64_t input = 0, weight = 0, output = 0;
};

// A matrix layer gives groups * M columns at every position, which are its out.channels, but for
// two:
//   recurrent: M = gates * hidden columns, of which the gates make out.channels = groups * hidden;
//   transposed convolution: M = Cout/g * taps columns at each of `vectors` input positions, which
//   fused additions sum into out.channels = Cout at the output positions.
struct Layer {
  std::string name, op;
  LayerKind kind = LayerKind::simd;
  // Matrix of one group (mvm): K rows, M columns; `groups` of them.
  std::int64_t K = 0, M = 0, groups = 1;
  MapShape in;    // the map the window slides over (padding excluded); channels of all groups
  MapShape out;   // channels = groups * M for mvm (see above)
  Window window;  // mvm, pooling; 1x1 otherwise
  std::int64_t vectors = 0;  // MVMs of one image when not one per output position (0: one each)
  // Recurrent layers: `steps` steps in time (0: not recurrent), each needs the one before, which
  // lies `step_distance` positions earlier; the positions of one step (sequences) do not depend.
  std::int64_t steps = 0, step_distance = 1;
  bool recurrent() const { return steps > 0; }
  // A product of two activations (simd): `product_batch` products of M x K by K x N (0 = none).
  std::int64_t product_batch = 0, product_m = 0, product_k = 0, product_n = 0;
  // Equal runs of channels that SIMD-only work treats alone (heads of attention); 1: all together.
  std::int64_t channel_groups = 1;
  OperandBits bits;
  std::vector<SimdWork> work;  // the layer's own SIMD operations (kind simd)
  std::vector<SimdWork>
      fused;  // operations fused behind an mvm (bias excluded: folded into the array)
  std::vector<std::string> fused_nodes;  // names of the nodes fused into this layer
  std::vector<Edge> in_edges;  // S2 (mvm) or S5 (simd, move) operands, and fused S5 operands
  // Facts for display, of the file as it stands (all images of its batch).
  std::vector<TensorInfo> inputs;
  std::vector<TensorInfo> outputs;
  std::int64_t macs = 0;
  bool macs_dynamic = false;  // both operands are activations
  std::int64_t weight_elements = 0;
  Bits input_bits, output_bits, weight_bits;  // operands read, results written, weights
  bool assumed = false;                       // rests on an assumption (--assume, value_info)
};

struct NetworkInput {
  std::string name;
  std::vector<std::int64_t> shape;
  MapShape map;
  std::int64_t element_bits = 32;
};

// What share of the file had a rule of its own.
struct Coverage {
  std::int64_t nodes = 0, ruled = 0, assumed = 0, folded = 0, fused = 0;
  std::int64_t macs_assumed = 0;
};

struct Network {
  std::string name, source;
  std::vector<NetworkInput> inputs;
  std::vector<Layer> layers;     // topological order
  std::vector<LayerId> outputs;  // layers whose result leaves the network
  std::int64_t batch = 1;        // images the file's shapes hold; layers describe one of them
  std::int64_t macs = 0, macs_static = 0, macs_dynamic = 0;
  std::int64_t weights = 0;  // elements
  Coverage coverage;
  std::vector<std::string> warnings;
};

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_NETWORK_H_
