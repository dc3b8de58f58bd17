#include "core/train/race.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "core/tensor/error.h"

namespace glassformer {
namespace {

Racer racer(AlignmentScore score) {
  Seq2SeqConfig config;
  config.max_len = 0;
  config.d_embedding = config.width = 8;
  config.score = score;
  TrainingPlan plan;
  plan.config = config;
  plan.tokens = LearnedTokenizer::Kind::character;
  plan.settings.batch = 8;
  plan.settings.schedule = TaskSettings::Schedule::constant;
  plan.settings.rate = 0.01;
  return {"one", plan};
}

PairData digits() {
  TaskChoice choice;
  choice.kind = PairTaskKind::reverse;
  choice.count = 300;
  choice.digits = 6;
  choice.fewest_digits = 1;
  return task_data(choice);
}

TEST(Race, CountsWhatItScoresByLength) {
  const Race race({racer(AlignmentScore::none), racer(AlignmentScore::additive)}, digits(),
                  {2, 4, 6}, 1000);
  ASSERT_EQ(race.size(), 2u);
  int all = 0;
  for (const int count : race.counts()) all += count;
  EXPECT_EQ(all, static_cast<int>(digits().held_out.size()));
  const RaceStanding standing = race.standing(0);
  EXPECT_EQ(standing.steps, 0);
  EXPECT_EQ(standing.seconds, 0);
  ASSERT_EQ(standing.by_length.size(), 3u);
  double right = 0;
  for (std::size_t b = 0; b < 3; ++b) right += standing.by_length[b] * race.counts()[b];
  EXPECT_NEAR(right / all, standing.exact_match, 1e-12);
}

TEST(Race, EachLearnsByItself) {
  Race race({racer(AlignmentScore::none), racer(AlignmentScore::none)}, digits(), {6}, 5);
  race.learn(0, 1e-9);  // one step
  EXPECT_EQ(race.standing(0).steps, 1);
  EXPECT_GT(race.standing(0).seconds, 0);
  EXPECT_EQ(race.standing(1).steps, 0);
}

TEST(Race, SaysHowWellItAlignsAndHowMuchItsGradientDependsOnDraws) {
  Racer hard = racer(AlignmentScore::additive);
  std::get<Seq2SeqConfig>(hard.plan.config).pick = AlignmentPick::hard;
  Race race({racer(AlignmentScore::none), racer(AlignmentScore::additive), hard}, digits(), {6}, 5,
            3);
  EXPECT_FALSE(race.standing(0).aligned) << "it looks nowhere";
  race.learn_steps(1, 2);
  const RaceStanding soft = race.standing(1);
  EXPECT_EQ(soft.steps, 2);
  ASSERT_TRUE(soft.aligned);
  EXPECT_LE(*soft.aligned, 1);
  EXPECT_LT(*soft.noise, 1e-6);
  EXPECT_GT(*race.standing(2).noise, 0.001);
}

TEST(Race, OneMayLearnFromFewerPairsAndInSteps) {
  Racer few = racer(AlignmentScore::none);
  few.pairs = 20;
  Race race({few, racer(AlignmentScore::none)}, digits(), {6}, 5);
  race.learn_steps(0, 3);
  EXPECT_EQ(race.standing(0).steps, 3);
  race.learn_steps(1, 3);
  EXPECT_NE(race.standing(0).loss, race.standing(1).loss) << "other pairs, other batches";
  EXPECT_EQ(race.parameters(0), race.parameters(1));
  EXPECT_GT(race.parameters(0), 100);
}

TEST(TaskData, HoldsOutWhatNoPairToTrainWithHas) {
  for (const std::string& name : pair_task_names()) {
    TaskChoice choice;
    choice.kind = pair_task_kind(name);
    choice.count = 3000;
    choice.most_words = 20;
    const PairData data = task_data(choice);
    EXPECT_FALSE(data.held_out.empty()) << name;
    for (const SentencePair& held : data.held_out) {
      for (const SentencePair& pair : data.train) ASSERT_NE(held.source, pair.source) << name;
    }
  }
  EXPECT_THROW(pair_task_kind("multiply"), UserError);
}

// The two halves are joined in both languages, each in its own, whichever way it goes.
TEST(TaskData, JoinsWithTheWordOfTheLanguage) {
  for (const auto& [direction, source, target] :
       {std::tuple("en-fr", " and ", " et "), std::tuple("fr-en", " et ", " and "),
        std::tuple("de-en", " und ", " and ")}) {
    TaskChoice choice;
    choice.kind = PairTaskKind::joined;
    choice.direction = direction;
    choice.count = 3000;
    choice.most_words = 20;
    int joined = 0;
    for (const SentencePair& pair : task_data(choice).train) {
      if (pair.source.find(source) != pair.source.npos) {
        ++joined;
        EXPECT_NE(pair.target.find(target), pair.target.npos) << pair.target;
      }
    }
    EXPECT_GT(joined, 30) << direction;
  }
}

TEST(TaskData, NumbersHaveTheFewestDigitsAndTheMost) {
  TaskChoice choice;
  choice.kind = PairTaskKind::reverse;
  choice.count = 1000;
  choice.fewest_digits = 3;
  choice.digits = 5;
  std::map<std::size_t, int> lengths;
  for (const SentencePair& pair : task_data(choice).train) ++lengths[pair.source.size()];
  EXPECT_EQ(lengths.begin()->first, 3u);
  EXPECT_EQ(lengths.rbegin()->first, 5u);
  choice.fewest_digits = 6;
  EXPECT_THROW(task_data(choice), UserError);
}

}  // namespace
}  // namespace glassformer
