#include "core/train/translation_training.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/core/models/tiny_translator.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

std::vector<SentencePair> pairs() {
  return {{"the red cat sees a dog.", "le chat rouge voit un chien.", {}},
          {"a big dog eats.", "un grand chien mange.", {}},
          {"the cat eats.", "le chat mange.", {}},
          {"a red dog sees the cat.", "un chien rouge voit le chat.", {}},
          {"the big cat eats a dog.", "le grand chat mange un chien.", {}}};
}

TranslationPlan plan() {
  TranslationPlan made;
  made.config = testing::small_config();
  made.config.longest = 0;
  made.settings.batch = 3;
  made.settings.warmup = 20;
  made.data = "five pairs";
  made.made_by = "a test";
  return made;
}

std::vector<double> steps(TranslationTraining& training, int count) {
  for (int i = 0; i < count; ++i) training.step();
  return training.losses();
}

// Killed after ten steps and resumed: the curve is that of a training nobody disturbed.
TEST(TranslationTraining, ResumesWithTheSameCurve) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  TranslationTraining whole(plan(), pairs(), {});
  const std::vector<double> wanted = steps(whole, 20);
  {
    TranslationTraining killed(plan(), pairs(), {});
    steps(killed, 10);
    killed.save_checkpoint(file);
    steps(killed, 3);  // lost
  }
  TranslationTraining resumed(plan(), pairs(), {});
  resumed.resume(file);
  EXPECT_EQ(resumed.steps(), 10);
  EXPECT_EQ(steps(resumed, 10), wanted);
  const int wq = whole.translator().params.find("encoder.1.self_attention.wq");
  EXPECT_EQ(resumed.translator().params.value(wq), whole.translator().params.value(wq));
}

TEST(TranslationTraining, RefusesACheckpointOfAnotherTraining) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  TranslationTraining begun(plan(), pairs(), {});
  steps(begun, 2);
  begun.save_checkpoint(file);
  const auto refused = [&](auto change) {
    TranslationPlan other = plan();
    change(other);
    TranslationTraining training(other, pairs(), {});
    EXPECT_THROW(training.resume(file), UserError);
    EXPECT_EQ(training.steps(), 0);
  };
  refused([](TranslationPlan& p) { p.settings.batch = 4; });
  refused([](TranslationPlan& p) { p.settings.seed = 2; });
  refused([](TranslationPlan& p) { p.data = "others"; });
  refused([](TranslationPlan& p) { p.config.d_ff = 16; });

  TranslationTraining training(plan(), pairs(), {});
  EXPECT_THROW(training.resume(folder.path() / "missing"), UserError);
  write_safetensors(file, to_tensors(training.translator()));
  EXPECT_THROW(training.resume(file), UserError);  // a model, no checkpoint
  write_file(file, "no file of this kind");
  EXPECT_THROW(training.resume(file), UserError);
}

TEST(TranslationTraining, ScoresWhatIsHeldOut) {
  TranslationPlan fast = plan();
  fast.config.d_model = 16;
  fast.config.d_ff = 32;
  fast.config.dropout = 0;
  fast.settings.batch = 5;
  TranslationTraining training(fast, pairs(), {{"a cat eats.", "un chat dort.", {}}, pairs()[2]});
  EXPECT_TRUE(training.has_held_out());
  EXPECT_LT(training.score(10).exact_match, 0.6);
  steps(training, 150);
  const TranslationScore score = training.score(10);
  EXPECT_EQ(score.sentences, 2);
  EXPECT_EQ(score.step, 150);
  EXPECT_EQ(score.exact_match, 0.5);  // "dort" is no word of the training
}

TEST(TranslationTraining, FindsItsSizesFromThePairs) {
  TranslationTraining training(plan(), pairs(), {});
  const TransformerConfig& config = training.translator().config;
  EXPECT_EQ(config.source_words, training.translator().source.size());
  EXPECT_EQ(config.longest, 512) << "sinusoidal positions know no last place";
  EXPECT_FALSE(training.has_held_out());
  EXPECT_EQ(training.score(3).sentences, 3);
}

TEST(TranslationTraining, RefusesWhatCannotBeTrained) {
  EXPECT_THROW(TranslationTraining(plan(), {}, {}), UserError);
  TranslationPlan one = plan();
  one.vocabulary = 1;
  EXPECT_THROW(TranslationTraining(one, pairs(), {}), UserError);
  TranslationPlan uneven = plan();
  uneven.config.heads = 3;
  EXPECT_THROW(TranslationTraining(uneven, pairs(), {}), UserError);
  TranslationPlan brief = plan();
  brief.config.longest = 4;
  EXPECT_THROW(TranslationTraining(brief, pairs(), {}), UserError);
}

}  // namespace
}  // namespace glassformer
