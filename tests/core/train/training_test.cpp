#include "core/train/training.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "core/decode/evaluate.h"
#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "core/text/tasks.h"
#include "tests/core/models/tiny_checkpoint.h"
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

TransformerConfig& sizes(TrainingPlan& plan) {
  return std::get<TransformerConfig>(plan.config);
}

TrainingPlan plan() {
  TrainingPlan made;
  made.config = testing::small_config();
  sizes(made).max_len = 0;
  made.settings.batch = 3;
  made.settings.warmup = 20;
  made.data = "five pairs";
  made.origin = "a test";
  return made;
}

std::vector<SentencePair> digit_pairs() {
  return reversal_pairs(40, 3, 5, 1);
}

// Hard attention over embeddings and positions.
TrainingPlan hard_plan() {
  TrainingPlan made;
  Seq2SeqConfig config;
  config.max_len = 0;
  config.d_embedding = config.width = 12;
  config.encoder = Seq2SeqConfig::Encoder::positions;
  config.asks = Seq2SeqConfig::Asks::after;
  config.pick = AlignmentPick::hard;
  made.config = config;
  made.tokens = LearnedTokenizer::Kind::character;
  made.settings.batch = 10;
  made.settings.schedule = TaskSettings::Schedule::constant;
  made.settings.rate = 0.02;
  made.data = "digits";
  return made;
}

std::vector<double> steps(Training& training, int count) {
  for (int i = 0; i < count; ++i) training.step();
  return training.losses();
}

// What a step held is given back before a score, and the next is as if there was none.
TEST(Training, AScoreBetweenStepsChangesNoStep) {
  Training scored(hard_plan(), digit_pairs(), {}), not_scored(hard_plan(), digit_pairs(), {});
  for (int step = 0; step < 5; ++step) {
    scored.step();
    not_scored.step();
    scored.score(3);
  }
  EXPECT_EQ(scored.losses(), not_scored.losses());
}

// Killed after ten steps and resumed: the curve is that of a training nobody disturbed.
TEST(Training, ResumesWithTheSameCurve) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  Training whole(plan(), pairs(), {});
  const std::vector<double> wanted = steps(whole, 20);
  {
    Training killed(plan(), pairs(), {});
    steps(killed, 10);
    killed.save_checkpoint(file);
    steps(killed, 3);  // lost
  }
  Training resumed(plan(), pairs(), {});
  resumed.resume(file);
  EXPECT_EQ(resumed.steps(), 10);
  EXPECT_EQ(steps(resumed, 10), wanted);
  const int wq = whole.checkpoint().params.find("encoder.1.self_attention.wq");
  EXPECT_EQ(resumed.checkpoint().params.value(wq), whole.checkpoint().params.value(wq));
}

TEST(Training, ScoresGoWithTheCheckpoint) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  Training training(plan(), pairs(), {});
  steps(training, 3);
  ScoreRecord& record = training.scores();
  EXPECT_TRUE(record.take({{0.1 + 0.2, 31.7}, "30.0 % exact", 1}));
  EXPECT_FALSE(record.take({{0.3, 40}, "less exact by one bit", 2}));
  EXPECT_FALSE(record.take({{0, 1}, "0.0 % exact", 3}, false));
  EXPECT_EQ(record.since_best, 1) << "a score between the others is not one of those waited for";
  training.save_checkpoint(file);

  Training resumed(plan(), pairs(), {});
  EXPECT_TRUE(resumed.resume(file));
  const ScoreRecord& found = resumed.scores();
  EXPECT_EQ(found.best.step, 1);
  EXPECT_EQ(found.best.merit, (std::vector<double>{0.1 + 0.2, 31.7}));
  EXPECT_EQ(found.best.text, "30.0 % exact");
  EXPECT_EQ(found.last.step, 3);
  EXPECT_EQ(found.since_best, 1);
  EXPECT_FALSE(resumed.scores().take({{0.3, 99}, "", 4}));
}

