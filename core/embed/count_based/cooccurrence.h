#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/train/keep_going.h"

namespace glassformer {

// How often a word stood near another: the larger the closer, where distance counts.
struct Cooccurrence {
  std::int32_t word;
  std::int32_t context;
  float count;
};

struct CountOptions {
  int window = 10;       // words on either side
  bool across = false;   // past the ends of sentences, as if the text were one
  bool distance = true;  // a word d places away counts 1/d (Pennington et al. 2014, section 4.2)
  std::uint64_t memory = std::uint64_t{32} << 20;  // bytes for what is being summed, about
  std::uint64_t block = 1 << 18;  // numbers of the text that a thread takes at a time
  int threads = 0;                // 0: one for each core
  KeepGoing keep_going;           // asked by each thread before each of its blocks
};

// Counts who stands near whom, and gives all cells that are not 0, sorted by word, then context, in
// pieces; `take` returns false to stop. The counts are symmetric. They do not depend on the threads
// or the memory: sums are taken in whole units of 2⁻³².
//
// As many words as the memory holds are counted in one pass over the text, and more of a text so
// long that it would be read over a hundred times; memory grows with vocabulary × threads besides.
// Throws UserError if the disk fails, an option is out of range or it is stopped.
void count_cooccurrences(const EncodedText& text, const CountOptions& options,
                         const std::function<bool(std::span<const Cooccurrence>)>& take);

// All of them at once.
std::vector<Cooccurrence> cooccurrences(const EncodedText& text, const CountOptions& options);

}  // namespace glassformer
