#include "core/embed/engines/engine_run.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/embed/train/word2vec.h"

namespace glassformer {

namespace {

constexpr std::uint64_t kChunk = 4;  // pieces that an engine gets at a time

}  // namespace

std::string why_no_engine(const Word2VecConfig& config) {
  if (config.deterministic) {
    return "On the graphics card rows change while others read them, so no training is the same "
           "twice; the processor trains this one, which is to be deterministic.";
  }
  if (config.published) {
    return "The graphics card shares negatives between the words of a window; the processor trains "
           "word2vec as it was published.";
  }
  if (config.input != InputRows::skip_gram || config.objective != Objective::negative_sampling ||
      config.subwords.on) {
    return "The graphics card trains skip-gram with negative sampling and without subwords; the "
           "processor trains this.";
  }
  return {};
}

EngineRun::EngineRun(Word2VecState& state, SkipGramEnginePtr engine)
    : state_(state), engine_(std::move(engine)), failure_(why_no_engine(state.config)) {
  if (failure_.empty() && !state.held.empty()) {
    failure_ =
        "On the graphics card all words move; the processor trains this, where some keep their "
        "vectors.";
  }
  if (!failure_.empty()) engine_.reset();
}

void EngineRun::give_up(const DeviceError& error) {
  failure_ = error.what();
  engine_.reset();
  state_.next = kept_;
}

void EngineRun::train_chunk(std::uint64_t begin, std::uint64_t end) {
  chunk_.clear();
  for (std::uint64_t piece = begin; piece < end; ++piece) {
    Rng rng(Rng::at(state_.config.seed, piece).next());
    text_.take(state_, piece, rng);
    std::size_t at = 0;
    for (const std::size_t sentence : text_.ends()) {
      for (; at < sentence; ++at) chunk_.push_back(text_.words()[at]);
      chunk_.push_back(EncodedText::sentence_end);
    }
  }
  const std::uint64_t key = Rng::at(~state_.config.seed, begin).next();
  engine_->train({chunk_, key, state_.alpha_at(static_cast<double>(begin)),
                  state_.alpha_at(static_cast<double>(end))});
}

double EngineRun::train(std::uint64_t end) {
  double loss = std::numeric_limits<double>::quiet_NaN();
  try {
    if (!sent_) {
      kept_ = state_.next;
      engine_->begin(state_);
      fetched_ = std::chrono::steady_clock::now();
      sent_ = true;
    }
    while (state_.next < end) {
      const std::uint64_t from = state_.next, to = std::min(end, from + kChunk);
      train_chunk(from, to);
      state_.next = to;
    }
    const SkipGramEngine::Loss sum = engine_->take_loss();
    if (sum.count > 0) loss = sum.sum / sum.count;
  } catch (const DeviceError& error) {
    give_up(error);
    return loss;
  }
  const bool due = std::chrono::steady_clock::now() - fetched_ >= fetch_every;
  if (due || state_.next >= state_.pieces) fetch();
  return loss;
}

void EngineRun::fetch() {
  if (!engine_ || !sent_ || kept_ == state_.next) return;
  try {
    engine_->fetch(state_);
    kept_ = state_.next;
    fetched_ = std::chrono::steady_clock::now();
  } catch (const DeviceError& error) {
    give_up(error);
  }
}

}  // namespace glassformer
