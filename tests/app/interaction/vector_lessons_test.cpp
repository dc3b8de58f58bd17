#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/app/interaction/driver.h"

// The views that judge word vectors answer to clicks and to what is typed.
namespace glassformer {
namespace {

using testing::Driver;

TEST(EvaluateVectorsView, ASectionListsItsMissesAndAMissIsWorkedOut) {
  Driver d("evaluate");
  EXPECT_TRUE(d.shows("99.4 %"));
  EXPECT_TRUE(d.shows("Missed: present-participle"));
  d.click(d.where("family"));
  d.rest();
  EXPECT_TRUE(d.shows("Missed: family"));
  EXPECT_TRUE(d.shows("nothing; every answer was right"));
  d.click(d.where("present-participle"));
  d.rest();
  d.click(d.where("paint : painting = run : running, not driving"));
  d.rest();
  EXPECT_TRUE(d.shows("paint : painting = run : ?"));
  EXPECT_TRUE(d.shows("running ✓"));
  EXPECT_TRUE(d.session().undo());
}

TEST(EvaluateVectorsView, PairsAreTyped) {
  Driver d("evaluate");
  d.click(d.where("Similarity"));
  d.rest();
  d.click(d.where("tea coffee 9; tea chair 1 (empty: by kind of word)"));
  d.type("good bad 9; good paris 1");
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.shows("good, bad"));
  EXPECT_FALSE(d.shows("sells, ha_long"));
  EXPECT_NEAR(d.value("similarity.spearman", 0, 0), 1, 1e-5);
}

TEST(EvaluateVectorsView, RanksAreHeldAgainstOneAnother) {
  Driver d("evaluate");
  d.go_to("similarity.spearman");
  d.rest();
  EXPECT_TRUE(d.shows("14: 1")) << "nine equal ratings share the mean of their ranks, 10 to 18";
  EXPECT_TRUE(d.shows("5: 0"));
  d.move(d.where("14: 1"));
  d.frame();
  EXPECT_EQ(d.session().hover.path, "similarity.rating.rank");
}

TEST(BiasView, TheTabsTurnAndAnotherWordIsAskedFor) {
  Driver d("bias");
  EXPECT_TRUE(d.shows("she →"));
  d.click(d.where("Pairs"));
  d.rest();
  EXPECT_TRUE(d.shows("hairdresser – programmer"));
  d.click(d.where("Neighbours"));
  d.rest();
  EXPECT_TRUE(d.shows("cold"));
  d.click(d.where("hot"));
  d.type("good");
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.shows("bad"));
  EXPECT_TRUE(d.session().undo());
}

TEST(BiasView, AnotherDirectionNamesItsEnds) {
  Driver d("bias");
  d.click(d.where("Extremes"));
  d.rest();
  d.click(d.where("she - he"));
  d.type("big - small");
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.shows("big →"));
  EXPECT_TRUE(d.shows("← small"));
}

TEST(Word2VecStepView, TheTreeGrowsWithTheRowOfTheJoinsUnderThePointer) {
  Driver d("huffman-tree");
  d.go_to("tree.joins");
  d.rest();
  const float table = d.find_cell("tree.joins", 0, 0).x;
  const auto nodes = [&](const std::string& count) {  // in the tree, which is left of the table
    const auto texts = d.texts();
    return std::count_if(texts.begin(), texts.end(), [&](const Command* text) {
      return text->text == count && text->rect.right() < table;
    });
  };
  const auto point_at_join = [&](int row) {
    d.move(d.find_cell("tree.joins", row, 2));
    d.frame();
  };
  point_at_join(0);
  EXPECT_TRUE(d.shows("Join 1: zebra + kangaroo"));
  EXPECT_EQ(nodes("14"), 1) << "the words are there from the beginning";
  EXPECT_EQ(nodes("9"), 0);
  EXPECT_EQ(nodes("36"), 0);
  point_at_join(3);
  EXPECT_EQ(nodes("9"), 1);
  EXPECT_EQ(nodes("36"), 0);
  point_at_join(6);
  EXPECT_EQ(nodes("36"), 1);
}

}  // namespace
}  // namespace glassformer