TEST(Training, AnEarlierVersionsCheckpointHasNoScoresAndIsResumed) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  Training training(plan(), pairs(), {});
  steps(training, 2);
  training.save_checkpoint(file);
  Training without(plan(), pairs(), {});
  EXPECT_TRUE(without.resume(file)) << "none was taken yet, which is known";
  EXPECT_TRUE(without.scores().empty());
  TensorFile old = read_safetensors(file);
  ASSERT_EQ(old.metadata.erase("scores"), 1U);
  write_safetensors(file, old);
  Training resumed(plan(), pairs(), {});
  EXPECT_FALSE(resumed.resume(file));
  EXPECT_EQ(resumed.steps(), 2);
  EXPECT_TRUE(resumed.scores().empty());
  for (const char* damaged :
       {"", "0", "x\n1 1\na\n1 1\nb", "0\n1 1\na\n1 1 1\nb", "0\n1 1\na\n1 1\nb\n"}) {
    old.metadata["scores"] = damaged;
    write_safetensors(file, old);
    Training begun(plan(), pairs(), {});
    EXPECT_THROW(begun.resume(file), UserError) << damaged;
    EXPECT_EQ(begun.steps(), 0) << damaged;
  }
}

TEST(Training, RefusesACheckpointOfAnotherTraining) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  Training begun(plan(), pairs(), {});
  steps(begun, 2);
  begun.save_checkpoint(file);
  const auto refused = [&](auto change) {
    TrainingPlan other = plan();
    change(other);
    Training training(other, pairs(), {});
    std::string why;
    try {
      training.resume(file);
    } catch (const UserError& error) {
      why = error.what();
    }
    EXPECT_EQ(training.steps(), 0);
    return why;
  };
  const auto expect_told = [&](const std::string& why, const std::string& what) {
    EXPECT_EQ(why, fmt::format("{}: was begun with other options: {}. Give the same, or leave out "
                               "--resume",
                               file.string(), what));
  };
  const TaskSettings settings = plan().settings;
  expect_told(refused([](TrainingPlan& p) { p.settings.batch = 4; }),
              fmt::format("batch {} there and 4 here", settings.batch));
  expect_told(refused([](TrainingPlan& p) {
                p.settings.seed = 2;
                p.data = "others";
              }),
              fmt::format("data {} there and others here; seed {} there and 2 here", plan().data,
                          settings.seed));
  expect_told(refused([](TrainingPlan& p) { p.attention.baseline = false; }),
              "no baseline here alone");
  const std::string shape = refused([](TrainingPlan& p) { sizes(p).d_ff = 16; });
  EXPECT_NE(shape.find("holds a model of another shape: d_ff "), std::string::npos) << shape;
  EXPECT_NE(shape.find(" there and 16 here. Give"), std::string::npos) << shape;
  const std::string both = refused([](TrainingPlan& p) {
    sizes(p).d_ff = 16;
    p.settings.batch = 4;
  });
  EXPECT_NE(both.find(fmt::format("batch {} there and 4 here; and it holds a model of another "
                                  "shape: d_ff ",
                                  settings.batch)),
            std::string::npos)
      << both;

  Training training(plan(), pairs(), {});
  EXPECT_THROW(training.resume(folder.path() / "missing"), UserError);
  write_safetensors(file, to_tensors(training.checkpoint()));
  EXPECT_THROW(training.resume(file), UserError);  // a model, no checkpoint
  write_file(file, "no file of this kind");
  EXPECT_THROW(training.resume(file), UserError);
}

