#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/embed/vectors/word_vectors.h"
#include "core/formats/file.h"
#include "core/scenes/chosen.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

// "How good are they?" answers to clicks, to what is typed and to files of one's own.
namespace glassformer {
namespace {

using testing::Driver;
using testing::number_of;

const Driver::Options kSmall{1280, 720};

// The step that works out the sum comes before the one that asks what lies nearest to it.
TEST(EvaluateVectorsView, TheCosinesWaitForTheStepThatAsksForThem) {
  Driver d("evaluate", kSmall);
  d.go_to("question.target");
  for (const char* word : {"colder", "hotter ✓"}) EXPECT_FALSE(d.shows(word)) << word;
  EXPECT_TRUE(d.shows("The three words, each of length 1"));
  EXPECT_TRUE(d.shows("The sum b − a + c"));
  d.go_to("question.cosine");
  EXPECT_TRUE(d.shows("colder"));
}

TEST(EvaluateVectorsView, ASectionListsItsMissesAndAMissIsWorkedOut) {
  Driver d("evaluate");
  d.rest();
  EXPECT_TRUE(d.shows("99.4 %"));
  d.click(d.where("family"));
  d.rest();
  EXPECT_TRUE(d.shows("Missed: family"));
  EXPECT_TRUE(d.shows("nothing; every answer was right"));
  d.click(d.where("Sections"));
  d.rest();
  d.click(d.where("present-participle"));
  d.rest();
  EXPECT_TRUE(d.shows("Missed: present-participle"));
  EXPECT_TRUE(d.shows("driving"));
  d.click(d.where("paint : painting = run : ?"));
  d.rest();
  EXPECT_TRUE(d.shows("paint : painting = run : ?"));
  EXPECT_TRUE(d.shows("running ✓"));
  EXPECT_TRUE(d.session().undo());
}

TEST(EvaluateVectorsView, PairsAreTyped) {
  Driver d("evaluate");
  d.click(d.where("Pairs"));
  d.rest();
  d.click(d.where("tea coffee 9; tea chair 1 (empty: by kind of word)"));
  d.type("good bad 9; good paris 1");
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.shows("good, bad"));
  EXPECT_FALSE(d.shows("lute, balalaika"));
  EXPECT_NEAR(d.value("similarity.spearman", 0, 0), 1, 1e-5);
}

TEST(EvaluateVectorsView, AFewRanksStandTogether) {
  Driver d("evaluate");
  d.session().post(SetOption{"pairs", std::string("good bad 9; good paris 1"), 0});
  d.go_to("similarity.spearman");
  d.rest();
  EXPECT_LT(d.where("1: 1").y - d.where("2: 9").y, 60 * d.scale());
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

// Files of one's own are asked, wherever they are dropped, and left again.
class AskedFiles : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    const auto file = folder_ / name;
    write_file(file, text);
    return file.string();
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(AskedFiles, QuestionsOpenTheLessonThatAsksThem) {
  const std::string file = write(
      "mine.txt", ": capitals\nfrance paris italy rome\nFrance Paris Italy dog\nfrance x y z\n");
  for (const char* lesson : {"thinking-machines", "training", "word-map", "evaluate"}) {
    Driver d(lesson);
    d.drop(file);
    d.rest();
    EXPECT_EQ(d.session().lesson().id, "evaluate") << lesson;
    EXPECT_FALSE(d.session().message_is_error) << d.session().message;
    EXPECT_TRUE(d.shows("mine.txt  ×"));
    EXPECT_TRUE(d.shows("2 of 3 questions have words that are known"));
    EXPECT_TRUE(d.shows("50.0 %"));
    EXPECT_FALSE(d.session().can_undo());
    d.click(d.where("Misses"));
    d.rest();
    EXPECT_TRUE(d.shows("1 of 2")) << "missed";
    EXPECT_TRUE(d.shows("rome")) << "was the answer";
    d.click(d.where("Sections"));
    d.rest();
    d.click(d.where("mine.txt  ×"));
    d.rest();
    EXPECT_TRUE(d.shows("99.4 %"));
  }
}

TEST_F(AskedFiles, RanksAreNamedWithoutTouching) {
  for (const int height : {700, 720, 740, 760}) {
    Driver d("evaluate", {.width = 1280, .height = height});
    const WordVectorsPtr vectors = chosen_vectors(d.session().shown());
    std::string pairs;
    for (std::size_t i = 100; i < 130; ++i) {
      pairs += fmt::format("{}\t{}\t{}\n", vectors->words[i], vectors->words[i + 50], i);
    }
    d.drop(write("pairs.tsv", pairs));
    d.rest();
    d.go_to("similarity.spearman");
    d.rest();
    const float middle = d.where("rank: rating").x - 60;
    std::vector<float> heights;
    for (const Command* text : d.texts()) {
      const bool named = text->text.find(": ") != std::string::npos && text->rect.x > middle;
      if (named && text->rect.right() < d.side().x) heights.push_back(text->rect.y);
    }
    ASSERT_GT(heights.size(), 5U);
    std::sort(heights.begin(), heights.end());
    for (std::size_t i = 1; i < heights.size(); ++i) {
      EXPECT_GE(heights[i] - heights[i - 1], 16 * d.scale() - 0.5F) << "at height " << height;
    }
  }
}

TEST_F(AskedFiles, RatedPairsShowThoseThatLieFarthestApart) {
  Driver d("one-hot");
  d.drop(write("mine.tsv",
               "first\tsecond\trating\ngood\tbad\t1\ngood\tparis\t5\nbig\tsmall\t9"
               "\nbig\tnothing-known\t2\n"));
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "evaluate");
  EXPECT_TRUE(d.shows("Farthest apart in rank"));
  EXPECT_TRUE(d.shows("3 of 4 pairs have words that are known"));
  d.go_to("similarity.spearman");
  d.rest();
  EXPECT_TRUE(d.shows("rank: rating"));
  d.click(d.where("mine.tsv  ×"));
  d.rest();
  EXPECT_NEAR(d.value("similarity.spearman", 0, 0), 0.867, 0.001);
}

TEST_F(AskedFiles, ASectionOfOtherQuestionsIsForgotten) {
  Driver d("evaluate");
  d.click(d.where("family"));
  d.rest();
  d.drop(write("mine.txt", ": capitals\nfrance paris italy rome\n: family\nking queen man x\n"));
  d.rest();
  EXPECT_FALSE(d.session().inputs().options.contains("section"));
  d.click(d.where("Misses"));
  d.rest();
  EXPECT_TRUE(d.shows("Missed: capitals"));
}

TEST_F(AskedFiles, ABrokenOneIsExplainedAndTheOldOnesStay) {
  Driver d("evaluate");
  std::string text = ": a\n";
  for (int i = 0; i < 9; ++i) text += "france paris italy rome\n";
  d.drop(write("mine.txt", text + "france paris italy\n"));
  d.rest();
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("line 11 has 3 words"), std::string::npos);
  EXPECT_TRUE(d.shows("99.4 %"));
}

