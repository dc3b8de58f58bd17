#include "app/cli/usage_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <optional>
#include <regex>
#include <vector>

#include "core/text/nearest.h"

namespace glassformer {

namespace {

// What stands where `form` has (…); nothing if the text has another form.
std::optional<std::vector<std::string>> parts_of(const std::string& text, const char* form) {
  std::smatch found;
  if (!std::regex_match(text, found, std::regex(form))) return std::nullopt;
  return std::vector<std::string>(found.begin() + 1, found.end());
}

bool is_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// Of an option that the command does not have; nothing if it has all that were given.
std::optional<std::string> unknown_option(const CLI::App& command) {
  const std::vector<std::string> left = command.remaining();
  const auto option = std::ranges::find_if(
      left, [](const std::string& word) { return word.size() > 1 && word[0] == '-'; });
  if (option == left.end()) return std::nullopt;
  std::vector<std::string> names;
  for (const CLI::Option* one : command.get_options()) {
    if (!one->get_lnames().empty()) names.push_back("--" + one->get_lnames().front());
  }
  const std::string name = option->substr(0, option->find('='));
  return fmt::format("there is no option '{}'{}", name, instead_of(name, "options are", names));
}

}  // namespace

std::string usage_error(const CLI::ParseError& error, const CLI::App& command) {
  const std::string text = error.what();
  // First, since what seems to be missing may be what was misspelled, or its value.
  for (const CLI::App* of = &command; of != nullptr; of = of->get_parent()) {
    if (const auto unknown = unknown_option(*of)) return *unknown;
  }
  const bool too_much = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  if (too_much && !command.remaining().empty()) {
    return fmt::format("more was given than it takes: {}", fmt::join(command.remaining(), " "));
  }
  if (const auto least = parts_of(text, "(.*): At least (\\d+) required but received (\\d+)"))
    return fmt::format("{}: give {} or more, not {}", least->at(0), least->at(1), least->at(2));
  if (const auto most = parts_of(text, "(.*): At [Mm]ost (\\d+) required but received (\\d+)")) {
    return most->at(1) == "1"
               ? fmt::format("{}: give it once, not {} times", most->at(0), most->at(2))
               : fmt::format("{}: give {} or fewer, not {}", most->at(0), most->at(1), most->at(2));
  }
  if (const auto missing = parts_of(text, "(.*): \\d+ required (.*) missing"))
    return fmt::format("{}: its value, {}, is missing", missing->at(0), missing->at(1));
  if (const auto missing = parts_of(text, "(.*) is required")) {
    const CLI::Option* const option = command.get_option_no_throw(missing->at(0));
    const bool typed = option != nullptr && option->get_positional();
    const std::string form = typed ? option->get_type_name() : "";
    return fmt::format("{} is required", form.empty() ? missing->at(0) : form);
  }
  if (const auto unread = parts_of(text, "Could not convert: (.*) = (.*)")) {
    return fmt::format("{}: '{}' is no {}", unread->at(0), unread->at(1),
                       is_number(unread->at(1)) ? "whole number" : "number");
  }
  return text;
}

}  // namespace glassformer
