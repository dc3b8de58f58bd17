#pragma once

#include <filesystem>
#include <optional>
#include <regex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/own/own_things.h"
#include "core/lesson/lesson.h"

namespace glassformer {

// What is true of what the program brings alone: a name, or a form of words. assets/ours.json lists
// them; a text that was wrong with somebody's own data becomes a line there. Other lines say which
// examples in quotation marks (“…”) and which numbers hold whatever is shown, and how a lesson
// refuses what it cannot show.
struct OurWords {
  std::string words;   // a regular expression over the text as it is read
  std::regex pattern;  // the same
  // A condition of living_text.h under which they may stand; empty: never with one's own things.
  std::string where;
  std::vector<std::string> lessons;  // by id; empty: all
  std::vector<int> steps;            // from 1; empty: all
  std::vector<std::string> numbers;  // instead of words: they may be typed there
  bool refusal = false;              // instead of words: such an error may be said
  std::set<std::string> excused;     // by a check: what of it was needed
};
std::vector<OurWords> read_our_words(const std::filesystem::path& file);
std::vector<OurWords> our_words();  // assets/ours.json

// Plays the lesson with the thing: every step, its question and its answer. A sentence for each
// text that is wrong then: the step fails, a text is empty or does not read, a word in quotation
// marks is not on the stage, a number is typed, or something is said that is true only of what the
// program brings. Nothing if the lesson has no place for the thing.
std::optional<std::vector<std::string>> check_own(const Lesson& lesson, const OwnThing& thing,
                                                  std::span<OurWords> words);
// After the checks of a lesson with all things: what the list lets stand in it for nothing.
std::vector<std::string> needless(const Lesson& lesson, std::span<const OurWords> words);

}  // namespace glassformer
