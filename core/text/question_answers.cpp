#include "core/text/question_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/tensor/error.h"
#include "core/text/long_text.h"
#include "core/text/table.h"

namespace glassformer {

std::vector<QuestionAnswer> read_question_answers(const std::filesystem::path& file,
                                                  bool preferences) {
  const std::size_t columns = preferences ? 3 : 2;
  std::vector<QuestionAnswer> made;
  int line = 0;
  for (const std::string& text : split_at(read_text_file(file), '\n')) {
    ++line;
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::vector<std::string> cells = split_at(text, '\t');
    if (!cells.back().empty() && cells.back().back() == '\r') cells.back().pop_back();
    cells.resize(std::max(columns, cells.size()));
    for (std::size_t i = 0; i < columns; ++i) {
      if (cells[i].find_first_not_of(' ') != std::string::npos) continue;
      throw UserError(
          fmt::format("{}: line {} has no {}; each line is a question, a tab and an answer{}",
                      file.string(), line,
                      i == 0   ? "question"
                      : i == 1 ? "answer"
                               : "second answer",
                      preferences ? ", a tab and a worse answer" : ""));
    }
    made.push_back({cells[0], cells[1], preferences ? cells[2] : std::string()});
  }
  if (made.empty()) throw UserError(file.string() + ": holds no question");
  return made;
}

}  // namespace glassformer