// Whatever the network, it is trained, stopped and resumed by the same loop, and its file opens
// again.
template <class Config>
void resumes_with_the_same_curve(const Config& config, std::string_view architecture) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  TrainingPlan wanted_plan = plan();
  wanted_plan.config = config;
  wanted_plan.settings.schedule = TaskSettings::Schedule::constant;
  wanted_plan.settings.rate = 0.01;
  Training whole(wanted_plan, pairs(), {});
  const std::vector<double> wanted = steps(whole, 8);
  Training killed(wanted_plan, pairs(), {});
  steps(killed, 4);
  killed.save_checkpoint(file);
  Training resumed(wanted_plan, pairs(), {});
  resumed.resume(file);
  EXPECT_EQ(steps(resumed, 4), wanted);
  const auto model = folder.path() / "m.safetensors";
  write_safetensors(model, to_tensors(whole.checkpoint()));
  const Checkpoint opened = load_checkpoint(model);
  EXPECT_EQ(opened.network->architecture(), architecture);
  EXPECT_EQ(opened.network->config(), whole.checkpoint().network->config());
  TrainingPlan other = wanted_plan;
  other.settings.rate = 0.02;
  Training another(other, pairs(), {});
  EXPECT_THROW(another.resume(file), UserError);
}

TEST(Training, ResumesARecurrentNetworkWithTheSameCurve) {
  Seq2SeqConfig config;
  config.max_len = 0;
  config.d_embedding = 6;
  config.width = 8;
  resumes_with_the_same_curve(config, "seq2seq");
}

TEST(Training, ResumesAConvolutionalNetworkWithTheSameCurve) {
  ConvSeq2SeqConfig config;
  config.max_len = 0;
  config.width = 8;
  config.encoder_layers = config.decoder_layers = 2;
  config.dropout = 0.1;
  resumes_with_the_same_curve(config, "conv-seq2seq");
}

// Of hard attention the draws and what is usual are part of the curve.
TEST(Training, ResumesHardAttentionWithTheSameCurve) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  TrainingPlan hard = hard_plan();
  Training whole(hard, digit_pairs(), {});
  const std::vector<double> wanted = steps(whole, 8);
  Training killed(hard, digit_pairs(), {});
  steps(killed, 4);
  killed.save_checkpoint(file);
  Training resumed(hard, digit_pairs(), {});
  resumed.resume(file);
  EXPECT_EQ(steps(resumed, 4), wanted);
  hard.attention.baseline = false;
  Training other(hard, digit_pairs(), {});
  EXPECT_THROW(other.resume(file), UserError);
  EXPECT_NE(steps(other, 8), wanted) << "the baseline is of no effect";
}

TEST(Training, TheSpreadOfAGradientIsThatOfItsDraws) {
  Training hard(hard_plan(), digit_pairs(), {}), untouched(hard_plan(), digit_pairs(), {});
  steps(hard, 3);
  steps(untouched, 3);
  const GradientSpread spread = hard.gradient_spread(6);
  EXPECT_GT(spread.deviation, 0);
  EXPECT_EQ(steps(hard, 3), steps(untouched, 3)) << "looking at it changes nothing";
  TrainingPlan soft = hard_plan();
  std::get<Seq2SeqConfig>(soft.config).pick = AlignmentPick::soft;
  Training same(soft, digit_pairs(), {});
  const GradientSpread none = same.gradient_spread(4);
  EXPECT_GT(none.length, 0);
  EXPECT_LT(none.deviation, 1e-6 * none.length) << "soft attention draws nothing";
}

// Taught where to look, a network aligns sooner than by itself.
TEST(Training, LearnsTheTrueAlignment) {
  TrainingPlan plan = hard_plan();
  std::get<Seq2SeqConfig>(plan.config).pick = AlignmentPick::soft;
  const auto error_after = [&](double align) {
    plan.attention.align = align;
    Training training(plan, digit_pairs(), {});
    steps(training, 40);
    return *evaluate(training.checkpoint(), digit_pairs(), digit_pairs()).alignment_error_rate;
  };
  const double taught = error_after(1), untaught = error_after(0);
  EXPECT_LT(taught, 0.7 * untaught);
}

