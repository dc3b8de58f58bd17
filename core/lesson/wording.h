#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

// What of a lesson's text makes a reader stumble, or will not stay true: a sentence for each.
// Words are those of our own list (wording.cpp).
std::vector<std::string> stumbles(std::string_view text);

// Numbers with a point or a percent sign that are typed, where a run could say them: "0.88",
// "12 %". What stands inside \own{…} or is the argument of a command is not counted.
std::vector<std::string> typed_numbers(std::string_view text);

// Where the text no longer reads once \own{…} is left out: a sentence that begins with a small
// letter, a blank before a full stop, a colon that nothing follows.
std::vector<std::string> broken_without_own(std::string_view text);

}  // namespace glassformer
