#include "app/jobs/question_reading.h"

#include <fmt/format.h>

#include <utility>

#include "core/text/number_of.h"

namespace glassformer {

namespace {

std::string described(const std::string& file, const QuestionFile& asked) {
  if (asked.rated()) {
    return fmt::format("{}: {} of words; {}", file, number_of(asked.pairs.size(), "rated pair"),
                       asked.columns);
  }
  return fmt::format("{}: {} in {}", file, number_of(asked.questions(), "question"),
                     number_of(asked.sections.size(), "section"));
}

}  // namespace

QuestionReading::QuestionReading(std::string file)
    : FileReading(std::move(file), read_question_file, described) {}

}  // namespace glassformer
