#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/embed/train/word2vec_state.h"
#include "core/tensor/rng.h"

namespace glassformer {

// A piece of the text without the frequent words that subsampling drops (Mikolov et al. 2013b,
// §2.3), in whole sentences.
class SubsampledText {
 public:
  static constexpr std::size_t max_sentence = 1000;  // words; a longer one is cut

  // Starts over with a piece, as `rng` decides.
  void take(const Word2VecState& state, std::uint64_t piece, Rng& rng);

  const std::vector<std::int32_t>& words() const { return words_; }
  // Of the sentences, in words_. A word alone, which has no context, is none.
  const std::vector<std::size_t>& ends() const { return ends_; }

 private:
  void end_sentence();

  std::vector<std::int32_t> ids_, words_;
  std::vector<std::size_t> ends_;
};

}  // namespace glassformer
