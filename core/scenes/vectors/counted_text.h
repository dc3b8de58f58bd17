#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/embed/vectors/word_list.h"
#include "core/scenes/part.h"
#include "core/scenes/scene.h"

// The text of the model word2vec-step: its words, how often each comes, and the noise that follows.
namespace glassformer {

// The words with their counts, and the sentence in numbers.
struct CountedText {
  WordList words;
  std::vector<std::uint64_t> counts;
  std::vector<int> sentence;

  std::string word(int id) const { return std::string(words[static_cast<std::size_t>(id)]); }
  std::vector<std::string> labels(const std::vector<int>& ids) const;
  Axis axis() const;  // all words
};

// The words that the option `counts` lists, "fat 3, fridge 2", then those of the sentence. Throws
// UserError if there is no sentence of several words.
CountedText read_counted_text(const Inputs& inputs);

// A word that is here comes a whole number of times, whatever is typed into its cell. Throws
// UserError for more than can be counted.
Edits with_whole_counts(Edits edits);

// Records counts N [1, words], and takes over into the text what was set by hand.
Part name_counts(Tape& tape, CountedText& text);

// Records under the scope `noise` the distribution of the negatives, P(w) = N^power / Σ N^power.
Part name_noise(Part counts, double power);

// So many words, from shares that may have been set by hand. Throws UserError if none is above 0.
std::vector<int> draw_words(const Mat& shares, int count, std::uint64_t seed);

}  // namespace glassformer
