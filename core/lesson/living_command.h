#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/living_text.h"

// The commands of a living text, one at a time.
namespace glassformer {

// A command as it stands in the text.
struct LivingCommand {
  std::string_view name;
  std::vector<std::string> arguments;
  int digits = 0;       // of \value[6]; 0: as cells have them
  std::size_t end = 0;  // where the text goes on
};

// The end of the group whose "{" is at `open`; npos if none closes it.
std::size_t end_of_group(std::string_view text, std::size_t open);
std::string_view command_name_at(std::string_view text, std::size_t backslash);
// \if, \own and \many; none if their groups are not all there.
std::optional<LivingCommand> groups_at(std::string_view text, std::size_t backslash,
                                       std::size_t count);
// None if this is no command of ours, or not all of it is there; `flaw` says what is lacking.
std::optional<LivingCommand> command_at(std::string_view text, std::size_t backslash,
                                        std::string* flaw);

// What a command says: a number and how it is written, or a word.
struct Spoken {
  std::string text;
  std::optional<double> number;
};
// Throws UserError for what the run does not have.
Spoken spoken(const LivingCommand& command, const LivingText& from, bool formula);

// Whether the condition holds; beside what living_text.h lists, `a ~ b`: both are written alike,
// rounded as they are. What the run does not have goes into `lacking`, if that is given.
// Throws UserError for one that cannot be read.
bool holds(std::string_view condition, const LivingText& from, std::vector<std::string>* lacking);

}  // namespace glassformer
