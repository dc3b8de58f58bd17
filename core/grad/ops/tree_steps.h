#pragma once

#include <cmath>
#include <string>

#include "core/grad/number_text.h"
#include "core/tensor/huffman.h"

// What both ops of the hierarchical softmax know of one decision on the way to a word.
namespace glassformer {

// Bit 0 is a yes, σ(s), as in word2vec's code; bit 1 a no, σ(−s).
inline double towards(const HuffmanTree::CodeBit& step, double score) {
  return step.bit == 0 ? score : -score;
}

// σ(x).
inline double yes(double x) {
  return 1 / (1 + std::exp(-x));
}

inline std::string log_sigmoid_text(double x) {
  return "log σ(" + number_text(x) + ")";
}

}  // namespace glassformer
