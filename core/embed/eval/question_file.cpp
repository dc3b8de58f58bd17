#include "core/embed/eval/question_file.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "core/formats/json.h"
#include "core/formats/watched_source.h"
#include "core/tensor/error.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

constexpr std::size_t max_questions = 200'000, max_sections = 1000, max_pairs = 20'000;
constexpr std::size_t max_name = 80;  // characters of a section's name

}  // namespace

std::size_t QuestionFile::questions() const {
  std::size_t count = 0;
  for (const QuestionSection& section : sections) count += section.questions.size();
  return count;
}

std::optional<QuestionFormat> recognise_questions(std::string_view beginning) {
  if (begins_with_section(beginning)) return QuestionFormat::sections;
  if (holds_rated_pairs(beginning)) return QuestionFormat::rated_pairs;
  return std::nullopt;
}

QuestionFilePtr read_question_file(const std::filesystem::path& file,
                                   std::function<bool(double share)> watch) {
  auto made = std::make_shared<QuestionFile>();
  made->name = readable(file.filename().string());
  const bool rated = recognise_questions(first_bytes(file)) == QuestionFormat::rated_pairs;
  const auto source = open_watched(file, std::move(watch));
  if (rated) {
    RatedTable table = read_rated_table(*source, file.string(), {.max = max_pairs});
    made->pairs = std::move(table.pairs);
    made->columns = std::move(table.described);
    return made;
  }
  made->sections = read_questions(*source, file.string(), max_questions);
  if (made->sections.size() > max_sections) {
    throw UserError(fmt::format("{}: has {} sections, and {} can be shown; join some of them",
                                file.string(), made->sections.size(), max_sections));
  }
  // A section is chosen by its name: a second one of that name gets another.
  std::map<std::string, int> times;
  for (QuestionSection& section : made->sections) {
    section.name = excerpt(readable(section.name), max_name);
    if (section.name.empty()) section.name = "without a name";
    const int time = ++times[section.name];
    if (time > 1) section.name += fmt::format(" ({})", time);
  }
  return made;
}

}  // namespace glassformer
