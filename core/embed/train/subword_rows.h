#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/embed/vectors/subwords.h"
#include "core/embed/vectors/word_list.h"

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
              std::size_t max_listed = std::numeric_limits<std::size_t>::max());

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

}  // namespace glassformer
