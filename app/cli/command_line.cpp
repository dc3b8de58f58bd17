#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/tensor/error.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

constexpr int ok = 0, failure_inside = 1, user_error = 2;

const char* const about =
    "glassformer shows how attention works: every number on screen, explained and editable.";
const char* const footer =
    "Each command explains itself: glassformer COMMAND --help\n"
    "Exit codes: 0 ok, 1 a failure inside, 2 something to correct in the command or a file.";

int complain(const std::string& sentence, int code) {
  std::fprintf(stderr, "glassformer: %s\n", sentence.c_str());
  return code;
}

// CLI11 would answer "the following argument was not expected"; this names the commands.
void check_command(const std::string& word) {
  std::vector<std::string> names;
  for (const CliCommand& command : all_commands()) names.emplace_back(command.name);
  if (word.empty() || word[0] == '-') return;
  if (std::find(names.begin(), names.end(), word) != names.end()) return;
  throw UserError("there is no command '" + word + "'" + instead_of(word, "commands are", names) +
                  "; see glassformer --help");
}

int parse_and_run(int argc, const char* const* argv) {
  CLI::App app(about, "glassformer");
  app.footer(footer);
  app.set_version_flag("--version", "glassformer " GLASSFORMER_VERSION);
  app.require_subcommand(0, 1);
  std::function<int()> chosen;
  for (const CliCommand& command : all_commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    if (!command.examples.empty()) sub->footer("Examples:\n" + std::string(command.examples));
    const std::function<int()> run = command.declare(*sub);
    sub->final_callback([&chosen, run] { chosen = run; });
    if (command.name == "gui") chosen = run;
  }
  if (argc > 1) check_command(argv[1]);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const auto named = app.get_subcommands();
    print(named.empty() ? app.help() : named.front()->help("glassformer"));
    return ok;
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + "\n");
    return ok;
  } catch (const CLI::ParseError& error) {
    const auto named = app.get_subcommands();
    const std::string command = named.empty() ? "" : " " + named.front()->get_name();
    throw UserError(std::string(error.what()) + "; see glassformer" + command + " --help");
  }
  if (chosen) return chosen();
  print(app.help());
  return ok;
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const OutputClosed&) {
    return failure_inside;
  } catch (const UserError& error) {
    return complain(error.what(), user_error);
  } catch (const std::bad_alloc&) {
    return complain("there is not enough memory for this; try a smaller input", failure_inside);
  } catch (const std::exception& error) {
    return complain(std::string("something failed inside: ") + error.what(), failure_inside);
  }
}

}  // namespace glassformer