TEST(Training, RefusesToTeachAnAlignmentThatItCannot) {
  TrainingPlan plan = hard_plan();
  plan.attention.align = 1;
  EXPECT_THROW(Training(plan, pairs(), {}), UserError) << "nobody knows it";
  plan.tokens = LearnedTokenizer::Kind::word;
  EXPECT_THROW(Training(plan, digit_pairs(), {}), UserError) << "it counts characters";
  plan.tokens = LearnedTokenizer::Kind::character;
  std::get<Seq2SeqConfig>(plan.config).score = AlignmentScore::uniform;
  EXPECT_THROW(Training(plan, digit_pairs(), {}), UserError);
  plan.config = TransformerConfig{};
  EXPECT_THROW(Training(plan, digit_pairs(), {}), UserError);
}

TEST(Training, ScoresWhatIsHeldOut) {
  TrainingPlan fast = plan();
  sizes(fast).d_model = 16;
  sizes(fast).d_ff = 32;
  sizes(fast).dropout = 0;
  fast.settings.batch = 5;
  Training training(fast, pairs(), {{"a cat eats.", "un chat dort.", {}}, pairs()[2]});
  EXPECT_TRUE(training.has_held_out());
  EXPECT_LT(training.score(10).exact_match, 0.6);
  steps(training, 150);
  const TrainingScore score = training.score(10);
  EXPECT_EQ(score.sentences, 2);
  EXPECT_EQ(score.step, 150);
  EXPECT_EQ(score.exact_match, 0.5);  // "dort" is no word of the training
}

TEST(Training, FindsItsSizesFromThePairs) {
  Training training(plan(), pairs(), {});
  const TransformerConfig& config = transformer_of(training.checkpoint()).sizes();
  EXPECT_EQ(config.source_vocab_size, training.checkpoint().source().size());
  EXPECT_EQ(config.max_len, 512) << "sinusoidal positions know no last place";
  EXPECT_FALSE(training.has_held_out());
  EXPECT_EQ(training.score(3).sentences, 3);
}

// A piece is a character here: 30 of them and a mark, and a quarter more.
TEST(Training, HasRoomForAQuarterMoreThanTheLongestPair) {
  TrainingPlan places = plan();
  sizes(places).positions = PositionKind::learned;
  places.tokens = LearnedTokenizer::Kind::character;
  const auto room_for = [&](std::size_t length) {
    const std::string text(length, 'a');
    const Training training(places, {{text, "b", {}}, {"a", "b", {}}}, {{text + "aa", "b", {}}});
    EXPECT_TRUE(training.has_held_out());
    return transformer_of(training.checkpoint()).sizes().max_len;
  };
  EXPECT_EQ(room_for(30), 38);
  EXPECT_EQ(room_for(5), 32) << "the fewest";
}

TEST(Training, LeavesOutHeldOutPairsThatAreTooLong) {
  TrainingPlan brief = plan();
  brief.tokens = LearnedTokenizer::Kind::character;
  sizes(brief).max_len = 12;
  const Training training(brief, {{"abc", "abc", {}}},
                          {{"aaaaaaaaaaa", "b", {}}, {"aaaaaaaaaaaa", "b", {}}, {"a", "b", {}}});
  ASSERT_EQ(training.held_out().size(), 2U);
  EXPECT_EQ(training.held_out()[0].source.size(), 11U) << "and a mark";
}

TEST(Training, RefusesWhatCannotBeTrained) {
  EXPECT_THROW(Training(plan(), {}, {}), UserError);
  TrainingPlan one = plan();
  one.vocabulary = 1;
  EXPECT_THROW(Training(one, pairs(), {}), UserError);
  TrainingPlan uneven = plan();
  sizes(uneven).heads = 3;
  EXPECT_THROW(Training(uneven, pairs(), {}), UserError);
  TrainingPlan brief = plan();
  sizes(brief).max_len = 4;
  EXPECT_THROW(Training(brief, pairs(), {}), UserError);
}

}  // namespace
}  // namespace glassformer
