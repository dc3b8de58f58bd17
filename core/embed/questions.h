#pragma once

#include <array>
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
// four words; lines that begin with "//" are left out. Throws UserError.
std::vector<QuestionSection> read_questions(const std::filesystem::path& file);
std::vector<QuestionSection> read_questions(ByteSource& source, const std::string& named);

// Two words and how alike people found them.
struct RatedPair {
  std::string first, second;
  double rating;
};

// Lines of two words and a number between tabs, commas, semicolons or spaces (WordSim-353,
// SimLex-999 and their like); lines that begin with "#" and a header without a number are left out.
// Throws UserError.
std::vector<RatedPair> read_rated_pairs(const std::filesystem::path& file);
std::vector<RatedPair> read_rated_pairs(ByteSource& source, const std::string& named);

}  // namespace glassformer
