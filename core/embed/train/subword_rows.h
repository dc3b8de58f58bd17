#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/embed/train/word2vec_config.h"
#include "core/embed/word_list.h"

namespace glassformer {

// Which rows make up each word: its own, then those of its n-grams, which lie behind the words in
// hashed buckets.
class SubwordRows {
 public:
  SubwordRows() = default;
  SubwordRows(const WordList& words, const SubwordSettings& settings);

  bool empty() const { return rows_.empty(); }
  std::span<const std::int32_t> of(std::int32_t word) const {
    const std::size_t begin = starts_[static_cast<std::size_t>(word)];
    return std::span(rows_).subspan(begin, starts_[static_cast<std::size_t>(word) + 1] - begin);
  }

 private:
  std::vector<std::int32_t> rows_;
  std::vector<std::uint64_t> starts_{0};
};

// The buckets of a word's n-grams, in the order of their beginnings, the word set between < and >.
// The n-grams "<" and ">" alone are left out. Hash and order are those of fastText, so that its
// files and ours agree.
std::vector<std::int32_t> subword_buckets(std::string_view word, const SubwordSettings& settings);

}  // namespace glassformer
