#include "core/embed/train/subword_rows.h"

#include <algorithm>

namespace glassformer {

SubwordRows::SubwordRows(const WordList& words, const SubwordSettings& settings,
                         std::size_t max_listed)
    : words_(&words), settings_(settings) {
  for (std::size_t word = 0; word < std::min(words.size(), max_listed); ++word) {
    add(word, rows_);
    starts_.push_back(rows_.size());
  }
  rows_.shrink_to_fit();
}

std::span<const std::int32_t> SubwordRows::of(std::int32_t word,
                                              std::vector<std::int32_t>& room) const {
  const auto at = static_cast<std::size_t>(word);
  if (at + 1 < starts_.size()) {
    return std::span(rows_).subspan(starts_[at], starts_[at + 1] - starts_[at]);
  }
  room.clear();
  add(at, room);
  return room;
}

void SubwordRows::add(std::size_t word, std::vector<std::int32_t>& to) const {
  to.push_back(static_cast<std::int32_t>(word));
  append_subword_buckets((*words_)[word], settings_, static_cast<std::int32_t>(words_->size()), to);
}

}  // namespace glassformer
