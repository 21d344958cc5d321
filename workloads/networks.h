// SPDX-License-Identifier: Apache-2.0
// Networks by name or by file. The built-in ones are ONNX files inside the program; their names
// come first, so a file of the same name needs a path: "./resnet50" or "resnet50.onnx".
#ifndef CROSSROOF_WORKLOADS_NETWORKS_H_
#define CROSSROOF_WORKLOADS_NETWORKS_H_

#include <string>
#include <vector>

#include "workloads/network.h"
#include "workloads/onnx/import_options.h"

namespace crossroof {

struct BuiltinNetwork {
  std::string name, description;  // one line
};

// Sorted by name.
const std::vector<BuiltinNetwork>& builtin_networks();

// Throws Error: a word that is neither a built-in network nor a file is answered with the nearest
// name; a file that cannot be imported with the reason.
Network load_network(const std::string& name_or_path, const ImportOptions& options = {});

}  // namespace crossroof

#endif  // CROSSROOF_WORKLOADS_NETWORKS_H_
