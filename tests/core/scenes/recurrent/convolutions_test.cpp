// What a stack of convolutions sees, counted by walking; and that the trained network sees no more.
#include "core/scenes/records/convolutions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

Inputs inputs(std::string first) {
  Inputs made;
  made.scene = "convolutions";
  made.text = {std::move(first), ""};
  return made;
}

// In how many ways one can go down from a word of a layer to a word below.
int walks(int layer, int word, int below, int words, int reach, const std::vector<int>& steps) {
  if (word < 0 || word >= words) return 0;
  if (layer == 0) return word == below ? 1 : 0;
  int count = 0;
  for (int k = -reach; k <= reach; ++k) {
    const int next = word + k * steps[static_cast<std::size_t>(layer) - 1];
    count += walks(layer - 1, next, below, words, reach, steps);
  }
  return count;
}

TEST(Convolutions, CountsTheWaysFromWordToWord) {
  for (const bool doubled : {false, true}) {
    Inputs wide = inputs("the man does not open the green box");
    wide.options["layers"] = 4.0;
    wide.options["reach"] = doubled ? 1.0 : 2.0;
    wide.options["dilation"] = doubled ? "doubled" : "none";
    const RunPtr made = run(wide);
    const std::vector<int> steps = doubled ? std::vector{1, 2, 4, 8} : std::vector{1, 1, 1, 1};
    for (int layer = 0; layer <= 4; ++layer) {
      const Mat& ways = at(*made, "field." + std::to_string(layer) + ".ways");
      for (int i = 0; i < 9; ++i) {
        for (int j = 0; j < 9; ++j) {
          EXPECT_EQ(ways(i, j), walks(layer, i, j, 9, doubled ? 1 : 2, steps));
        }
      }
    }
    const Mat& needed = at(*made, "field.needed");
    EXPECT_EQ(needed(0, 0), doubled ? 8 : 4);
    EXPECT_EQ(needed(0, 1), doubled ? 4 : 3);
  }
}

TEST(Convolutions, ASwappedWordMovesItsConeAndNothingElse) {
  Inputs swapped = inputs("the man does not open the green box");
  swapped.options["swap"] = 2.0;
  const RunPtr made = run(swapped);
  const Mat& moved = at(*made, "moved");
  ASSERT_EQ(moved.shape(), (Shape{9, 4}));
  for (int layer = 0; layer < 4; ++layer) {
    for (int word = 0; word < 9; ++word) {
      EXPECT_EQ(moved(word, layer) > 0, std::abs(word - 1) <= layer) << layer << ", " << word;
    }
  }
  swapped.options["other"] = "man";
  const RunPtr same = run(swapped);
  for (const Real cell : at(*same, "moved").cells()) EXPECT_EQ(cell, 0);
}

TEST(Convolutions, TheGateIsThatOfTheLayerThatIsAskedFor) {
  Inputs second = inputs("the cat sleeps");
  second.options["gates_of"] = 2.0;
  second.options["unit"] = 5.0;
  const RunPtr made = run(second);
  const Mat& glu = at(*made, "encoder.1.glu");
  const Mat& passed = at(*made, "unit.passed");
  for (int r = 0; r < passed.rows(); ++r) {
    for (int c = 0; c < passed.cols(); ++c) EXPECT_EQ(passed(r, c), glu(r, c + 4));
  }
}

TEST(Convolutions, TranslatesAndSaysWhereEachLayerLooked) {
  const RunPtr made = run(inputs("the man opens the green box"));
  const auto& record = made->records.get<ConvolutionsRecord>();
  ASSERT_EQ(record.looks.size(), 3u);
  EXPECT_EQ(record.looks.front().said, "l'homme ouvre la boîte verte");
  for (const auto& look : record.looks) {
    const Mat& weights = made->tape.value(look.weights);
    EXPECT_EQ(weights.shape(), (Shape{7, 7}));
    for (int r = 0; r < weights.rows(); ++r) {
      double sum = 0;
      for (const Real cell : weights.row(r)) sum += cell;
      EXPECT_NEAR(sum, 1, 1e-5);
    }
  }
}

TEST(Convolutions, LooksAlongATranslationThatIsTyped) {
  Inputs typed = inputs("the man opens the green box");
  typed.text[1] = "l'homme ouvre la boîte";
  const RunPtr made = run(typed);
  const auto& record = made->records.get<ConvolutionsRecord>();
  ASSERT_FALSE(record.looks.empty());
  EXPECT_EQ(record.looks.front().said, "l'homme ouvre la boîte");
}

TEST(Convolutions, RefusesWhatItCannotShow) {
  Inputs other = inputs("the cat sleeps");
  other.options["weights"] = "en-fr";
  EXPECT_THROW(run(other), UserError);
  EXPECT_THROW(run(inputs("")), UserError);
}

}  // namespace
}  // namespace glassformer
