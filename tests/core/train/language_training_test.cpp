#include "core/train/language_training.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/decode/sample.h"
#include "core/tensor/error.h"
#include "core/text/long_text.h"
#include "core/train/language_task.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

std::string counting_text() {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "one two three\n";
  return text;
}

LanguagePlan plan() {
  LanguagePlan made;
  made.config.d_embedding = 6;
  made.config.width = 16;
  made.config.layers = 2;
  made.config.dropout = 0.1;
  made.length = 20;
  made.settings.schedule = TaskSettings::Schedule::constant;
  made.settings.rate = 0.02;
  made.settings.batch = 4;
  made.origin = "a test";
  return made;
}

TEST(LanguageTraining, LearnsATextAndGoesOnWithIt) {
  LanguagePlan without = plan();
  without.config.dropout = 0;
  LanguageTraining training(without, language_data(counting_text(), "a text"));
  const double before = training.score(1000).nats;
  EXPECT_NEAR(before, std::log(training.checkpoint().target().size()), 0.5)
      << "nothing is known at first";
  for (int i = 0; i < 150; ++i) training.step();
  const LanguageScore after = training.score(1000);
  EXPECT_LT(after.nats, 0.1 * before);
  EXPECT_NEAR(after.perplexity(), std::exp(after.nats), 1e-12);
  const Checkpoint& model = training.checkpoint();
  const auto decoder = make_decoder(model);
  SampleOptions options;
  options.length = 28;
  options.temperature = 0.3;
  const Sample made = sample(*decoder, model.target().encode("\n"), options);
  EXPECT_EQ(model.target().decode(made.pieces), "one two three\none two three\n");
}

// A sentence on the screen has at most 2048 words; a text to learn from has any number.
TEST(LanguageTraining, LearnsALongTextWordByWord) {
  std::string text;
  for (int i = 0; i < 1500; ++i) text += "one two three\n";
  LanguagePlan words = plan();
  words.tokens = LearnedTokenizer::Kind::word;
  LanguageTraining training(words, language_data(text, "a text"));
  EXPECT_EQ(training.trained_tokens() + training.held_out().size(), 4500U);
  const double before = training.score(200).nats;
  for (int i = 0; i < 60; ++i) training.step();
  EXPECT_LT(training.score(200).nats, 0.5 * before);
}

TEST(LanguageTraining, LearnsWordByWordAlongATree) {
  LanguagePlan words = plan();
  words.tokens = LearnedTokenizer::Kind::word;
  words.config.softmax = OutputKind::hierarchical;
  words.config.dropout = 0;
  LanguageTraining training(words, language_data(counting_text(), "a text"));
  const double before = training.score(200).nats;
  for (int i = 0; i < 200; ++i) training.step();
  EXPECT_LT(training.score(200).nats, 0.1 * before);
  const Checkpoint& model = training.checkpoint();
  const auto decoder = make_decoder(model);
  SampleOptions options;
  options.length = 4;
  options.temperature = 0;
  const Sample made = sample(*decoder, model.target().encode("one"), options);
  EXPECT_EQ(model.target().decode(made.pieces), "two three one two");
}

TEST(LanguageTraining, ResumesWithTheSameCurve) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  const LanguageData data = language_data(counting_text(), "a text");
  const auto steps = [](LanguageTraining& training, int count) {
    for (int i = 0; i < count; ++i) training.step();
    return training.losses();
  };
  LanguageTraining whole(plan(), data);
  const std::vector<double> wanted = steps(whole, 8);
  LanguageTraining killed(plan(), data);
  steps(killed, 4);
  killed.save_checkpoint(file);
  LanguageTraining resumed(plan(), data);
  resumed.resume(file);
  EXPECT_EQ(steps(resumed, 4), wanted);
  LanguagePlan other = plan();
  other.length = 10;
  LanguageTraining another(other, data);
  EXPECT_THROW(another.resume(file), UserError);
}

LanguagePlan decoder_plan(bool llama) {
  LanguagePlan made = plan();
  GptConfig config;
  config.d_model = 16;
  config.heads = 4;
  config.kv_heads = llama ? 2 : 0;
  config.layers = 2;
  config.d_ff = 24;
  config.dropout = 0.1;
  config.max_len = made.length;
  made.gpt = llama ? as_llama(config) : config;
  return made;
}

// A decoder alone learns as well, and its text goes on beyond what it reads in one go.
TEST(LanguageTraining, TrainsADecoderAlone) {
  for (const bool llama : {false, true}) {
    LanguagePlan without = decoder_plan(llama);
    without.gpt->dropout = 0;
    LanguageTraining training(without, language_data(counting_text(), "a text"));
    const double before = training.score(1000).nats;
    for (int i = 0; i < 120; ++i) training.step();
    EXPECT_LT(training.score(1000).nats, 0.25 * before) << llama;
    const Checkpoint& model = training.checkpoint();
    for (const WeightWidth width : {WeightWidth::f32, WeightWidth::bf16, WeightWidth::int8}) {
      SampleOptions options;
      options.length = 42;
      options.temperature = 0;
      const Sample made =
          sample(*make_decoder(model, width), model.target().encode("one two three\n"), options);
      EXPECT_EQ(model.target().decode(made.pieces), "one two three\none two three\none two three\n")
          << llama << " " << name(width);
    }
  }
}

