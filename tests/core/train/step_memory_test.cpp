#include "core/nn/step_memory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/kernels/threads.h"
#include "core/tensor/memory_limit.h"
#include "core/train/language_training.h"
#include "core/train/training.h"
#include "tests/support/message_of.h"
#include "tests/support/with_memory_limit.h"

namespace glassformer {
namespace {

using testing::message_of;
using testing::WithMemoryLimit;

double law(ExampleSize e) {
  return 100.0 + 7 * e.source + 5 * e.target + 0.5 * e.source * e.source +
         2.0 * e.target * e.target + 3.0 * e.source * e.target;
}

TEST(StepMemory, ShortExamplesTellWhatLongOnesTake) {
  int longest_tried = 0;
  const StepMemory memory(
      [&](const std::vector<ExampleSize>& examples) {
        double bytes = 1000;
        for (const ExampleSize& example : examples) {
          longest_tried = std::max({longest_tried, example.source, example.target});
          bytes += law(example);
        }
        return bytes;
      },
      {5000, 3000});
  EXPECT_NEAR(memory.fixed(), 1000, 1e-6);
  EXPECT_NEAR(memory.of({5000, 3000}), law({5000, 3000}), 1e-2);
  EXPECT_NEAR(memory.of({1, 2}), law({1, 2}), 1e-6);
  EXPECT_LT(longest_tried, 100);
  EXPECT_NEAR(bytes_of_batch(memory, {{10, 10}}, 50, 4), 4000 + 50 * law({10, 10}), 1e-3);
}

TEST(StepMemory, OfATargetAlone) {
  const StepMemory memory(
      [](const std::vector<ExampleSize>& examples) {
        double bytes = 10;
        for (const ExampleSize& example : examples) bytes += 3.0 * example.target;
        return bytes;
      },
      {0, 2});
  EXPECT_NEAR(memory.of({0, 2}), 6, 1e-9);
  EXPECT_NEAR(memory.fixed(), 10, 1e-9);
}

TEST(StepMemory, ATrainingRefusesABatchThatDoesNotFitAndNamesOneThatDoes) {
  TrainingPlan plan;
  Seq2SeqConfig config;
  config.width = 32;
  plan.config = config;
  std::vector<SentencePair> pairs(40, {"one two three four five", "five four three two one", {}});
  const auto message = [&](int batch) {
    plan.settings.batch = batch;
    return message_of([&] { const Training training(plan, pairs, {}); });
  };
  const WithMemoryLimit limit(20'000'000);
  EXPECT_EQ(message(16), "");
  const std::string told = message(4096);
  EXPECT_NE(told.find("a training step of 4096 examples needs about"), std::string::npos) << told;
  const std::size_t at = told.find("take --batch ");
  ASSERT_NE(at, std::string::npos) << told;
  EXPECT_EQ(message(std::stoi(told.substr(at + 13))), "");
}

TEST(StepMemory, AStretchThatIsTooLongIsToldToBeShorter) {
  LanguagePlan plan;
  plan.config.width = 32;
  plan.length = 4000;
  plan.settings.batch = 1;
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "one two\n";
  const WithMemoryLimit limit(10'000'000);
  const std::string told =
      message_of([&] { const LanguageTraining training(plan, language_data(text, "it")); });
  EXPECT_NE(told.find("take a shorter --length"), std::string::npos) << told;
}

// Fewer stretches are read at once where memory is short, each with the same numbers.
TEST(StepMemory, AScoreTakesNoMoreThanThereIs) {
  LanguagePlan plan;
  plan.config.width = 32;
  plan.length = 8;
  plan.settings.batch = 1;
  std::string text;
  for (int i = 0; i < 60000; ++i) text += i % 3 == 0 ? "one two\n" : "three\n";
  const LanguageTraining training(plan, language_data(text, "it"));
  const std::size_t ids = training.held_out().size();
  const LanguageScore whole = training.score(1 << 30);
  use_threads(4);
  const auto at_once = [&] { return stretches_at_once(training.checkpoint(), ids, 4096, 0); };
  EXPECT_EQ(at_once(), 4);
  double room = 1e9;
  while (room > 1e5) {
    const WithMemoryLimit limit(static_cast<std::uint64_t>(room));
    if (at_once() < 4) break;
    room *= 0.98;
  }
  const WithMemoryLimit limit(static_cast<std::uint64_t>(room));
  EXPECT_EQ(at_once(), 3);
  EXPECT_EQ(training.score(1 << 30).nats, whole.nats);
  use_threads(0);
  set_memory_limit(static_cast<std::uint64_t>(room / 5));
  EXPECT_NE(message_of(at_once).find("to score a stretch of 4096 tokens needs about"),
            std::string::npos);
}

}  // namespace
}  // namespace glassformer
