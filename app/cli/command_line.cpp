#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/command_options.h"
#include "app/cli/output.h"
#include "app/cli/usage_error.h"
#include "app/cli/vectors_argument.h"
#include "app/platform/folders.h"
#include "app/platform/version.h"
#include "core/kernels/width.h"
#include "core/tensor/error.h"
#include "core/tensor/failure.h"
#include "core/text/nearest.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

constexpr int ok = 0, failure_inside = 1, user_error = 2;

const char* const about =
    "glassformer shows how attention works: every number on screen, explained and editable.";
const char* const footer =
    "Each command explains itself: glassformer COMMAND --help\n"
    "Exit codes: 0 ok, 1 a failure inside, 2 something to correct in the command or a file.";

int complain(const std::string& sentence, int code) {
  // Names of files stand in it, whatever they hold; its own line ends stay.
  std::string shown;
  for (std::size_t at = 0; at <= sentence.size();) {
    const std::size_t end = std::min(sentence.find('\n', at), sentence.size());
    const std::string_view line = std::string_view(sentence).substr(at, end - at);
    shown += without_endless_words(readable(line)) + "\n";
    at = end + 1;
  }
  std::fprintf(stderr, "glassformer: %s", shown.c_str());
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

// The same for what a command is made of: "vectors neighbours".
void check_part(const CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2) return;
  const auto found =
      app.get_subcommands([&](const CLI::App* c) { return c->get_name() == argv[1]; });
  if (found.empty() || found.front()->get_require_subcommand_min() == 0) return;
  std::vector<std::string> names;
  for (const CLI::App* part : found.front()->get_subcommands({})) names.push_back(part->get_name());
  const std::string word = argc > 2 ? argv[2] : "";
  const bool option = word.starts_with('-');
  if (option && found.front()->get_option_no_throw(word) != nullptr) return;  // --help
  if (std::find(names.begin(), names.end(), word) != names.end()) return;
  const std::string wrong =
      word.empty() || option
          ? fmt::format("'{}' needs to be told what{}: {}", argv[1],
                        option ? ", before its options" : "", listed(names))
          : fmt::format("there is no '{} {}'{}", argv[1], word,
                        instead_of(word, fmt::format("words after '{}' are", argv[1]), names));
  throw UserError(fmt::format("{}; see glassformer {} --help", wrong, argv[1]));
}

// An expression may begin with a minus: "-paris + rome" is no option. No option of one dash has
// more than one letter, and a negative number is the value of an option.
bool is_expression(const std::string& word) {
  if (word.size() < 2 || word[0] != '-' || word[1] == '-' || word == "-h") return false;
  float number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error != std::errc{} || end != word.data() + word.size();
}

// Words that word vectors are asked about: behind "--" all are, and "[UNK]" is one, not a list.
std::vector<std::string> with_marked_words(int argc, const char* const* argv) {
  std::vector<std::string> words(argv, argv + argc);
  if (argc < 4 || words[1] != "vectors") return words;
  const std::string& part = words[2];
  if (part != "neighbours" && part != "analogy" && part != "arith") return words;
  const auto behind = std::find(words.begin() + 3, words.end(), "--");
  for (auto word = words.begin() + 3; word != words.end(); ++word) {
    const bool list = word->starts_with('[') && *(word - 1) != "--words";
    if (word > behind || list || (part == "arith" && is_expression(*word))) {
      word->insert(0, 1, word_mark);
    }
  }
  if (behind != words.end()) words.erase(behind);
  return words;
}

// "train vectors": the command as far as it was understood.
std::string understood(const CLI::App& app) {
  std::string path;
  for (auto named = app.get_subcommands(); !named.empty();
       named = named.front()->get_subcommands()) {
    path += " " + named.front()->get_name();
  }
  return path;
}

const CLI::App& deepest(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

// CLI11 says "word(1x)" of what may come once or twice, and "FILE ..." of an option that takes one
// value but may be written again.
class HelpText : public CLI::Formatter {
 public:
  std::string make_option_usage(const CLI::Option* option) const override {
    const int min = option->get_expected_min(), max = option->get_expected_max();
    if (min == max || max >= CLI::detail::expected_max_vector_size) {
      return CLI::Formatter::make_option_usage(option);
    }
    const std::string name = fmt::format("{}({} {} {})", make_option_name(option, true), min,
                                         max == min + 1 ? "or" : "to", max);
    return option->get_required() ? name : "[" + name + "]";
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    constexpr std::string_view several = " ...";
    const std::size_t at = text.find(several);
    if (at != text.npos && !option->get_allow_extra_args()) text.erase(at, several.size());
    return text;
  }
};

int parse_and_run(int argc, const char* const* argv) {
  CLI::App app(about, "glassformer");
  app.footer(footer);
  app.formatter(std::make_shared<HelpText>());
  app.set_version_flag("--version", "glassformer " + program_version());
  app.require_subcommand(0, 1);
  std::function<int()> chosen;
  for (const CliCommand& command : all_commands()) {
    CLI::App* sub = app.add_subcommand(std::string(command.name), std::string(command.summary));
    if (!command.examples.empty()) sub->footer("Examples:\n" + std::string(command.examples));
    const std::function<int()> run = command.set_up(CommandOptions(*sub));
    sub->final_callback([&chosen, run] { chosen = run; });
    if (command.name == "gui") chosen = run;
  }
  if (argc > 1) check_command(argv[1]);
  check_part(app, argc, argv);
  const std::vector<std::string> words = with_marked_words(argc, argv);
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  try {
    app.parse(static_cast<int>(pointers.size()), pointers.data());
  } catch (const CLI::CallForHelp&) {
    const auto named = app.get_subcommands();
    print(named.empty() ? app.help() : named.front()->help("glassformer"));
    return ok;
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + "\n");
    return ok;
  } catch (const CLI::ParseError& error) {
    throw UserError(usage_error(error, deepest(app)) + "; see glassformer" + understood(app) +
                    " --help");
  }
  width_in_use();  // refuses what GLASSFORMER_CPU says before anything is begun
  if (chosen) return chosen();
  print(app.help());
  return ok;
}

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  forget_relative_folders();
  // A file that grows beyond what `ulimit -f` allows is a write that fails and says so, and cleans
  // up, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return parse_and_run(argc, argv);
  } catch (const OutputClosed&) {
    return failure_inside;
  } catch (const UserError& error) {
    return complain(error.what(), user_error);
  } catch (...) {
    return complain(told_of_failure("try a smaller input"), failure_inside);
  }
}

}  // namespace glassformer
