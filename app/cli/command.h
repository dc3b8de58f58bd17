#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/cli/command_options.h"

namespace glassformer {

// One command of the program: one file in app/cli/, which holds
//   const RegisterCommand r{{.name = "doctor", .summary = "…", .examples = "…", .set_up =
//   declare}};
// The texts must live as long as the program: string literals do.
struct CliCommand {
  std::string_view name;
  std::string_view summary;   // one sentence, shown in the list of commands
  std::string_view examples;  // shown below the command's --help, a line each
  // Declares the arguments of the command (bound to variables that the returned function owns,
  // through a shared_ptr) and returns what runs once they are parsed. That returns the exit code:
  // 0, or 1 for a failure inside; it throws UserError for what the user got wrong (exit code 2).
  std::function<int()> (*set_up)(const CommandOptions& arguments) = nullptr;
};

struct RegisterCommand {
  explicit RegisterCommand(const CliCommand& command);
};

std::span<const CliCommand> all_commands();  // sorted by name

// Runs the command that the arguments name; with none `gui`, and where that is missing the help.
// Never throws: what goes wrong becomes a sentence on standard error and an exit code: 0 ok,
// 1 a failure inside, 2 the user's error.
int run_command_line(int argc, const char* const* argv);

}  // namespace glassformer
