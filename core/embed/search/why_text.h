#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/corpus/encoded_text.h"

namespace glassformer {

// Gives all lines of a text, one after the other, until `take` returns false.
using EachLine = std::function<void(const std::function<bool(std::string_view)>& take)>;

// A text that is read twice: once counted, once for its lines. Words are cut as the shipped vectors
// cut them.
struct WhyText {
  static constexpr WordOptions cut{true, WordOptions::Signs::drop, false};
  static constexpr int min_count = 3;

  std::string made;  // where it is no file
  EncodedText counted;
  EachLine each_line;  // as long as this object lives
};
using WhyTextPtr = std::shared_ptr<const WhyText>;

// The text of the small world (core/text/corpus.h), on which its vectors were trained.
WhyTextPtr world_text();
// WordNet's, likewise. It is made once and kept in the cache folder (why_index.h); `making` is
// called where it has to be made, which takes seconds. Throws UserError where its files are not
// installed.
WhyTextPtr wordnet_text(const std::filesystem::path& folder,
                        const std::function<void()>& making = {});
WhyTextPtr text_of_file(const std::filesystem::path& file);

// A word that is typed, as the text's vocabulary has it. Throws UserError.
int find_word(const WhyText& text, const std::string& typed);

// Lines of the text that hold both words, and such as hold one of them, the first so many of each
// and each but once. Words are cut as the options say.
struct WhyLines {
  std::vector<std::string> both, only_a, only_b;
};
WhyLines lines_with(const EachLine& each_line, const WordOptions& options, std::string_view a,
                    std::string_view b, std::size_t count);

// For each word and each context the shortest line in which they stand at most `window` words
// apart, of equals the first; "" where there is none. [words][contexts], numbers of the vocabulary.
// Words that it lacks take no place, as in the counts.
std::vector<std::vector<std::string>> lines_beside(const WhyText& text,
                                                   const std::vector<int>& words,
                                                   const std::vector<int>& contexts, int window);

// A line in pieces as they stand in it, between blanks: the number of the word that a piece holds,
// or -1.
struct LinePiece {
  std::string text;
  int word = -1;
  bool operator==(const LinePiece&) const = default;
};
std::vector<LinePiece> pieces_of(std::string_view line, const std::vector<std::string>& words);

}  // namespace glassformer
