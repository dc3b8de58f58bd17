#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/models/checkpoint.h"
#include "core/models/gpt.h"
#include "core/scenes/records/next_word.h"
#include "core/scenes/scene.h"
#include "core/scenes/takes.h"
#include "core/tensor/error.h"
#include "core/text/tokenizers/learned.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

constexpr const char* kText = "The animal did not cross the street because it was too";

Inputs after(const std::string& text, std::map<std::string, Option> options = {}) {
  return testing::inputs_of("next-word", text, std::move(options));
}

std::string col(const RunPtr& run, const char* path, int i) {
  return axis_label(run->tape.node(run->tape.find(path)).label.cols, i);
}
double total(const Mat& values) {
  double sum = 0;
  for (int i = 0; i < values.cols(); ++i) sum += double{values(0, i)};
  return sum;
}
const NextWordRecord& record_of(const RunPtr& run) {
  return run->records.get<NextWordRecord>();
}

TEST(NextWordScene, SaysWhereTheModelCannotReadAsMuchAsIsAskedFor) {
  std::string text = "the";
  for (int i = 0; i < 20; ++i) text += " small dog";
  const RunPtr here = run(after(text, {{"length", 50.0}}));
  const auto* const gpt = dynamic_cast<const Gpt*>(load_shipped("gpt")->network.get());
  ASSERT_NE(gpt, nullptr);
  const int room = gpt->max_len() - record_of(here).prompt;
  ASSERT_LT(room, 50);
  ASSERT_EQ(here->notes.size(), 1U);
  EXPECT_NE(here->notes[0].find("goes on for " + std::to_string(room) + " and not for 50"),
            std::string::npos)
      << here->notes[0];
}

