#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace glassformer {

// What a command takes, parsed by CLI11. That library is templates through and through and costs
// seconds in every file that includes it, so only command_options.cpp and command_line.cpp do. The
// objects here are handles: copy them freely; the parser that they belong to lives while the
// program runs.

// One argument: an option "--runs", or one by its place, "model".
class CommandOption {
 public:
  explicit CommandOption(CLI::Option* option) : option_(option) {}

  CommandOption type_name(const std::string& name) const;  // in the help: "--out FILE"
  CommandOption required() const;
  CommandOption shows_default() const;  // the help says what the variable holds now
  CommandOption expected(int min, int max) const;
  CommandOption expected_any() const;  // any number of values, at least one
  // One value each time that it is written, any number of times.
  CommandOption repeatable() const;
  CommandOption range(int min, int max) const;
  CommandOption range(double min, double max) const;
  CommandOption one_of(const std::vector<std::string>& words) const;
  // `wrong` returns what is wrong with the text, or nothing.
  CommandOption check(std::string (*wrong)(const std::string& text)) const;

 private:
  CLI::Option* option_;
};

// The arguments of a command.
class CommandOptions {
 public:
  explicit CommandOptions(CLI::App& app) : app_(&app) {}

  // Written into `value`, which must outlive the parsing. T: std::string, std::filesystem::path,
  // bool, the numbers, and vectors of texts.
  template <class T>
  CommandOption add_option(const std::string& name, T& value, const std::string& help) const;
  void add_flag(const std::string& name, bool& value, const std::string& help) const;

  // "bench ui": a command within a command, of which one must then be given.
  CommandOptions add_subcommand(const std::string& name, const std::string& summary) const;
  bool parsed() const;                               // whether this one was given
  std::size_t count(const std::string& name) const;  // how often the option was written

  // Throws UserError for the first of these options that was written, as it would be passed over in
  // silence: "--pair", then `why`, "says nothing of …; leave it out".
  void refuse(std::initializer_list<const char*> options, std::string_view why) const;

  // What was written, in the order of the declarations, a flag without values.
  struct Given {
    std::string name;
    std::vector<std::string> values;
  };
  std::vector<Given> given() const;

 private:
  CLI::App* app_;
};

}  // namespace glassformer
