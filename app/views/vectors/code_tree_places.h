#pragma once

#include <array>
#include <vector>

#include "core/tensor/mat.h"

namespace glassformer {

// A node of the tree that the codes of words make.
struct TreePlace {
  std::array<int, 2> children{-1, -1};  // of `places`
  int parent = -1;
  int bit = 0;
  int depth = 0;
  int word = -1;  // of a leaf
  double count = 0;
  float x = 0;     // 0 … leaves − 1
  int joined = 0;  // by which join its children came together, from 1; 0: by none, it is a leaf
};

// The prefix tree of the codes; the root is the first place.
std::vector<TreePlace> tree_places(const Mat& codes, const Mat& counts);
// Numbers the forks in the order in which they were joined.
void set_joins(std::vector<TreePlace>& places, const Mat& joins);
// Gives each its column; returns how many leaves there are.
int set_columns(std::vector<TreePlace>& places);

}  // namespace glassformer
