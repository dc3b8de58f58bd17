#include <gtest/gtest.h>

#include "core/embed/vectors/subwords.h"
#include "core/scenes/records/subwords.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs words(const std::string& text) {
  Inputs inputs;
  inputs.scene = "subwords";
  inputs.text[0] = text;
  return inputs;
}

std::vector<std::string> grams_of(const RunPtr& run) {
  std::vector<std::string> all;
  for (const auto& gram : run->records.get<SubwordsRecord>().grams) all.push_back(gram.text);
  return all;
}

// The example of Bojanowski et al. 2017, section 3.2.
TEST(SubwordScene, CutsAsThePaperDoes) {
  EXPECT_EQ(grams_of(run(words("where"))),
            (std::vector<std::string>{"<wh", "whe", "her", "ere", "re>"}));
}

TEST(SubwordScene, CountsCharactersAndNotBytes) {
  EXPECT_EQ(grams_of(run(words("été"))), (std::vector<std::string>{"<ét", "été", "té>"}));
}

TEST(SubwordScene, TheVectorIsTheSumOfItsRows) {
  Inputs inputs = words("where there");
  inputs.options["own"] = 1.0;
  inputs.options["unseen"] = std::string("there");
  for (const double word : {1.0, 2.0}) {
    inputs.options["word"] = word;
    const RunPtr now = run(inputs);
    const Mat &sum = at(now, "sum"), &vector = at(now, "vector"), &own = at(now, "own");
    EXPECT_EQ(own.rows(), word == 1 ? 6 : 5) << "a word that was not met has no own row";
    for (int k = 0; k < sum.cols(); ++k)
      EXPECT_NEAR(sum(static_cast<int>(word) - 1, k), vector(0, k), 1e-5);
  }
}

TEST(SubwordScene, AStepReachesWordsWithTheSameParts) {
  Inputs inputs = words("walking walked zoo");
  const RunPtr now = run(inputs);
  const Mat& gain = at(now, "after.gain");
  EXPECT_GT(gain(0, 0), gain(1, 0));
  EXPECT_GT(gain(1, 0), 0);
  EXPECT_EQ(gain(2, 0), 0);
  EXPECT_EQ(at(now, "shared")(0, 1), 3) << "<wa wal alk";
}

TEST(SubwordScene, TheStepIsAgainstTheGradient) {
  Inputs inputs = words("banana");  // has "ana" twice
  const RunPtr now = run(inputs);
  Tape tape = now->tape;
  tape.backward(now->loss);
  const Mat& by = tape.grad(tape.find("z"));
  const Mat& step = at(now, "step.z");
  for (int i = 0; i < step.rows(); ++i) {
    for (int k = 0; k < step.cols(); ++k) EXPECT_NEAR(step(i, k), -0.1 * by(i, k), 1e-6);
  }
}

TEST(SubwordScene, BucketsAreThoseOfTheTraining) {
  Inputs inputs = words("where");
  inputs.options["buckets"] = 7.0;
  const RunPtr now = run(inputs);
  const auto buckets = subword_buckets("where", {true, 3, 3, 7});
  const auto& grams = now->records.get<SubwordsRecord>().grams;
  ASSERT_EQ(grams.size(), buckets.size());
  for (std::size_t i = 0; i < grams.size(); ++i) EXPECT_EQ(grams[i].row, buckets[i]);
  EXPECT_EQ(at(now, "z").rows(), 7);
}

TEST(SubwordScene, OtherWordsLeaveTheRowsOfTheFirst) {
  const RunPtr alone = run(words("where")), both = run(words("where there"));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(at(alone, "z")(i, 0), at(both, "z")(i, 0));
}

TEST(SubwordScene, SaysWhatHasNoParts) {
  EXPECT_THROW(run(words("")), UserError);
  Inputs inputs = words("a");
  inputs.options["min_n"] = 12.0;
  EXPECT_THROW(run(inputs), UserError);
  inputs.text[0] = "a abcdefghijklmnop";  // the first has none, the second some
  EXPECT_FALSE(run(inputs)->tape.find("score"));
}

}  // namespace
}  // namespace glassformer
