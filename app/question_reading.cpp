#include "app/question_reading.h"

#include <fmt/format.h>

#include <utility>

namespace glassformer {

namespace {

std::string told_of(const std::string& file, const QuestionFile& asked) {
  if (asked.rated()) {
    return fmt::format("{}: {} pairs of words and how alike people found them", file,
                       asked.pairs.size());
  }
  return fmt::format("{}: {} questions in {} section{}", file, asked.questions(),
                     asked.sections.size(), asked.sections.size() == 1 ? "" : "s");
}

}  // namespace

QuestionReading::QuestionReading(std::string file)
    : FileReading(std::move(file), read_question_file, told_of) {}

}  // namespace glassformer
