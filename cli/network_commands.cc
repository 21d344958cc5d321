// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/report/lists.h"
#include "cli/report/network_report.h"
#include "workloads/networks.h"

namespace crossroof::cli {

Report network_list_command(const ListArguments& arguments) {
  std::vector<Named> items;
  for (const BuiltinNetwork& network : builtin_networks()) {
    items.push_back({network.name, network.description});
  }
  return {list_report("network list", "networks", items, arguments.output), {}, {}};
}

Report network_show_command(const NetworkShowArguments& arguments) {
  check_output(arguments.output);
  const Network net = load_network(arguments.network.network, import_options(arguments.network));
  Report report;
  report.warnings = net.warnings;
  if (arguments.output.json) {
    report.text = network_json(net);
  } else if (arguments.output.csv) {
    report.text = network_csv(net);
  } else {
    report.text = network_table(net);
  }
  return report;
}

}  // namespace crossroof::cli