TEST(NextWordScene, NoTokenLooksAhead) {
  const RunPtr here = run(after(kText, {{"layer", 3.0}, {"head", 3.0}}));
  const Mat& map = at(here, "map");
  ASSERT_EQ(map.rows(), 11);
  for (int r = 0; r < map.rows(); ++r) {
    double sum = 0;
    for (int c = 0; c < map.cols(); ++c) {
      if (c > r) {
        EXPECT_EQ(map(r, c), 0) << r << " " << c;
      }
      sum += double{map(r, c)};
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST(NextWordScene, TheMeanOfTheHeadsIsTheirMean) {
  const RunPtr mean = run(after(kText, {{"layer", 2.0}}));
  double sum = 0;
  for (const double head : {1.0, 2.0, 3.0, 4.0}) {
    sum += double{at(run(after(kText, {{"layer", 2.0}, {"head", head}})), "map")(10, 8)};
  }
  EXPECT_NEAR(at(mean, "map")(10, 8), sum / 4, 1e-6);
  EXPECT_TRUE(record_of(mean).averaged);
}

// Claims of the lesson.
TEST(NextWordScene, OneHeadLooksAtTheAnimalTheNextAtTheStreet) {
  const Mat animal = at(run(after(kText, {{"layer", 3.0}, {"head", 3.0}})), "looks");
  const Mat street = at(run(after(kText, {{"layer", 3.0}, {"head", 4.0}})), "looks");
  EXPECT_GT(animal(0, 1), 0.9);
  EXPECT_GT(street(0, 6), 0.9);
}

TEST(NextWordScene, WordsAreSortedAndAddUp) {
  const RunPtr sorted = run(after(kText));
  const Mat& p = at(sorted, "p");
  EXPECT_EQ(p.cols(), 385) << "388 without <pad>, <s> and <unk>";
  EXPECT_NEAR(total(p), 1, 1e-5);
  for (int i = 1; i < p.cols(); ++i) EXPECT_LE(p(0, i), p(0, i - 1));
  EXPECT_NEAR(at(sorted, "cumulative")(0, p.cols() - 1), 1, 1e-5);
}

TEST(NextWordScene, TheMostProbableAreWordsForStreetsAndForAnimals) {
  const RunPtr sorted = run(after(kText));
  std::set<std::string> first;
  for (int i = 0; i < 12; ++i) first.insert(col(sorted, "p", i));
  for (const char* const word : {"wide", "dangerous", "happy", "lazy"}) {
    EXPECT_TRUE(first.contains(word)) << word;
  }
}

TEST(NextWordScene, ATemperatureIsAPowerOfTheProbabilities) {
  const Mat cool = at(run(after(kText)), "p"),
            cold = at(run(after(kText, {{"temperature", 0.5}})), "p");
  double squares = 0;
  for (int i = 0; i < cool.cols(); ++i) squares += double{cool(0, i)} * double{cool(0, i)};
  for (const int i : {0, 1, 7, 100}) {
    EXPECT_NEAR(cold(0, i), double{cool(0, i)} * double{cool(0, i)} / squares, 1e-5);
  }
}

TEST(NextWordScene, PerplexityIsAsManyEqualWords) {
  double before = 1;
  for (const double temperature : {0.05, 0.5, 1.0, 2.5, 5.0}) {
    const RunPtr here = run(after(kText, {{"temperature", temperature}}));
    const double now = at(here, "perplexity")(0, 0);
    EXPECT_GT(now, before);
    EXPECT_NEAR(std::log2(now), at(here, "entropy")(0, 0), 1e-4);
    const Mat& p = at(here, "p");
    double nats = 0;
    for (int i = 0; i < p.cols(); ++i) {
      if (p(0, i) > 0) nats -= double{p(0, i)} * std::log(double{p(0, i)});
    }
    EXPECT_NEAR(now, std::exp(nats), 1e-2);
    before = now;
  }
}

TEST(NextWordScene, TopKLeavesSoManyAndSwellsThem) {
  const RunPtr cut = run(after(kText, {{"top_k", 5.0}}));
  const Mat &p = at(cut, "p"), &left = at(cut, "left");
  EXPECT_EQ(record_of(cut).kept_count, 5);
  EXPECT_EQ(total(at(cut, "kept")), 5);
  EXPECT_NEAR(total(left), 1, 1e-6);
  const double sum = double{at(cut, "cumulative")(0, 4)};
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(left(0, i), double{p(0, i)} / sum, 1e-6);
  EXPECT_EQ(left(0, 5), 0);
}

TEST(NextWordScene, TopPLeavesTheFewestThatReachIt) {
  for (const double top_p : {0.1, 0.5, 0.9, 0.99}) {
    const RunPtr cut = run(after(kText, {{"top_p", top_p}}));
    const Mat& sums = at(cut, "cumulative");
    const int kept = record_of(cut).kept_count;
    EXPECT_GE(sums(0, kept - 1), top_p - 1e-6);
    if (kept > 1) {
      EXPECT_LT(sums(0, kept - 2), top_p);
    }
    EXPECT_NEAR(total(at(cut, "left")), 1, 1e-5);
  }
}

TEST(NextWordScene, TopPIsOfWhatTopKLeaves) {
  const RunPtr cut = run(after(kText, {{"top_k", 5.0}, {"top_p", 0.5}}));
  const Mat& sums = at(cut, "cumulative");
  const int kept = record_of(cut).kept_count;
  EXPECT_GE(sums(0, kept - 1), 0.5 * double{sums(0, 4)} - 1e-6);
  EXPECT_LT(sums(0, kept - 2), 0.5 * double{sums(0, 4)});
}

TEST(NextWordScene, WhereTheModelIsSureTopPLeavesOne) {
  const RunPtr sure = run(after("The animal did not cross the street because", {{"top_p", 0.9}}));
  EXPECT_EQ(record_of(sure).kept_count, 1);
  EXPECT_EQ(col(sure, "p", 0), "it");
}

TEST(NextWordScene, TheFirstTokenOfTheContinuationIsTheOneThatIsDrawn) {
  for (const double seed : {0.0, 1.0, 7.0, 30.0}) {
    const RunPtr here = run(after(kText, {{"seed", seed}, {"top_p", 0.9}, {"length", 3.0}}));
    EXPECT_EQ(record_of(here).by_draw.tokens.front(),
              axis_label(here->tape.node(here->tape.find("drawn")).label.rows, 0));
  }
}

TEST(NextWordScene, WhatFollowsATokenOfTheContinuationIsWhatWasDrawnThere) {
  const RunPtr here = run(after(kText, {{"seed", 7.0}, {"length", 6.0}, {"at", 13.0}}));
  const auto& record = record_of(here);
  EXPECT_EQ(record.at, 12);
  EXPECT_EQ(record.by_draw.tokens[2], col(here, "p", record.drawn));
  EXPECT_NEAR(at(here, "continuation")(2, 0), at(here, "p")(0, record.drawn), 1e-5);
}

TEST(NextWordScene, TheMostProbableTextRepeatsItself) {
  const RunPtr here = run(after(kText, {{"seed", 7.0}, {"top_p", 0.9}, {"length", 50.0}}));
  const Mat& again = at(here, "repetition");
  EXPECT_GT(again(0, 0), 0.25);
  EXPECT_LT(again(1, 0), 0.05);
}

TEST(NextWordScene, WithoutATextItSaysSo) {
  EXPECT_THROW(run(after("")), UserError);
  std::string longer;
  for (int i = 0; i < 70; ++i) longer += "dog ";
  EXPECT_THROW(run(after(longer)), UserError);
}

// One's own model: of pieces, of one layer, with no position beyond 12.
TEST(NextWordScene, AnyDecoderAloneCanBeShown) {
  GptConfig config;
  config.d_model = 16;
  config.heads = 2;
  config.kv_heads = 1;
  config.layers = 1;
  config.d_ff = 20;
  config.max_len = 12;
  auto made = std::make_shared<Checkpoint>();
  const std::vector<std::string> sentences{"the dog sees the cat", "a cat sees dogs"};
  made->tokenizers = {std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(sentences, LearnedTokenizer::Kind::character, 40))};
  config.vocab_size = made->target().size() + 3;  // rows that no piece has
  made->network = std::make_shared<Gpt>(as_llama(config));
  made->params = make_params(made->network->parameters(), 4);
  Inputs inputs = after("the", {{"length", 50.0}, {"layer", 9.0}, {"head", 9.0}});
  inputs.resources.set(slots::model, made);
  EXPECT_TRUE(takes(inputs, slots::model.name, Resource(CheckpointPtr(made))));
  const RunPtr here = run(inputs);
  EXPECT_EQ(here->tokens[0].size(), 12U) << "as long as it reads";
  EXPECT_EQ(record_of(here).head, 2);
  EXPECT_EQ(at(here, "p").cols(), made->target().size() - 3);
  EXPECT_FALSE(takes(inputs, slots::model.name, Resource(load_shipped("en-fr"))));
}

}  // namespace
}  // namespace glassformer
