#pragma once

#include <cstddef>
#include <span>

namespace glassformer {

// What a step of core/embed/engines/fused.h holds against each other.
struct LogisticRows {
  std::span<float*const> inputs, outputs;
  std::span<const float> labels;  // of the outputs: 1 or 0
  // The first so many outputs go slow_share of the way that their gradients want.
  std::size_t slow = 0;
  // Rows of the step after this one, to be brought near while this one computes.
  std::span<float* const> ahead = {};
};

// Nodes near the root of a Huffman tree are moved by every context of nearly every word, none of
// which has seen yet where the others of its window moved them. With a quarter of the way and a
// learning rate of 0.035 the vectors answer 24 % of questions-words after one epoch over 17 million
// words of Wikipedia; with all of it 22, at 0.025 or 0.035; a context at a time, as the original
// program goes, 24.
inline constexpr float slow_share = 0.25F;

}  // namespace glassformer
