// SPDX-License-Identifier: Apache-2.0
// Built-in networks against published or closed-form numbers, and consistency of every layer.
#include <gtest/gtest.h>

#include "models/embedded.h"
#include "tests/workloads/onnx_builder.h"
#include "workloads/networks.h"

namespace crossroof::testing {
namespace {

struct Expected {
  const char* name;
  std::int64_t macs, dynamic, weights;
};

// torchvision publishes 0.714, 15.47, 1.814, 4.089, 0.301, 0.057, 0.349, 2.834, 0.386, 1.498 and
// 17.564 GMAC for the first ones; the others are closed forms: LSTM sum T*4H(I+H), GRU 2*T*3H(I+H),
// BERT 12*(4TD^2 + 2TDF + 2T^2 D) + D^2.
constexpr Expected kExpected[] = {
    {"alexnet", 714188480, 0, 61100840},
    {"vgg16", 15470264320, 0, 138357544},
    {"resnet18", 1814073344, 0, 11684712},
    {"resnet50", 4089184256, 0, 25530472},
    {"mobilenet_v2", 300774272, 0, 3487886},
    {"mobilenet_v3_small", 56510400, 0, 2536800},
    {"squeezenet1_1", 349151936, 0, 1235496},
    {"densenet121", 2834161664, 0, 8040040},
    {"efficientnet_b0", 385814752, 0, 5267540},
    {"googlenet", 1498376192, 0, 6617624},
    {"vit_b_16", 17563828224, 715327488, 86567754},
    {"swin_t", 4490566656, 140141568, 28817392},
    {"lstm_2x256", 43008000, 0, 865312},
    {"gru_bi128", 12647424, 0, 133900},
    {"bert_base_s128", 11174215680, 301989888, 109480814},
    {"llama3_8b_block_decode_ctx2048", 234881024, 16777216, 218112003},
};

TEST(OnnxBuiltin, NetworksHaveTheirPublishedWork) {
  for (const Expected& e : kExpected) {
    SCOPED_TRACE(e.name);
    const Network n = load_network(e.name);
    EXPECT_EQ(n.macs, e.macs);
    EXPECT_EQ(n.macs_dynamic, e.dynamic);
    EXPECT_EQ(n.macs_static, e.macs - e.dynamic);
    EXPECT_EQ(n.weights, e.weights);
  }
}

std::int64_t edge_channels(const Layer& l, Gate gate) {
  std::int64_t channels = 0;
  for (const Edge& e : l.in_edges) channels += e.gate == gate ? e.channels : 0;
  return channels;
}

void check_edge(const Network& n, std::size_t at, const Edge& e) {
  ASSERT_GE(e.producer_channel, 0);
  ASSERT_GE(e.channels, 1);
  ASSERT_LE(e.producer_channel + e.channels, e.from.channels);
  if (e.producer == LayerId::network_input) {
    ASSERT_LT(static_cast<std::size_t>(e.input), n.inputs.size());
    EXPECT_EQ(e.from.elements(), n.inputs[static_cast<std::size_t>(e.input)].map.elements());
    return;
  }
  ASSERT_LE(index(e.producer), at);
  if (index(e.producer) == at) {
    EXPECT_TRUE(n.layers[at].recurrent());
  }
  EXPECT_EQ(e.from.elements(), n.layers[index(e.producer)].out.elements());
  if (e.need == Need::same && e.from.positions() > 1) {
    EXPECT_EQ(e.from.positions(), n.layers[at].out.positions());
  }
}

// Every layer can be mapped: sizes are positive, edges lead back, matrices fit their operands, and
// K * M * groups * vectors is the number of MACs.
TEST(OnnxBuiltin, EveryLayerIsConsistent) {
  for (const BuiltinNetwork& b : builtin_networks()) {
    const Network n = load_network(b.name);
    ASSERT_FALSE(n.layers.empty()) << b.name;
    EXPECT_FALSE(n.outputs.empty()) << b.name;
    for (std::size_t i = 0; i < n.layers.size(); ++i) {
      const Layer& l = n.layers[i];
      SCOPED_TRACE(b.name + " " + l.name);
      EXPECT_GT(l.out.elements(), 0);
      EXPECT_GT(l.input_bits.count(), 0);
      EXPECT_GT(l.output_bits.count(), 0);
      EXPECT_FALSE(l.in_edges.empty());
      for (const Edge& e : l.in_edges) check_edge(n, i, e);
      if (l.kind != LayerKind::mvm) continue;
      const std::int64_t vectors = l.vectors != 0 ? l.vectors : l.out.positions();
      EXPECT_EQ(l.K * l.M * l.groups * vectors, l.macs);
      EXPECT_EQ(l.K * l.groups, l.in.channels * l.window.taps());
      EXPECT_EQ(edge_channels(l, Gate::s2_operands), l.in.channels);
      if (!l.recurrent()) {
        EXPECT_EQ(l.groups * l.M, l.out.channels);
      }
    }
  }
}

TEST(OnnxBuiltin, TheTableNamesTheEmbeddedFiles) {
  ASSERT_EQ(builtin_networks().size(), embedded_networks().size());
  for (std::size_t i = 0; i < embedded_networks().size(); ++i) {
    EXPECT_EQ(builtin_networks()[i].name, embedded_networks()[i].name);
    EXPECT_FALSE(builtin_networks()[i].description.empty());
  }
}

}  // namespace
}  // namespace crossroof::testing
