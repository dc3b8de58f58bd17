#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/eval/questions.h"
#include "core/embed/eval/rated_pairs.h"

namespace glassformer {

// What word vectors are asked, from a file of one's own.
struct QuestionFile {
  std::string name;                       // without its folder
  std::vector<QuestionSection> sections;  // empty: it holds pairs
  std::vector<RatedPair> pairs;
  std::string columns;  // of the pairs: where in the file they stand

  bool rated() const { return sections.empty(); }
  std::size_t questions() const;  // of all sections
};
using QuestionFilePtr = std::shared_ptr<const QuestionFile>;

enum class QuestionFormat { sections, rated_pairs };
// What a file is by its first bytes; nothing if it is neither.
std::optional<QuestionFormat> recognise_questions(std::string_view beginning);

// Reads what the file is recognised as. `watch` is told from time to time which share is read, and
// stops it by false. Throws UserError, also for more than a lesson can ask: 200,000 questions in
// 1000 sections, or 20,000 pairs.
QuestionFilePtr read_question_file(const std::filesystem::path& file,
                                   std::function<bool(double share)> watch = {});

}  // namespace glassformer
