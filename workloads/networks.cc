// SPDX-License-Identifier: Apache-2.0
#include "workloads/networks.h"

#include <sys/stat.h>

#include "models/embedded.h"
#include "models/error.h"
#include "models/text.h"
#include "workloads/onnx/import.h"

namespace crossroof {
namespace {

bool exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

bool looks_like_path(const std::string& text) {
  return text.find('/') != std::string::npos || text.find('.') != std::string::npos;
}

[[noreturn]] void fail_unknown(const std::string& name) {
  if (looks_like_path(name)) throw Error(name + ": error: no such file");
  std::vector<std::string> names;
  for (const BuiltinNetwork& network : builtin_networks()) names.push_back(network.name);
  const std::string hint = did_you_mean(name, names);
  throw Error("error: \"" + name + "\" is neither a built-in network nor a file" +
              (hint.empty() ? "; `crossroof network list` names the built-in ones" : hint));
}

}  // namespace

const std::vector<BuiltinNetwork>& builtin_networks() {
  static const std::vector<BuiltinNetwork> networks = {
      {"alexnet", "AlexNet, 224x224 images, 0.71 GMAC"},
      {"bert_base_s128", "BERT-base encoder with pooler, 128 tokens, 11.2 GMAC"},
      {"densenet121", "DenseNet-121, 224x224 images, 2.83 GMAC"},
      {"efficientnet_b0", "EfficientNet-B0, 224x224 images, 0.39 GMAC"},
      {"googlenet", "GoogLeNet, 224x224 images, 1.50 GMAC"},
      {"gru_bi128", "bidirectional GRU of 128 units on 98 frames, a keyword spotter, 12.6 MMAC"},
      {"inception_v3", "Inception v3, 299x299 images, 5.71 GMAC"},
      {"lenet5", "LeNet-5, 28x28 digits, 0.42 MMAC"},
      {"llama2_7b_block_decode_ctx512",
       "one block of Llama-2-7B, one new token, 512 of context, 0.21 GMAC"},
      {"llama2_7b_block_prefill512", "one block of Llama-2-7B, a prompt of 512 tokens, 106 GMAC"},
      {"llama3_8b_block_decode_ctx2048",
       "one block of Llama-3-8B, one new token, 2048 of context, 0.23 GMAC"},
      {"llama7b_block_decode_torch_export",
       "the Llama-2-7B decode block as PyTorch exports it, 0.21 GMAC"},
      {"lstm_2x256", "two LSTM layers of 256 units, 50 steps, 43 MMAC"},
      {"mlp_784_512_256_10", "multi-layer perceptron for 28x28 digits, 0.54 MMAC"},
      {"mobilenet_v2", "MobileNetV2, 224x224 images, 0.30 GMAC"},
      {"mobilenet_v3_small", "MobileNetV3-Small, 224x224 images, 57 MMAC"},
      {"resnet18", "ResNet-18, 224x224 images, 1.81 GMAC"},
      {"resnet50", "ResNet-50, 224x224 images, 4.09 GMAC"},
      {"squeezenet1_1", "SqueezeNet 1.1, 224x224 images, 0.35 GMAC"},
      {"swin_t", "Swin-T, 224x224 images, 4.49 GMAC"},
      {"tinyllama_1b_full_decode_ctx1024",
       "TinyLlama-1.1B, one new token, 1024 of context, 1.13 GMAC"},
      {"vgg16", "VGG-16, 224x224 images, 15.5 GMAC"},
      {"vgg8_cifar10", "VGG-8, 32x32 images, 0.62 GMAC"},
      {"vit_b_16", "ViT-B/16, 224x224 images, 17.6 GMAC"},
      {"worked-example", "one 3x3 convolution with ReLU, worked by hand in docs/worked-example.md"},
  };
  return networks;
}

Network load_network(const std::string& name_or_path, const ImportOptions& options) {
  for (const EmbeddedFile& file : embedded_networks()) {
    if (file.name == name_or_path) return import_onnx_bytes(file.bytes, file.name, options);
  }
  if (!exists(name_or_path)) fail_unknown(name_or_path);
  return import_onnx(name_or_path, options);
}

}  // namespace crossroof