TEST_F(AskedFiles, VectorsOfAnotherLanguageAreAskedInTheirOwn) {
  Driver d("evaluate");
  d.drop(write("meine.vec", "4 2\nkoenig 1 0\nmann 1 0.2\nfrau 0 1\nkoenigin 0.1 0.9\n"));
  d.rest();
  EXPECT_FALSE(d.session().message_is_error) << d.session().message;
  EXPECT_FALSE(d.session().run()->tape.find("accuracy.share"));
  d.drop(write("fragen.txt", ": familie\nmann koenig frau koenigin\n"));
  d.rest();
  EXPECT_TRUE(d.shows("100.0 %"));
}

TEST_F(AskedFiles, LongNamesOfSectionsAreWrittenInWhole) {
  Driver d("evaluate", kSmall);
  d.drop(write("mine.txt", ": gram5-present-participle\nfrance paris italy rome\n"));
  d.rest();
  EXPECT_EQ(number_of(d.texts(), "gram5-present-participle"), 2) << "at the top and in the list";
}

TEST(EvaluateVectorsView, TheSumStandsUnderItsWordsWhereThereIsRoom) {
  for (const Driver::Options& screen : {kSmall, Driver::Options{1600, 1000}}) {
    Driver d("evaluate", screen);
    d.go_to("question.target");
    d.rest();
    EXPECT_TRUE(d.shows("The sum b − a + c"));
    EXPECT_TRUE(d.shows("The three words, each of length 1"));
    std::vector<float> middles;  // of the axes, and so of the columns
    for (const Command* text : d.texts()) {
      if (text->text == "dim" && text->rect.x < d.side().x)
        middles.push_back(text->rect.center().x);
    }
    ASSERT_EQ(middles.size(), 2U);
    EXPECT_NEAR(middles.front(), middles.back(), 4);
  }
}

TEST(EvaluateVectorsView, AllThreeWordsAreNamedInASmallWindow) {
  Driver d("evaluate", kSmall);
  d.go_to("question.target");
  d.rest();
  for (const char* word : {"long", "longer", "hot"}) EXPECT_TRUE(d.shows(word)) << word;
}

}  // namespace
}  // namespace glassformer
