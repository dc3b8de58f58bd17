#include "core/embed/engines/engine_run.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/embed/train/vector_training.h"
#include "core/embed/train/word2vec.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

// Adds 1 to the first number of the first input row for each stretch, and fails when told to.
class Counting : public SkipGramEngine {
 public:
  struct Log {
    int fail_at = -1;  // this call
    int calls = 0, begun = 0;
    std::vector<std::vector<std::int32_t>> chunks;
    std::vector<float> alphas;
  };
  explicit Counting(Log& log) : log_(log) {}

  void begin(const Word2VecState& state) override {
    count();
    ++log_.begun;
    first_ = state.inputs[0][0];
  }
  void train(const Chunk& chunk) override {
    count();
    log_.chunks.emplace_back(chunk.ids.begin(), chunk.ids.end());
    log_.alphas.push_back(chunk.first_alpha);
    log_.alphas.push_back(chunk.last_alpha);
    first_ += 1;
  }
  Loss take_loss() override {
    count();
    return {6, 3};
  }
  void fetch(Word2VecState& state) override {
    count();
    state.inputs[0][0] = first_;
  }

 private:
  void count() {
    if (log_.calls++ == log_.fail_at) throw DeviceError("The card is gone.");
  }
  Log& log_;
  float first_ = 0;
};

// Two sentences over and over; 100,000 words and ends are ten pieces.
EncodedTextPtr text() {
  std::vector<std::vector<std::string>> all;
  for (int i = 0; i < 20'000; ++i) {
    all.push_back({i % 2 == 0 ? "a" : "b", "c", i % 2 == 0 ? "d" : "e", "f"});
  }
  return std::make_shared<const EncodedText>(encode_sentences(all, 1));
}

Word2VecConfig config() {
  Word2VecConfig config;
  config.dim = 4;
  config.sample = 0;
  config.epochs = 1;
  config.alpha = 0.1;
  config.threads = 1;
  return config;
}

bool same(const WordVectors& a, const WordVectors& b) {
  for (std::size_t w = 0; w < a.words.size(); ++w) {
    const bool inputs = std::equal(a.vectors[w].begin(), a.vectors[w].end(), b.vectors[w].begin());
    const bool outputs = std::equal(a.outputs[w].begin(), a.outputs[w].end(), b.outputs[w].begin());
    if (!inputs || !outputs) return false;
  }
  return true;
}

TEST(EngineRun, HandsOverTheTextInStretchesWithAFallingRate) {
  Counting::Log log;
  Word2Vec training(text(), config(), std::make_unique<Counting>(log));
  const float before = training.snapshot().vectors[0][0];
  EXPECT_EQ(log.calls, 0);
  EXPECT_EQ(training.train(100'000), 2);
  EXPECT_TRUE(training.finished());
  EXPECT_EQ(log.begun, 1);
  ASSERT_EQ(log.chunks.size(), 3U);  // of four, four and two pieces
  EXPECT_NEAR(log.alphas[0], 0.1, 1e-6);
  EXPECT_NEAR(log.alphas[1], 0.06, 1e-6);
  EXPECT_NEAR(log.alphas[2], 0.06, 1e-6);
  EXPECT_NEAR(log.alphas[5], 1e-5, 1e-9);
  EXPECT_EQ(log.chunks[0].size(), 40'000U);
  EXPECT_EQ(log.chunks[0][4], EncodedText::sentence_end);
  EXPECT_EQ(training.finish().vectors[0][0], before + 3);
}

TEST(EngineRun, ThinnedWordsAreNotHandedOver) {
  Counting::Log log;
  Word2VecConfig subsampled = config();
  subsampled.sample = 1e-3;
  Word2Vec training(text(), subsampled, std::make_unique<Counting>(log));
  training.train(10'000);
  EXPECT_LT(log.chunks[0].size(), 3'000U);
  EXPECT_GT(log.chunks[0].size(), 100U);
}

TEST(EngineRun, WhereverItFailsTheProcessorGoesOnFromTheLastRowsItHas) {
  Word2Vec on_cpu(text(), config());
  on_cpu.train(100'000);
  const WordVectors wanted = on_cpu.finish();
  // The calls: begin, three stretches, the loss, the rows.
  for (int call = 0; call < 6; ++call) {
    Counting::Log log;
    log.fail_at = call;
    Word2Vec training(text(), config(), std::make_unique<Counting>(log));
    training.train(100'000);
    EXPECT_EQ(training.engine_failure(), "The card is gone.") << call;
    EXPECT_TRUE(training.finished()) << call;
    EXPECT_TRUE(same(training.finish(), wanted)) << call;
  }
}

TEST(EngineRun, WhatWasFetchedIsNotTrainedAgain) {
  Counting::Log log;
  log.fail_at = 4;  // after begin, a stretch, the loss and the rows
  Word2Vec training(text(), config(), std::make_unique<Counting>(log));
  training.train(40'000);
  const std::uint64_t done = training.words_done();
  const WordVectors after = training.snapshot();
  training.train(1);
  EXPECT_EQ(training.engine_failure(), "The card is gone.");
  EXPECT_GT(training.words_done(), done);
  EXPECT_FALSE(training.finished());
  EXPECT_GT(training.snapshot().vectors[0][0], after.vectors[0][0] - 0.5F);
}

TEST(EngineRun, ACheckpointHasTheRowsOfTheEngine) {
  const testing::TemporaryFolder folder;
  Counting::Log log;
  Word2Vec training(text(), config(), std::make_unique<Counting>(log));
  training.train(40'000);
  training.save(folder.path() / "half");
  Counting::Log again;
  Word2Vec other(text(), config(), std::make_unique<Counting>(again));
  other.restore(folder.path() / "half");
  EXPECT_TRUE(same(other.snapshot(), training.snapshot()));
  EXPECT_EQ(other.words_done(), training.words_done());
  other.train(1'000'000);
  EXPECT_EQ(again.chunks.size(), 2U);
  EXPECT_EQ(other.finish().vectors[0][0], training.snapshot().vectors[0][0] + 2);
}

TEST(EngineRun, WhatItCannotTrainIsTheProcessors) {
  std::vector<Word2VecConfig> all(4, config());
  all[0].deterministic = true;
  all[1].input = InputRows::cbow;
  all[2].objective = Objective::hierarchical_softmax;
  all[3].subwords.on = true;
  all[3].subwords.buckets = 100;
  for (const Word2VecConfig& one : all) {
    EXPECT_NE(why_no_engine(one), "");
    Counting::Log log;
    const auto training = word2vec_training(text(), one, std::make_unique<Counting>(log));
    training->train(1);
    EXPECT_EQ(training->fallback(), why_no_engine(one));
    EXPECT_EQ(log.calls, 0);
  }
  EXPECT_EQ(why_no_engine(config()), "");
}

}  // namespace
}  // namespace glassformer
