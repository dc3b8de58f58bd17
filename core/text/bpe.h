#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

// Byte pair encoding over characters: Sennrich, Haddow and Birch 2016, "Neural Machine Translation
// of Rare Words with Subword Units", section 3.2.
namespace glassformer::bpe {

// A text in the stretches that merges never cross: a space and the run of letters, of digits or of
// other signs behind it; further white space by itself. In English 's, 't, 're, 've, 'm, 'll and 'd
// are cut off, as GPT-2 does it. A stretch has at most `longest` characters. Together the stretches
// are the text.
constexpr int max_pre_token = 256;
std::vector<std::string_view> pre_tokens(std::string_view text);

// Pieces numbered from 0: first the characters, then one for each merge.
struct Learned {
  std::vector<std::string> pieces;
  std::vector<std::pair<int, int>> merges;
};

// How a stretch becomes letters, and what two pieces make: the default is characters, and the texts
// behind each other.
struct Letters {
  std::function<std::vector<std::string>(std::string_view stretch)> of = {};
  std::function<std::string(const std::string& left, const std::string& right)> joined = {};
  // What is compared of two pieces where two pairs are equally frequent; default: the text.
  std::function<std::string(const std::string& piece)> compared = {};
  // Told after each merge how many pieces there are; learning ends where it returns false.
  std::function<bool(std::size_t pieces)> go_on = {};
};

// Merges the pair that is most frequent until there are `size` pieces or no pair occurs twice. Of
// pairs that are equally frequent the one whose texts compare greater (as bytes, the first text
// first) goes first. If there are more characters than `size`, the rarest are left out. The counts
// of pairs are kept up to date from merge to merge, so a merge costs what it changes. No merge
// makes a text that is `reserved`.
Learned learn(const std::vector<std::pair<std::string, std::int64_t>>& pre_token_counts, int size,
              std::span<const std::string> reserved = {}, const Letters& letters = {});

// Both numbers of a pair in one key.
inline std::uint64_t key(int left, int right) {
  return static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint32_t>(right);
}

// Applies merges to the symbols of one stretch, the earliest learned first, from left to right.
// ranks: key → number of the merge; merge k makes symbol first_merged + k. Negative symbols are
// unknown and never merge. Returns how many of the old symbols each new one took.
std::vector<int> merge(std::vector<int>& symbols,
                       const std::unordered_map<std::uint64_t, int>& ranks, int first_merged);

}  // namespace glassformer::bpe
