#include <gtest/gtest.h>

#include "tests/app/interaction/driver.h"

namespace glassformer {
namespace {

using testing::Driver;

const Driver::Options kSmall{1280, 720};

TEST(WhyNearView, ATouchedContextShowsItsSentences) {
  Driver d("why-near", kSmall);
  d.go_to_step("The sentences behind it");
  d.rest();
  EXPECT_TRUE(d.shows("In the text beside “throne”"));
  d.click(d.find_cell("share", 0, 1));
  d.rest();
  EXPECT_TRUE(d.shows("In the text beside “crown”"));
  d.move(d.find_cell("share", 0, 0));
  d.rest();
  ASSERT_EQ(d.session().hover.col, 0);
  const RunPtr run = d.session().run();
  const std::string first = axis_label(run->tape.node(run->tape.find("share")).label.cols, 0);
  EXPECT_NE(first, "crown");
  EXPECT_TRUE(d.shows("In the text beside “" + first + "”")) << "what is touched comes first";
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
  EXPECT_NEAR(d.value("cosine", 0, 0), 0.788, 0.001);
}

TEST(WhyNearView, ACountThatIsChangedMovesTheSum) {
  Driver d("why-near", kSmall);
  d.go_to("cosine");
  d.rest();
  EXPECT_TRUE(d.shows("0.664"));
  d.go_to_step("Ask the text");
  d.rest();
  d.double_click(d.find_cell("counts", 0, 0));
  d.press(Key::a, true);
  d.type("0");
  d.press(Key::enter);
  d.rest();
  d.go_to("cosine");
  d.rest();
  EXPECT_FALSE(d.shows("0.664"));
  EXPECT_TRUE(d.shows("0.559"));
}

// Each bar begins where the one above it ends, and together they are as long as their sum.
TEST(WhyNearView, TheSharesStandEndToEnd) {
  Driver d("why-near", kSmall);
  d.go_to("cosine");
  d.rest();
  const Theme theme = make_theme(false, 1);
  std::vector<Rect> shares;
  Rect sum;
  for (const Command& one : d.app().canvas().commands()) {
    if (one.kind != Command::Kind::fill) continue;
    if (one.color == theme.tensor(Role::output)) shares.push_back(one.rect);
    if (one.color == theme.accent && one.rect.h > 10 && one.rect.w > 100) sum = one.rect;
  }
  ASSERT_EQ(shares.size(), 8U);
  EXPECT_NEAR(shares.front().x, sum.x, 1);
  for (std::size_t i = 1; i < shares.size(); ++i) {
    EXPECT_NEAR(shares[i].x, shares[i - 1].right(), 1) << i;
  }
  EXPECT_LT(shares.back().right(), sum.right()) << "the other contexts add the rest";
}

}  // namespace
}  // namespace glassformer
