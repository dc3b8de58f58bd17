#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// What of a lesson's text makes a reader stumble, or will not stay true: a sentence for each.
// Words are those of our own list (wording.cpp).
std::vector<std::string> stumbles(std::string_view text);

// The text without its commands and what they are given.
std::string without_commands(std::string_view text);

// Numbers with a point or a percent sign that are typed, where a run could say them: "0.88",
// "12 %". What stands only for the lesson's own data (\own{…}, \if{our text}{…}{}) or is the
// argument of a command is not counted.
std::vector<std::string> typed_numbers(std::string_view text);

// Where the text does not read if none of its conditions holds, or all do: a sentence that begins
// with a small letter, a blank before a full stop, a colon that nothing follows.
std::vector<std::string> broken_without_own(std::string_view text);

// The same of a text as it is read, with its numbers in it.
std::vector<std::string> broken(std::string_view filled);

}  // namespace glassformer
