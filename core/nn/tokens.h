#pragma once

#include <vector>

#include "core/grad/label.h"

namespace glassformer {

// The tokens of one or more sentences, one sentence after the other: what the rows of a matrix
// stand for. No sentence is padded, so nothing has to be masked.
struct Tokens {
  std::vector<int> ids;
  std::vector<int> positions;     // in each sentence, from 0
  std::vector<int> begins = {0};  // where each sentence begins, and the end of the last
  // Of a traced pass, to name its axes: the tokens as text, and all words that there are.
  Axis axis = {"token", {}, -1};
  Axis vocabulary = {"word", {}, -1};

  void add(const std::vector<int>& sentence) {
    ids.insert(ids.end(), sentence.begin(), sentence.end());
    for (int i = 0; i < static_cast<int>(sentence.size()); ++i) positions.push_back(i);
    begins.push_back(static_cast<int>(ids.size()));
  }
  int sentences() const { return static_cast<int>(begins.size()) - 1; }
  int rows() const { return begins.back(); }
};

}  // namespace glassformer