TEST(LanguageTraining, ADecoderAloneResumesWithTheSameCurve) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "m.checkpoint";
  const LanguageData data = language_data(counting_text(), "a text");
  for (const bool llama : {false, true}) {
    LanguageTraining whole(decoder_plan(llama), data);
    for (int i = 0; i < 6; ++i) whole.step();
    const std::vector<double> wanted = whole.losses();
    LanguageTraining killed(decoder_plan(llama), data);
    for (int i = 0; i < 3; ++i) killed.step();
    killed.save_checkpoint(file);
    LanguageTraining resumed(decoder_plan(llama), data);
    resumed.resume(file);
    for (int i = 0; i < 3; ++i) resumed.step();
    EXPECT_EQ(resumed.losses(), wanted) << llama;
    LanguageTraining other(decoder_plan(!llama), data);
    EXPECT_THROW(other.resume(file), UserError);
  }
}

TEST(LanguageTraining, TakesThePiecesOfAGivenTokenizer) {
  LanguagePlan given = decoder_plan(true);
  given.tokenizer = std::make_shared<const LearnedTokenizer>(LearnedTokenizer::train(
      std::vector<std::string>{"one two three four"}, LearnedTokenizer::Kind::word, 20));
  LanguageTraining training(given, language_data(counting_text(), "a text"));
  EXPECT_EQ(training.checkpoint().target().size(), 8);
  EXPECT_EQ(training.checkpoint().network->vocab_size(), 8);
}

TEST(LanguageTraining, HoldsOutTheEndOfTheText) {
  const LanguageData data = language_data(counting_text(), "a text");
  EXPECT_EQ(data.train + data.held_out, counting_text());
  EXPECT_TRUE(data.held_out.starts_with("one"));
  EXPECT_NEAR(static_cast<double>(data.held_out.size()), 840 / 20.0, 14);
  EXPECT_THROW(language_data("too short", "a text"), UserError);
  std::string one_line(300, 'x');
  one_line.replace(284, 2, "é");
  EXPECT_EQ(language_data(one_line, "a text").held_out.size(), 16u) << "not within a character";
}

TEST(LanguageTask, RefusesATextOfOneToken) {
  LanguageTraining training(plan(), language_data(counting_text(), "a text"));
  Checkpoint model = training.checkpoint();
  EXPECT_THROW(LanguageTask(model, {4}, 10, {}), UserError);
}

// The mean over a text is what its stretches come to, whatever their length.
TEST(LanguageScore, IsTheMeanOverAllStretches) {
  LanguageTraining training(plan(), language_data(counting_text(), "a text"));
  const Checkpoint& model = training.checkpoint();
  const std::vector<int> ids = model.target().encode("one two three");
  const LanguageScore by_two = language_score(model, ids, 2);
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ids.size(); i += 2) {
    const std::size_t count = std::min<std::size_t>(3, ids.size() - i);
    const LanguageScore part = language_score(model, std::span(ids).subspan(i, count));
    sum += part.nats * static_cast<double>(part.tokens);
  }
  EXPECT_EQ(by_two.tokens, 12);
  EXPECT_NEAR(by_two.nats, sum / 12, 1e-6);
  std::vector<double> told;
  const LanguageScore aloud =
      language_score(model, ids, 1, [&](double share) { told.push_back(share); });
  EXPECT_EQ(aloud.nats, language_score(model, ids, 1).nats);
  ASSERT_FALSE(told.empty());
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_EQ(told.back(), 1);
  EXPECT_THROW(language_score(model, std::vector{5}), UserError);
  EXPECT_THROW(language_score(model, std::vector{5, 999}), UserError);
}

TEST(Sample, IsTheSameForASeedAndAnotherForAnother) {
  LanguageTraining training(plan(), language_data(counting_text(), "a text"));
  const Checkpoint& model = training.checkpoint();
  const auto drawn = [&](double temperature, std::uint64_t seed) {
    const auto decoder = make_decoder(model);
    SampleOptions options;
    options.length = 30;
    options.temperature = temperature;
    options.seed = seed;
    return sample(*decoder, model.target().encode("o"), options).pieces;
  };
  EXPECT_EQ(drawn(1, 3), drawn(1, 3));
  EXPECT_NE(drawn(1, 3), drawn(1, 4));
  EXPECT_EQ(drawn(0, 3), drawn(0, 4)) << "the most probable piece, whatever the seed";
  for (const int piece : drawn(50, 1)) EXPECT_GE(piece, LearnedTokenizer::specials);
}

TEST(Sample, RefusesWhatCannotBe) {
  LanguageTraining training(plan(), language_data(counting_text(), "a text"));
  const auto decoder = make_decoder(training.checkpoint());
  EXPECT_THROW(sample(*decoder, {}, {}), UserError);
  SampleOptions cold;
  cold.temperature = -1;
  EXPECT_THROW(sample(*decoder, {5}, cold), UserError);
  cold.temperature = 1;
  cold.top_p = 0;
  EXPECT_THROW(sample(*decoder, {5}, cold), UserError);
}

}  // namespace
}  // namespace glassformer
