#pragma once

#include <functional>
#include <vector>

#include "core/embed/vectors/rows.h"

namespace glassformer {

// Told from time to time which share of the work is done, 0 … 1, on the calling thread; false ends
// the work early.
using TellShare = std::function<bool(double share)>;

// The k nearest other rows of each of n rows, by Euclid's distance, nearest first.
struct NearestRows {
  int k = 0;
  std::vector<int> ids;        // [n, k]
  std::vector<float> squared;  // [n, k]: squared distances
};

// Compares every pair, through blocked products: exact, and for the hundreds of dimensions of word
// vectors no slower than the trees that could only skip a few pairs. k is cut to n − 1. Empty if
// it was told to end.
NearestRows nearest_rows(const Rows& rows, int k, const TellShare& tell = {});

}  // namespace glassformer
