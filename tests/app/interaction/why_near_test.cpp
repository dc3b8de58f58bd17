#include <gtest/gtest.h>

#include "tests/app/interaction/driver.h"

namespace glassformer {
namespace {

using testing::Driver;

const Driver::Options kSmall{1280, 720};

TEST(WhyNearView, ATouchedContextShowsItsSentences) {
  Driver d("why-near", kSmall);
  d.go_to("share");
  d.rest();
  EXPECT_TRUE(d.shows("In the text beside “kingdom”"));
  d.click(d.find_cell("counts", 0, 1));
  d.rest();
  EXPECT_TRUE(d.shows("In the text beside “crown”"));
}

TEST(WhyNearView, OtherWordsAreTyped) {
  Driver d("why-near", kSmall);
  d.go_to_step("Near does not mean alike");
  d.rest();
  EXPECT_TRUE(d.shows("Both in one sentence of the text"));
  d.click(d.where("hot cold"));
  d.press(Key::a, true);
  d.type("france paris italy rome");
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.shows("tiber"));
  EXPECT_TRUE(d.shows("+ italy"));
  EXPECT_NEAR(d.value("cosine", 0, 0), 0.788, 0.001);
}

TEST(WhyNearView, ACountThatIsChangedMovesTheSum) {
  Driver d("why-near", kSmall);
  d.go_to("cosine");
  d.rest();
  EXPECT_TRUE(d.shows("0.664"));
  d.double_click(d.find_cell("counts", 0, 0));
  d.press(Key::a, true);
  d.type("0");
  d.press(Key::enter);
  d.rest();
  EXPECT_FALSE(d.shows("0.664"));
  EXPECT_TRUE(d.shows("0.559"));
}

}  // namespace
}  // namespace glassformer
