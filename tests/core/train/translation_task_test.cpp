#include "core/train/translation_task.h"

#include <gtest/gtest.h>

#include "core/decode/decode.h"
#include "core/tensor/error.h"
#include "tests/core/kernels/threads.h"
#include "tests/core/models/tiny_translator.h"

namespace glassformer {
namespace {

using testing::small_config;
using testing::tiny_translator;

std::vector<SentencePair> pairs() {
  return {{"the red cat sees a dog .", "le chat rouge voit un chien .", {}},
          {"a big dog eats .", "un grand chien mange .", {}},
          {"the cat eats .", "le chat mange .", {}},
          {"a red dog sees the cat .", "un chien rouge voit le chat .", {}},
          {"the big cat eats a dog .", "le grand chat mange un chien .", {}}};
}

TranslationSettings settings() {
  TranslationSettings made;
  made.batch = 48;
  made.warmup = 20;
  return made;
}

TransformerConfig config() {
  TransformerConfig made = small_config();
  made.d_model = 16;
  made.d_ff = 32;
  return made;
}

std::vector<double> curve(int steps, int threads) {
  Translator translator = tiny_translator(config());
  TranslationTask task(translator, pairs(), settings());
  Trainer trainer(task, {});
  std::vector<double> losses;
  with_threads(threads, [&] {
    for (int i = 0; i < steps; ++i) losses.push_back(trainer.step().loss);
  });
  return losses;
}

TEST(TranslationTask, TheCurveIsTheSameForAnyNumberOfThreads) {
  const std::vector<double> one = curve(12, 1);
  EXPECT_EQ(one, curve(12, 2));
  EXPECT_EQ(one, curve(12, 3));
  EXPECT_LT(one.back(), one.front());
}

TEST(TranslationTask, CutsABatchWithoutChangingItsLoss) {
  TransformerConfig plain = config();
  plain.dropout = 0;
  Translator translator = tiny_translator(plain);
  TranslationTask task(translator, pairs(), settings());
  const int shards = task.begin_step(1);
  EXPECT_GT(shards, 1);
  double loss = 0;
  for (int s = 0; s < shards; ++s) loss += task.run_shard(s);

  // The same pairs in one piece: 48 of 5 are nine rounds and three more, in this seed's order.
  TranslationSettings all = settings();
  all.batch = 5;
  TranslationTask whole(translator, pairs(), all);
  double five = 0;
  int tokens = 0;
  for (int round = 1; round <= 9; ++round) {
    ASSERT_EQ(whole.begin_step(round), 1);
    five += whole.run_shard(0) * whole.tokens();
    tokens += whole.tokens();
  }
  EXPECT_NEAR(loss, five / tokens, 0.05);  // three pairs of 48 are not in the nine rounds
}

TEST(TranslationTask, LearnsAFewSentencesByHeart) {
  TransformerConfig plain = config();
  plain.dropout = 0;
  Translator translator = tiny_translator(plain);
  TranslationSettings fast = settings();
  fast.batch = 5;
  TranslationTask task(translator, pairs(), fast);
  Trainer trainer(task, {});
  for (int i = 0; i < 150; ++i) trainer.step();
  std::vector<std::vector<int>> sources;
  for (const SentencePair& pair : pairs()) sources.push_back(source_ids(translator, pair.source));
  const auto made = greedy_all(translator, sources);
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(made[i], translator.target.encode(pairs()[i].target));
  }
}

TEST(TranslationTask, RefusesWhatItCannotTrainWith) {
  Translator translator = tiny_translator(config());
  EXPECT_THROW(TranslationTask(translator, {}, settings()), UserError);
  const std::string endless(200, 'a');
  EXPECT_THROW(TranslationTask(translator, {{"a", "", {}}, {"", "un", {}}}, settings()), UserError);
}

TEST(TranslationTask, TheRateCoolsDownToTheEnd) {
  Translator translator = tiny_translator(config());
  TranslationSettings cooled = settings();
  cooled.steps = 100;
  cooled.cool_down = 50;
  TranslationTask task(translator, pairs(), cooled);
  EXPECT_DOUBLE_EQ(task.rate(40), warmup_rate(40, 16, 20));
  EXPECT_DOUBLE_EQ(task.rate(76), warmup_rate(76, 16, 20) / 2);
  EXPECT_EQ(task.rate(101), 0);
}

}  // namespace
}  // namespace glassformer
