#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glassformer {

// A question, an answer to it, and for learning from preferences one that is worse.
struct QuestionAnswer {
  std::string question, answer;
  std::string worse = {};  // empty: there is none
};

// A UTF-8 text with one on each line: question, tab, answer and, with `preferences`, tab, worse
// answer. Empty lines are passed over. Throws UserError naming the file, and the line that lacks
// something.
std::vector<QuestionAnswer> read_question_answers(const std::filesystem::path& file,
                                                  bool preferences);

}  // namespace glassformer
