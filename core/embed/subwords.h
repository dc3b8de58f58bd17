#pragma once

#include <span>
#include <string_view>

#include "core/embed/rows.h"

namespace glassformer {

// What makes a vector for a word that was never seen: the vectors of its character n-grams
// (Bojanowski et al. 2017, "Enriching Word Vectors with Subword Information", section 3.2), hashed
// into buckets as fastText does, so that its files and ours agree.
struct Subwords {
  int shortest = 3;  // characters of an n-gram
  int longest = 6;
  Rows buckets;  // one row for each bucket

  // The mean of the word's n-grams into `to` (as wide as a bucket); false if it has none.
  bool compose(std::string_view word, std::span<float> to) const;
};

}  // namespace glassformer
