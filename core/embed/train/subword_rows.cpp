#include "core/embed/train/subword_rows.h"

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

}  // namespace

std::vector<std::int32_t> subword_buckets(std::string_view word, const SubwordSettings& settings) {
  std::vector<std::int32_t> found;
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
      found.push_back(static_cast<std::int32_t>(h % static_cast<std::uint32_t>(settings.buckets)));
    }
  }
  return found;
}

SubwordRows::SubwordRows(const WordList& words, const SubwordSettings& settings) {
  const auto first = static_cast<std::int32_t>(words.size());
  for (std::size_t word = 0; word < words.size(); ++word) {
    rows_.push_back(static_cast<std::int32_t>(word));
    for (const std::int32_t bucket : subword_buckets(words[word], settings)) {
      rows_.push_back(first + bucket);
    }
    starts_.push_back(rows_.size());
  }
}

}  // namespace glassformer
