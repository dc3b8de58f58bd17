#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace glassformer {

class Word2VecState;
struct Word2VecConfig;

// What trains skip-gram with negative sampling in place of the processor's threads: a graphics
// card. Departs from core/embed/train/textbook.h as fast_worker.h does: the words of a window share
// their negatives. It has a copy of the rows and changes that. Each call may throw DeviceError; the
// processor then goes on from the rows that were fetched last.
class SkipGramEngine {
 public:
  // A stretch of the subsampled text, a −1 behind each sentence.
  struct Chunk {
    std::span<const std::int32_t> ids;
    std::uint64_t key = 0;                  // names its random numbers
    float first_alpha = 0, last_alpha = 0;  // the learning rate goes from one to the other
  };
  // Of some of the steps: the sum of their losses, and how many input rows they had.
  struct Loss {
    double sum = 0, count = 0;
  };

  virtual ~SkipGramEngine() = default;
  // Takes over the rows and the noise.
  virtual void begin(const Word2VecState& state) = 0;
  virtual void train(const Chunk& chunk) = 0;
  virtual Loss take_loss() = 0;  // since it was last asked
  // Brings the rows back, all of them or, if it fails, none.
  virtual void fetch(Word2VecState& state) = 0;
};
using SkipGramEnginePtr = std::unique_ptr<SkipGramEngine>;

// Why the training is none for an engine: a sentence, or empty if it is.
std::string why_no_engine(const Word2VecConfig& config);

}  // namespace glassformer
