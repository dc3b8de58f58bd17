#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/vectors/growing_rows.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// Wider rows are no vectors of words, but a file that was taken for one.
inline constexpr std::size_t max_dimensions = 65'536;
inline constexpr std::size_t max_word_bytes = 1
                                              << 22;  // bytes: words come from texts without spaces

// What every reader of vectors does with what it reads: the first of equal words is kept, the first
// N words are enough, and what is odd is counted.
class VectorCollector {
 public:
  VectorCollector(std::size_t dim, std::size_t limit);

  // So many words are claimed: room for them, though no more than a claim may cost.
  void expect(std::uint64_t words);
  // No more words are wanted.
  bool full() const { return limit_ != 0 && words_.size() == limit_; }
  // The row of the next word, to be filled; it leads nowhere if the word was there before.
  std::span<float> add(std::string_view word);
  bool last_was_fresh() const { return fresh_; }
  // To be called when the row is filled.
  void check(std::span<const float> row);
  // Or, where rows are filled later than their words are added, once at the end.
  void check_all();
  void warn(std::string sentence) { warnings_.push_back(std::move(sentence)); }

  std::size_t size() const { return words_.size(); }
  std::size_t duplicates() const { return duplicates_; }
  const WordList& words() const { return words_; }
  GrowingRows& rows() { return rows_; }
  // Words, vectors and the warning.
  WordVectors finish(std::string origin);

 private:
  std::size_t limit_;
  WordList words_;
  GrowingRows rows_;
  std::vector<float> spare_;
  bool fresh_ = false;
  std::size_t duplicates_ = 0, broken_ = 0, not_finite_ = 0;
  std::vector<std::string> warnings_;
};

// The sentences in a row, each with a full stop between.
std::string joined(const std::vector<std::string>& warnings);
// What is said of words and vectors that are odd; empty for 0.
std::string about_duplicates(std::size_t count);
std::string about_broken(std::size_t count);
std::string about_not_finite(std::size_t count);

}  // namespace glassformer
