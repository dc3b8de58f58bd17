#include "core/decode/decode_memory.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/decode/decode.h"
#include "core/kernels/threads.h"
#include "core/tensor/memory_limit.h"
#include "core/train/training.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/message_of.h"
#include "tests/support/with_memory_limit.h"

namespace glassformer {
namespace {

using testing::message_of;
using testing::small_config;
using testing::tiny_checkpoint;
using testing::WithMemoryLimit;

std::vector<std::vector<int>> sources_of(const Checkpoint& checkpoint, int count) {
  const std::string sentences[] = {"the red cat .", "a big dog eats a dog .", "dog", "a a a a a a"};
  std::vector<std::vector<int>> made;
  for (int i = 0; i < count; ++i) made.push_back(source_ids(checkpoint, sentences[i % 4]));
  return made;
}

double held_by(const Decoder& decoder, const std::vector<std::vector<int>>& sources, int steps) {
  const auto tried = decoder.another();
  tried->start(sources);
  for (int i = 0; i < steps; ++i) tried->step(std::vector<int>(sources.size(), 1));
  return static_cast<double>(tried->most_held());
}

class DecodeMemory : public ::testing::Test {
 protected:
  ~DecodeMemory() override { use_threads(0); }

  DecodeBatches fitting(double room) const {
    const WithMemoryLimit limit(static_cast<std::uint64_t>(room));
    return batches_that_fit(*decoder, with_translations(*decoder, sources), 0);
  }

  const Checkpoint checkpoint = tiny_checkpoint(small_config(), 3);
  const std::unique_ptr<Decoder> decoder = make_decoder(checkpoint);
  const std::vector<std::vector<int>> sources = sources_of(checkpoint, 64);
};

// 64 of these sentences, each translated to its limit, hold what the estimate says they do.
TEST_F(DecodeMemory, FewShortSentencesTellWhatABatchHolds) {
  use_threads(1);
  const std::vector<std::vector<int>> alike(64, source_ids(checkpoint, "a a a"));
  const int most = longest_translation(*decoder, alike.front().size());
  const double held = held_by(*decoder, alike, most);
  const auto size_within = [&](double room) {
    const WithMemoryLimit limit(static_cast<std::uint64_t>(room));
    return batches_that_fit(*decoder, with_translations(*decoder, alike), 0).size;
  };
  EXPECT_EQ(size_within(1.02 * held), 64u);
  EXPECT_EQ(size_within(0.98 * held), 32u);
}

TEST_F(DecodeMemory, FirstFewerBatchesAtOnceThenSmallerOnes) {
  use_threads(4);
  const DecodeBatches all = fitting(1e10);
  EXPECT_EQ(all.size, 64u);
  EXPECT_EQ(all.at_once, 4);
  double room = 1e9;
  while (fitting(room).at_once == 4 && room > 1e6) room *= 0.98;
  const DecodeBatches fewer = fitting(room);
  EXPECT_EQ(fewer.size, 64u);
  EXPECT_EQ(fewer.at_once, 3);
  const DecodeBatches one = fitting(room / 3);
  EXPECT_EQ(one.size, 64u);
  EXPECT_EQ(one.at_once, 1);
  EXPECT_EQ(fitting(room / 10).size, 16u);
}

TEST_F(DecodeMemory, WhatIsHeldAnywayLeavesLessRoom) {
  use_threads(1);
  const WithMemoryLimit limit(1'000'000'000);
  const auto sizes = with_translations(*decoder, sources);
  EXPECT_EQ(batches_that_fit(*decoder, sizes, 0).size, 64u);
  EXPECT_LT(batches_that_fit(*decoder, sizes, 999'900'000).size, 64u);
  const std::string told = message_of([&] { batches_that_fit(*decoder, sizes, 999'999'000); });
  EXPECT_NE(told.find("to translate 8 pieces needs about 1.0 GB"), std::string::npos) << told;
  EXPECT_NE(told.find("take shorter sentences"), std::string::npos) << told;
}

TEST_F(DecodeMemory, SplitOrNotTheTranslationsAreTheSame) {
  const auto whole = greedy_all(*decoder, sources);
  std::vector<std::vector<int>> targets = whole;
  const auto looked = forced_cross(*decoder, sources, targets);
  const double beside = 999'900'000;
  const WithMemoryLimit limit(1'000'000'000);
  ASSERT_LT(batches_that_fit(*decoder, with_translations(*decoder, sources), beside).size, 64u);
  EXPECT_EQ(greedy_all(*decoder, sources, beside), whole);
  const auto split = forced_cross(*decoder, sources, targets, beside);
  for (std::size_t i = 0; i < looked.size(); ++i) {
    ASSERT_EQ(split[i].size(), looked[i].size());
    for (std::size_t head = 0; head < looked[i].size(); ++head) {
      for (std::size_t cell = 0; cell < looked[i][head].size(); ++cell) {
        EXPECT_NEAR(split[i][head].cells()[cell], looked[i][head].cells()[cell], 1e-5);
      }
    }
  }
}

// The step of one short pair fits, and what is to be scored is so long that it does not.
TEST(DecodeMemoryOfATraining, IsSaidBeforeTheFirstStep) {
  TrainingPlan plan;
  TransformerConfig config = small_config();
  config.max_len = 4000;
  plan.config = config;
  plan.settings.batch = 1;
  std::string text;
  for (int i = 0; i < 1500; ++i) text += "a ";
  const std::vector<SentencePair> pairs(4, {"a b", "b a", {}}), held_out{{text, text, {}}};
  const auto message = [&] {
    return message_of([&] { const Training training(plan, pairs, held_out); });
  };
  const WithMemoryLimit limit(2'000'000);
  EXPECT_NE(message().find("to translate 1501 pieces needs about"), std::string::npos) << message();
  set_memory_limit(2'000'000'000);
  EXPECT_EQ(message(), "");
}

}  // namespace
}  // namespace glassformer
