#pragma once

#include <string_view>

#include "core/grad/tape.h"
#include "core/tensor/huffman.h"

namespace glassformer {

class Part;

struct CodeTreeNodes {
  static constexpr std::string_view scope = "tree";
  Var joins;  // empty for a tree of one word
  Var codes, growth, cost;
};

// Records under the scope `tree` what a Huffman tree is and what it costs (Mikolov et al. 2013,
// arXiv 1310.4546, §2.1), for n words with the node counts [1, n]:
//   joins [n − 1, 3]    the two counts that are joined, and their sum, in the order of joining
//   codes [n, max bits]  the code bits from the root to each word, NaN after the last
//   lengths [n, 1], bits [1, 1] = counts · lengths, share [1, n], cost [1, 1] = share · lengths
//   growth [V, 3]       dot products for one word of the text with V words in all: a softmax, a
//                       balanced tree, and Huffman's for counts by Zipf's law, N_r ∝ 1/r
CodeTreeNodes name_code_tree(const HuffmanTree& tree, Part counts);

// Turns to a word of a text with `words` different words by Zipf's law, on average.
double zipf_turns(int words);

}  // namespace glassformer
