#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/embed/vectors/rows.h"

namespace glassformer {

// Character n-grams of a word (Bojanowski et al. 2017, §3.2), hashed into buckets: `<where>` has
// `<wh`, `whe`, `her`, `ere`, `re>` for n = 3.
struct SubwordSettings {
  bool on = false;
  int min_n = 3;  // characters of an n-gram
  int max_n = 6;
  int buckets = 0;  // 0: default_buckets()
};

// Calls use(n-gram, its characters) for each n-gram of the word, ordered by where it begins. The
// n-grams "<" and ">" are left out.
void each_subword(std::string_view word, const SubwordSettings& settings,
                  const std::function<void(std::string_view, int)>& use);

// Appends the buckets of a word's n-grams, plus `first`, in that order. Hash and order are
// fastText's, so that its files and ours agree.
void append_subword_buckets(std::string_view word, const SubwordSettings& settings,
                            std::int32_t first, std::vector<std::int32_t>& to);
std::vector<std::int32_t> subword_buckets(std::string_view word, const SubwordSettings& settings);

// The vectors of character n-grams, from which a word outside the vocabulary gets a vector.
struct Subwords {
  int min_n = 3;  // characters of an n-gram
  int max_n = 6;
  Rows buckets;  // [buckets, dim]

  // Sets `to` [dim] to the mean over the word's n-grams; false, and zeros, if it has none.
  bool compose(std::string_view word, std::span<float> to) const;
};

}  // namespace glassformer
