#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "core/embed/train/word2vec_config.h"
#include "core/embed/word_list.h"

namespace glassformer {

// Which rows make up each word: its own, then those of its n-grams, which lie behind the words in
// hashed buckets. Those of the first words, which are the frequent ones, are listed; of many words
// the lists would take more room than vectors of few numbers, so those of the others are worked out
// each time.
class SubwordRows {
 public:
  SubwordRows() = default;
  // The words must stay as long as this does.
  SubwordRows(const WordList& words, const SubwordSettings& settings,
              std::size_t most_listed = std::numeric_limits<std::size_t>::max());

  bool empty() const { return words_ == nullptr; }
  // `room` holds them if the word is not listed.
  std::span<const std::int32_t> of(std::int32_t word, std::vector<std::int32_t>& room) const;

 private:
  void add(std::size_t word, std::vector<std::int32_t>& to) const;

  const WordList* words_ = nullptr;
  SubwordSettings settings_;
  std::vector<std::int32_t> rows_;
  std::vector<std::uint64_t> starts_{0};
};

// The buckets of a word's n-grams, in the order of their beginnings, the word set between < and >.
// The n-grams "<" and ">" alone are left out. Hash and order are those of fastText, so that its
// files and ours agree.
std::vector<std::int32_t> subword_buckets(std::string_view word, const SubwordSettings& settings);

}  // namespace glassformer
