#include "app/cli/command_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

// A variable of a shell that is not set; taken for the option left out, it would go unnoticed.
std::string no_empty_value(const std::string& text) {
  return text.empty() ? "has an empty value; give it one, or leave the option out" : "";
}

}  // namespace

CommandOption CommandOption::type_name(const std::string& name) const {
  option_->type_name(name);
  return *this;
}

CommandOption CommandOption::required() const {
  option_->required();
  return *this;
}

CommandOption CommandOption::shows_default() const {
  option_->capture_default_str();
  return *this;
}

CommandOption CommandOption::expected(int min, int max) const {
  option_->expected(min, max);
  return *this;
}

CommandOption CommandOption::expected_any() const {
  option_->expected(-1);
  return *this;
}

CommandOption CommandOption::repeatable() const {
  option_->type_size(1)->allow_extra_args(false)->multi_option_policy(
      CLI::MultiOptionPolicy::TakeAll);
  return *this;
}

namespace {

// In plain words; the library would name the range in the list of options, "INT in [1 - 64]".
template <class T>
void limit(CLI::Option& option, T min, T max) {
  option.check([min, max](const std::string& text) {
    T value{};
    if (CLI::detail::lexical_cast(text, value) && value >= min && value <= max)
      return std::string();
    return fmt::format("{} is no {}number from {} to {}", text,
                       std::is_integral_v<T> ? "whole " : "", min, max);
  });
}

}  // namespace

CommandOption CommandOption::range(int min, int max) const {
  limit(*option_, min, max);
  return *this;
}

CommandOption CommandOption::range(double min, double max) const {
  limit(*option_, min, max);
  return *this;
}

CommandOption CommandOption::one_of(const std::vector<std::string>& words) const {
  option_->check(CLI::IsMember(words));
  return *this;
}

CommandOption CommandOption::check(std::string (*wrong)(const std::string& text)) const {
  option_->check(wrong);
  return *this;
}

template <class T>
CommandOption CommandOptions::add_option(const std::string& name, T& value,
                                         const std::string& help) const {
  CLI::Option* option = app_->add_option(name, value, help);
  if (name.starts_with('-')) option->check(no_empty_value);
  return CommandOption(option);
}

template CommandOption CommandOptions::add_option(const std::string&, std::string&,
                                                  const std::string&) const;
template CommandOption CommandOptions::add_option(const std::string&, std::vector<std::string>&,
                                                  const std::string&) const;
template CommandOption CommandOptions::add_option(const std::string&, std::filesystem::path&,
                                                  const std::string&) const;
template CommandOption CommandOptions::add_option(const std::string&, int&,
                                                  const std::string&) const;
template CommandOption CommandOptions::add_option(const std::string&, std::int64_t&,
                                                  const std::string&) const;
template CommandOption CommandOptions::add_option(const std::string&, std::uint64_t&,
                                                  const std::string&) const;
template CommandOption CommandOptions::add_option(const std::string&, float&,
                                                  const std::string&) const;
template CommandOption CommandOptions::add_option(const std::string&, double&,
                                                  const std::string&) const;

void CommandOptions::add_flag(const std::string& name, bool& value, const std::string& help) const {
  app_->add_flag(name, value, help);
}

CommandOptions CommandOptions::add_subcommand(const std::string& name,
                                              const std::string& summary) const {
  app_->require_subcommand(1);
  return CommandOptions(*app_->add_subcommand(name, summary));
}

bool CommandOptions::parsed() const {
  return app_->parsed();
}

std::size_t CommandOptions::count(const std::string& name) const {
  return app_->count(name);
}

void CommandOptions::refuse(std::initializer_list<const char*> options,
                            std::string_view why) const {
  for (const char* const option : options) {
    if (count(option) > 0) throw UserError(fmt::format("{} {}", option, why));
  }
}

std::vector<CommandOptions::Given> CommandOptions::given() const {
  std::vector<Given> all;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->count() == 0) continue;
    all.push_back({option->get_name(false, false), {}});
    if (option->get_expected_max() > 0) all.back().values = option->results();
  }
  return all;
}

}  // namespace glassformer
