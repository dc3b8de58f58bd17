#include "app/cli/command.h"

#include <algorithm>
#include <vector>

namespace glassformer {

namespace {

std::vector<CliCommand>& table() {
  static std::vector<CliCommand> commands;  // filled before main, in any order; kept sorted
  return commands;
}

}  // namespace

RegisterCommand::RegisterCommand(const CliCommand& command) {
  auto& commands = table();
  const auto place =
      std::lower_bound(commands.begin(), commands.end(), command,
                       [](const CliCommand& a, const CliCommand& b) { return a.name < b.name; });
  commands.insert(place, command);
}

std::span<const CliCommand> all_commands() {
  return table();
}

}  // namespace glassformer
