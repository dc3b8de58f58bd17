#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// How the lines of a text of word vectors are laid out: for the readers in core/embed/files alone.
namespace glassformer {

struct VectorLines {
  char separator = ' ';    // spaces and tabs; or ',' or ';' alone
  bool word_last = false;  // behind its numbers
  bool heading = false;    // the first line names columns, as table programs write it
  std::size_t dim = 0;     // numbers that most lines have; 0: too few lines to say

  // Neither the word nor the numbers need be looked for elsewhere than where word2vec has them.
  bool usual() const { return separator == ' ' && !word_last; }
};

// Told from the beginning of the text. A line of one or two whole numbers before the first word is
// passed over.
VectorLines vector_lines(std::string_view beginning);

// The line with its word first and its numbers behind it, between tabs; `room` holds it.
std::string_view in_usual_order(const VectorLines& lines, std::string_view line, std::string& room);

// A first line that is one whole number: how many words or dimensions there are.
bool is_lone_number(std::string_view line);

// {"word": [numbers], …}, whatever follows.
bool looks_like_vector_json(std::string_view beginning);
// An object or a list of JSON, and no word "{" or "[" before numbers.
bool looks_like_json(std::string_view beginning);

}  // namespace glassformer
