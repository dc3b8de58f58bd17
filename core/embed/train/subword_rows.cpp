#include "core/embed/train/subword_rows.h"

#include <algorithm>
#include <string>

namespace glassformer {

namespace {

// FNV-1a in 32 bits with signed bytes: fastText's, as its files were made.
std::uint32_t bucket_hash(std::string_view gram) {
  std::uint32_t h = 2166136261U;
  for (const char c : gram) {
    h = (h ^ static_cast<std::uint32_t>(static_cast<std::int8_t>(c))) * 16777619U;
  }
  return h;
}

bool goes_on(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// The buckets are numbered from `first`.
void add_buckets(std::string_view word, const SubwordSettings& settings, std::int32_t first,
                 std::vector<std::int32_t>& to) {
  const std::string set = "<" + std::string(word) + ">";
  for (std::size_t begin = 0; begin < set.size(); ++begin) {
    if (goes_on(set[begin])) continue;
    std::size_t end = begin;
    for (int n = 1; end < set.size() && n <= settings.longest; ++n) {
      do ++end;
      while (end < set.size() && goes_on(set[end]));
      const bool bracket_alone = n == 1 && (begin == 0 || end == set.size());
      if (n < settings.shortest || bracket_alone) continue;
      const std::uint32_t h = bucket_hash(std::string_view(set).substr(begin, end - begin));
      const std::uint32_t bucket = h % static_cast<std::uint32_t>(settings.buckets);
      to.push_back(first + static_cast<std::int32_t>(bucket));
    }
  }
}

}  // namespace

std::vector<std::int32_t> subword_buckets(std::string_view word, const SubwordSettings& settings) {
  std::vector<std::int32_t> found;
  add_buckets(word, settings, 0, found);
  return found;
}

SubwordRows::SubwordRows(const WordList& words, const SubwordSettings& settings,
                         std::size_t most_listed)
    : words_(&words), settings_(settings) {
  for (std::size_t word = 0; word < std::min(words.size(), most_listed); ++word) {
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
  add_buckets((*words_)[word], settings_, static_cast<std::int32_t>(words_->size()), to);
}

}  // namespace glassformer
