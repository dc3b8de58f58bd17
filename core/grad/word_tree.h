#pragma once

#include <memory>
#include <vector>

#include "core/tensor/huffman.h"

namespace glassformer {

// The tree of a hierarchical softmax over words that are sorted by how often they come: Huffman's
// for counts that fall as 1 / (1 + the word's number), as Zipf's law has it. So it follows from the
// number of words alone, and no file needs to hold it.
struct WordTree {
  HuffmanTree tree;  // the codes of all words are listed

  // The words from left to right; those below a node lie side by side, the ones that its bit 0
  // leads to before `middle`.
  std::vector<int> words;
  struct Below {
    int begin, middle, end;
  };
  std::vector<Below> below;  // of each node
};

// At least one word. The last few trees are kept; threads may ask at once.
std::shared_ptr<const WordTree> word_tree(int words);

}  // namespace glassformer
