#include "core/train/nplm_training.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/models/nplm.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

// The lecture: 30 dimensions, 17,000 words; here one row more, for what stands before a sentence.
TEST(Nplm, HasTheWeightsThatTheLectureCounts) {
  const Params params = make_nplm({17'000, 30, 4, 1, false}, 1);
  EXPECT_EQ(params.value(params.find("c")).size(), 510'000U + 30);
}

TEST(Nplm, IsTheFormulaOfThePaper) {
  const NplmConfig config{6, 2, 2, 3, true};
  const Params params = make_nplm(config, 4);
  const auto at = [&](const char* name, int r, int c) {
    return static_cast<double>(params.value(params.find(name))(r, c));
  };
  Tape tape;
  put_nplm(tape, params);
  const Nplm made = nplm(tape, config, params, {-1, 5});
  const Mat& logits = tape.value(nplm_logits(tape, params, made));
  const double x[] = {at("c", 6, 0), at("c", 6, 1), at("c", 5, 0), at("c", 5, 1)};
  for (int word = 0; word < 6; ++word) {
    double y = at("b", 0, word);
    for (int j = 0; j < 4; ++j) y += at("w", j, word) * x[j];
    for (int k = 0; k < 3; ++k) {
      double a = at("d", 0, k);
      for (int j = 0; j < 4; ++j) a += at("h", j, k) * x[j];
      y += at("u", k, word) * std::tanh(a);
    }
    EXPECT_NEAR(static_cast<double>(logits(0, word)), y, 1e-5);
  }
}

TEST(Nplm, RefusesSizesBelowOne) {
  EXPECT_THROW(make_nplm({10, 0, 4, 3, true}, 1), UserError);
}

// "a b c" always, "d b e" always: the last word follows from the one before the one before.
EncodedTextPtr two_sentences() {
  std::string text;
  Rng rng(3);
  for (int i = 0; i < 300; ++i) text += rng.below(2) == 0 ? "a b c\n" : "d b e\n";
  return std::make_shared<const EncodedText>(encode_text(text, {}, 1, "text"));
}

NplmSettings small() {
  NplmSettings settings;
  settings.dim = 4;
  settings.contexts = 2;
  settings.hidden = 6;
  settings.batch = 200;
  settings.rate = 0.05;
  settings.epochs = 12;
  return settings;
}

TEST(NplmTraining, LearnsWhatFollows) {
  for (const bool direct : {true, false}) {
    NplmSettings settings = small();
    settings.direct = direct;
    const auto training = nplm_training(two_sentences(), settings);
    double loss = training->train(1);
    EXPECT_NEAR(loss, std::log(5.0), 0.5);
    while (!training->finished()) loss = training->train(500);
    // only the first word of a sentence stays a coin's throw: log 2 / 3 a word
    EXPECT_NEAR(loss, std::log(2.0) / 3, 0.05);
    const WordVectors made = training->finish();
    EXPECT_EQ(made.words.size(), 5U);
    EXPECT_EQ(made.dim(), 4U);
  }
}

TEST(NplmTraining, GoesOnFromACheckpointAsIfItHadNotStopped) {
  const testing::TemporaryFolder folder;
  const auto whole = nplm_training(two_sentences(), small());
  const auto first = nplm_training(two_sentences(), small());
  const auto second = nplm_training(two_sentences(), small());
  whole->train(whole->total());
  first->train(3000);
  first->save(folder / "checkpoint");
  second->restore(folder / "checkpoint");
  EXPECT_EQ(second->done(), first->done());
  second->train(second->total());
  const WordVectors a = whole->snapshot(), b = second->snapshot();
  for (std::size_t i = 0; i < a.vectors.count(); ++i) {
    for (std::size_t d = 0; d < a.dim(); ++d) EXPECT_EQ(a.vectors[i][d], b.vectors[i][d]);
  }
  NplmSettings other = small();
  other.hidden = 7;
  EXPECT_THROW(nplm_training(two_sentences(), other)->restore(folder / "checkpoint"), UserError);
}

}  // namespace
}  // namespace glassformer
