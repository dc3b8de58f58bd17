#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/byte_source.h"

namespace glassformer {

// "Athens Greece Baghdad Iraq": the fourth follows from the three before it.
using AnalogyQuestion = std::array<std::string, 4>;

struct QuestionSection {
  std::string name;
  std::vector<AnalogyQuestion> questions;
};

// The questions-words format of word2vec: a line ": NAME" begins a section, every other line is
// four words; lines that begin with "//" are left out. Throws UserError, also where there are more
// than `most` questions or sections.
constexpr std::size_t most_questions = 500'000;
std::vector<QuestionSection> read_questions(const std::filesystem::path& file);
std::vector<QuestionSection> read_questions(ByteSource& source, const std::string& named,
                                            std::size_t max = most_questions);

// Whether every one of the first lines of a file, of which these are the first_bytes(), is a
// section's name or four words, of which the last three are no numbers: a row of vectors also
// begins with a word.
bool holds_questions(std::string_view beginning);
// Whether the first line is a section's name, whatever follows: a text may have four words a line.
bool begins_with_section(std::string_view beginning);

}  // namespace glassformer
