#include "core/train/pair_task.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "core/decode/decode.h"
#include "core/models/seq2seq.h"
#include "core/tensor/error.h"
#include "tests/core/kernels/threads.h"
#include "tests/core/models/tiny_checkpoint.h"

namespace glassformer {
namespace {

using testing::small_config;
using testing::tiny_checkpoint;

std::vector<SentencePair> pairs() {
  return {{"the red cat sees a dog .", "le chat rouge voit un chien .", {}},
          {"a big dog eats .", "un grand chien mange .", {}},
          {"the cat eats .", "le chat mange .", {}},
          {"a red dog sees the cat .", "un chien rouge voit le chat .", {}},
          {"the big cat eats a dog .", "le grand chat mange un chien .", {}}};
}

TaskSettings settings() {
  TaskSettings made;
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
  Checkpoint checkpoint = tiny_checkpoint(config());
  PairTask task(checkpoint, pairs(), settings());
  Trainer trainer(task, {});
  std::vector<double> losses;
  with_threads(threads, [&] {
    for (int i = 0; i < steps; ++i) losses.push_back(trainer.step().loss);
  });
  return losses;
}

TEST(PairTask, TheCurveIsTheSameForAnyNumberOfThreads) {
  const std::vector<double> one = curve(12, 1);
  EXPECT_EQ(one, curve(12, 2));
  EXPECT_EQ(one, curve(12, 3));
  EXPECT_LT(one.back(), one.front());
}

TEST(PairTask, CutsABatchWithoutChangingItsLoss) {
  TransformerConfig plain = config();
  plain.dropout = 0;
  Checkpoint checkpoint = tiny_checkpoint(plain);
  PairTask task(checkpoint, pairs(), settings());
  const int shards = task.begin_step(1);
  EXPECT_GT(shards, 1);
  double loss = 0;
  for (int s = 0; s < shards; ++s) loss += task.run_shard(s);

  // The same pairs in one piece: 48 of 5 are nine rounds and three more, in this seed's order.
  TaskSettings all = settings();
  all.batch = 5;
  PairTask whole(checkpoint, pairs(), all);
  double five = 0;
  int tokens = 0;
  for (int round = 1; round <= 9; ++round) {
    ASSERT_EQ(whole.begin_step(round), 1);
    five += whole.run_shard(0) * whole.tokens();
    tokens += whole.tokens();
  }
  EXPECT_NEAR(loss, five / tokens, 0.05);  // three pairs of 48 are not in the nine rounds
}

// Each shard draws its own masks: the same pair in two of them, each with half of the loss, does
// not give the same loss twice while cells are dropped.
TEST(PairTask, ShardsDropCellsOfTheirOwn) {
  const auto losses = [](double dropout) {
    TransformerConfig dropping = config();
    dropping.dropout = dropout;
    Checkpoint checkpoint = tiny_checkpoint(dropping);
    const std::vector<SentencePair> one{pairs().front()};
    PairTask task(checkpoint, one, settings());
    const int shards = task.begin_step(1);
    std::vector<double> made;
    for (int s = 0; s < shards; ++s) made.push_back(task.run_shard(s));
    return made;
  };
  const std::vector<double> kept = losses(0), dropped = losses(0.3);
  ASSERT_GE(kept.size(), 3u);
  EXPECT_NEAR(kept[1], kept[2], 1e-6) << "shards of equally many pairs";
  EXPECT_GT(std::abs(dropped[1] - dropped[2]), 1e-4);
}

// What is usual at a place is the mean over all draws there, however they lie in shards: at first
// about −log of the number of pieces for each piece that follows.
TEST(PairTask, WhatIsUsualIsTheMeanOverAllShards) {
  Seq2SeqConfig hard;
  hard.max_len = 40;
  hard.d_embedding = hard.width = 12;
  hard.encoder = Seq2SeqConfig::Encoder::positions;
  hard.asks = Seq2SeqConfig::Asks::after;
  hard.pick = AlignmentPick::hard;
  Checkpoint checkpoint = tiny_checkpoint(config());
  hard.source_vocab_size = checkpoint.source().size();
  hard.target_vocab_size = checkpoint.target().size();
  const auto network = std::make_shared<Seq2Seq>(hard);
  checkpoint.network = network;
  checkpoint.params = make_params(network->parameters(), 1);
  PairTask task(checkpoint, pairs(), settings());
  ASSERT_GT(task.begin_step(1), 1) << "several shards";
  Trainer trainer(task, {});
  trainer.step();
  std::istringstream usual(task.state());
  std::string first;
  usual >> first;
  const double of_first = std::strtod(first.c_str(), nullptr);
  const double of_a_piece = -std::log(checkpoint.target().size());
  EXPECT_LT(of_first, 0.5 * of_a_piece);
  EXPECT_GT(of_first, 10 * of_a_piece) << "no sentence has more pieces";
}

TEST(PairTask, LearnsAFewSentencesByHeart) {
  TransformerConfig plain = config();
  plain.dropout = 0;
  Checkpoint checkpoint = tiny_checkpoint(plain);
  TaskSettings fast = settings();
  fast.batch = 5;
  PairTask task(checkpoint, pairs(), fast);
  Trainer trainer(task, {});
  for (int i = 0; i < 150; ++i) trainer.step();
  std::vector<std::vector<int>> sources;
  for (const SentencePair& pair : pairs()) sources.push_back(source_ids(checkpoint, pair.source));
  const auto made = greedy_all(*make_decoder(checkpoint), sources);
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(made[i], checkpoint.target().encode(pairs()[i].target));
  }
}

TEST(PairTask, RefusesWhatItCannotTrainWith) {
  Checkpoint checkpoint = tiny_checkpoint(config());
  EXPECT_THROW(PairTask(checkpoint, {}, settings()), UserError);
  const std::string endless(200, 'a');
  EXPECT_THROW(PairTask(checkpoint, {{"a", "", {}}, {"", "un", {}}}, settings()), UserError);
}

TEST(PairTask, TheRateCoolsDownToTheEnd) {
  Checkpoint checkpoint = tiny_checkpoint(config());
  TaskSettings cooled = settings();
  cooled.steps = 100;
  cooled.decay = 50;
  PairTask task(checkpoint, pairs(), cooled);
  EXPECT_DOUBLE_EQ(task.rate(40), warmup_rate(40, 16, 20));
  EXPECT_DOUBLE_EQ(task.rate(76), warmup_rate(76, 16, 20) / 2);
  EXPECT_EQ(task.rate(101), 0);
}

}  // namespace
}  // namespace glassformer
