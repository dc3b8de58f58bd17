#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/embed/corpus/subsampled_text.h"
#include "core/embed/engines/skip_gram_engine.h"
#include "core/embed/train/word2vec_state.h"
#include "core/tensor/device_mat.h"
#include "core/tensor/rng.h"

namespace glassformer {

// A training that an engine goes through. Every now and then the rows come back; should the engine
// fail, the state is that of the last time, and whoever goes on from there loses nothing but time.
class EngineRun {
 public:
  // Does nothing but say why not if it is no training for an engine.
  EngineRun(Word2VecState& state, SkipGramEnginePtr engine);

  bool works() const { return engine_ != nullptr; }
  // Why it does not, or no longer: a sentence.
  const std::string& failure() const { return failure_; }

  // The pieces from state.next to `end`, as far as it works. Returns the mean loss of an input
  // row's step, nan if there was none.
  double train(std::uint64_t end);
  // state.inputs and state.outputs become what they are on the engine.
  void fetch();
  // The rows, or state.next, were changed from outside.
  void restart() { sent_ = false; }

  // So much may have to be trained again. Of all runs; a test sets it so that no clock matters.
  inline static std::chrono::steady_clock::duration fetch_every = std::chrono::seconds(2);

 private:
  void train_chunk(std::uint64_t begin, std::uint64_t end);
  void give_up(const DeviceError& error);

  Word2VecState& state_;
  SkipGramEnginePtr engine_;
  std::string failure_;
  bool sent_ = false;       // the engine has the rows
  std::uint64_t kept_ = 0;  // state.next when they were fetched last
  std::chrono::steady_clock::time_point fetched_;
  SubsampledText text_;
  std::vector<std::int32_t> chunk_;  // sentences, a −1 behind each
};

}  // namespace glassformer
