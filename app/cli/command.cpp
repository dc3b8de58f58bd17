#include "app/cli/command.h"

#include <algorithm>
#include <vector>

namespace glassformer {

namespace {

std::vector<Command>& table() {
  static std::vector<Command> commands;  // filled before main, in any order; kept sorted
  return commands;
}

}  // namespace

RegisterCommand::RegisterCommand(const Command& command) {
  auto& commands = table();
  const auto place =
      std::lower_bound(commands.begin(), commands.end(), command,
                       [](const Command& a, const Command& b) { return a.name < b.name; });
  commands.insert(place, command);
}

std::span<const Command> all_commands() {
  return table();
}

}  // namespace glassformer
