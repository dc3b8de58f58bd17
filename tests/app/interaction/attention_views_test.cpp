#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

TEST(Views, LinesAndHeadsAreChosenByKeys) {
  Driver d("multi-head");
  d.press(Key::m);
  d.rest();
  EXPECT_TRUE(d.shows("head 1"));
  bool curves = false;
  for (const Command& command : d.app().canvas().commands()) {
    curves |= command.kind == Command::Kind::bezier || command.kind == Command::Kind::polyline;
  }
  EXPECT_TRUE(curves);
  d.press(Key::m);
  d.press(Key::d2);
  EXPECT_EQ(d.session().head, 1);
  d.press(Key::d9);
  EXPECT_LT(d.session().head, static_cast<int>(d.session().run()->sites.size()))
      << "there is no ninth head";
}

TEST(Views, WeatherFollowsTheQueryOnTheMap) {
  Driver d("weather-stations");
  const double before = d.value("inverse.output", 0, 0);
  const double x = d.value("query", 0, 0);
  // The query is a diamond, the only polygon of four corners on the map.
  bool moved = false;
  const std::vector<Command> commands = d.app().canvas().commands();
  for (const Command& command : commands) {
    if (command.kind != Command::Kind::polygon || command.points.size() != 4 || moved) continue;
    const Vec at{(command.points[1].x + command.points[3].x) / 2, command.points[1].y};
    d.press_at(at);
    d.drag_by({30, -20});
    d.drag_by({10, -10});
    moved = d.session().inputs().edits.contains("query");
    d.release();
  }
  ASSERT_TRUE(moved);
  EXPECT_NE(d.value("query", 0, 0), x);
  EXPECT_NE(d.value("inverse.output", 0, 0), before);
  d.press(Key::z, true);
  EXPECT_EQ(d.value("query", 0, 0), x) << "one drag, both coordinates, one change";
}

TEST(Views, ShuffledWordsShuffleTheOutputsAlike) {
  Driver d("permutation");
  d.click(d.where("Shuffle"));
  EXPECT_EQ(d.session().inputs().order.size(), 3U);
  EXPECT_TRUE(d.shows_part("the outputs shuffle alike"));
  EXPECT_FALSE(d.shows_part("the order counts"));
  d.click(d.where("In order"));
  EXPECT_EQ(d.session().inputs().order, (std::vector<int>{0, 1, 2}));
}

// Of forty shuffles of three words (the seeds are always the same) each of the six orders is one.
TEST(Views, AShuffleMayBringEveryOrder) {
  Driver d("permutation");
  std::set<std::vector<int>> seen;
  for (int i = 0; i < 40; ++i) {
    d.click(d.where("Shuffle"));
    seen.insert(d.session().inputs().order);
  }
  EXPECT_EQ(seen.size(), 6U);
}

TEST(Views, ASentenceLongerThanTheTableOfEmbeddingsIsSaid) {
  Driver d("permutation");
  d.session().post(SetOption{"positions", std::string("embedding")});
  d.session().post(SetText{0, "man and dog and man and dog and man"});
  d.rest();
  EXPECT_TRUE(d.shows_part("9 words, 6 rows: none for the last 3"));
  d.session().post(SetText{0, "dog bites man and man bites back"});
  d.rest();
  EXPECT_TRUE(d.shows_part("7 words, 6 rows: none for “back”"));
}

TEST(MultiHeadView, AStepAboutOneHeadSaysSoBesideAnother) {
  Driver d("multi-head");
  d.go_to_step("What head 1 looks at");
  EXPECT_FALSE(d.says("is laid out"));
  d.session().head = 1;
  d.rest();
  EXPECT_TRUE(d.says("Head 2 is laid out. The words here are about head 1"));
}

TEST(MaskedScores, MinusInfinityInPrintIsMinusInfinity) {
  Driver d("masked-scores", {.width = 1366, .height = 768});
  d.go_to_step("Minus infinity");
  d.press(Key::space);
  d.rest();
  EXPECT_TRUE(d.says("differ, such as row 1, column 1"));
  EXPECT_FALSE(d.says("printed -inf"));
  EXPECT_FALSE(d.says("row 3, column 2")) << "a few of ten say it";
}

TEST(Lessons, ATitleIsTrueOfWhatIsShown) {
  Driver d("word-arithmetic");
  EXPECT_TRUE(d.says("King, man and woman"));
  d.session().post(SetOption{"expression", std::string("2*king - queen")});
  d.rest();
  EXPECT_FALSE(d.says("King, man and woman"));
  EXPECT_FALSE(d.says("Man is to king"));
}

}  // namespace
}  // namespace glassformer::testing
