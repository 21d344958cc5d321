// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/report/lists.h"
#include "cli/report/machine_report.h"
#include "models/error.h"
#include "models/machine_json.h"
#include "models/text.h"

namespace crossroof::cli {
namespace {

std::string with_newline(std::string text) {
  if (text.empty() || text.back() != '\n') text += '\n';
  return text;
}

}  // namespace

Report machine_list_command(const ListArguments& arguments) {
  std::vector<Named> items;
  for (const PresetInfo& preset : machine_presets()) {
    items.push_back({preset.name, preset.description});
  }
  return {list_report("machine list", "machines", items, arguments.output), {}, {}};
}

Report machine_show_command(const MachineShowArguments& arguments) {
  if (arguments.output.json && (arguments.resolved || arguments.origin)) {
    throw Error("--json and --resolved or --origin: choose one", ExitCode::usage);
  }
  const Machine machine = load_machine(arguments.machine, arguments.sets);
  Report report;
  if (arguments.origin) {
    report.text = with_newline(resolved_with_origin(machine));
  } else if (arguments.resolved) {
    report.text = with_newline(resolved_json(machine));
  } else if (arguments.output.json) {
    report.text = machine_json(machine);
  } else {
    report.text = machine_text(machine.chip);
  }
  return report;
}

Report schema_command(const SchemaArguments& arguments) {
  const std::vector<std::string> kinds = {"machine"};
  if (arguments.kind != kinds.front()) {
    throw Error("no schema \"" + arguments.kind + "\", expected " + listing(kinds) +
                    did_you_mean(arguments.kind, kinds),
                ExitCode::usage);
  }
  return {with_newline(machine_schema_json()), {}, {}};
}

}  // namespace crossroof::cli
