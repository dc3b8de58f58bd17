#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/projection.h"
#include "app/views/highlight.h"
#include "core/formats/file.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

// The views that judge word vectors answer to clicks and to what is typed.
namespace glassformer {
namespace {

using testing::Driver;

// The tree draws no noise: the step that is about it keeps what the one before it showed.
TEST(Word2VecStepView, AStepWhoseMatrixAnOptionLeftOutKeepsTheLastOne) {
  Driver d("word2vec-step");
  d.go_to("noise.share");
  d.rest();
  const auto focus = [&] { return d.session().run()->tape.node(stage_focus(d.session())).path; };
  EXPECT_EQ(focus(), "noise.share");
  d.click(d.where("tree"));
  d.rest();
  EXPECT_EQ(focus(), "o");
  EXPECT_TRUE(d.shows("gather"));
}

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
  EXPECT_TRUE(d.shows("answered: driving"));
  d.click(d.where("paint : painting = run : running"));
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
    EXPECT_TRUE(d.shows("1 of 2")) << "missed";
    EXPECT_TRUE(d.shows("answered: rome"));
    EXPECT_FALSE(d.session().can_undo());
    d.click(d.where("mine.txt  ×"));
    d.rest();
    EXPECT_TRUE(d.shows("99.4 %"));
  }
}

TEST_F(AskedFiles, RanksAreNamedWithoutTouching) {
  for (const int height : {700, 720, 740, 760}) {
    Driver d("evaluate", {.width = 1280, .height = height});
    const WordVectorsPtr vectors = shown_vectors(d.session().shown());
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

TEST(BiasView, TheChartOfCosinesHasAnAxisFromZeroOn) {
  Driver d("bias");
  d.go_to("after");
  d.rest();
  const Vec zero = d.where("0"), fifth = d.where("0.2");
  EXPECT_EQ(zero.y, fifth.y);
  // The disc of a cosine stands where the axis says.
  const auto x = static_cast<float>(d.value("before", 0, 0) / 0.2) * (fifth.x - zero.x) + zero.x;
  d.move({x, d.where("housekeeper").y});
  d.frame();
  EXPECT_EQ(d.session().hover.path, "before");
}

TEST(BiasView, ABarOfACosineIsAsLongAsItIsLarge) {
  Driver d("bias");
  d.go_to("near.cosine");
  d.rest();
  const float line = d.where("cold").y;
  float bar = 1e9F, track = 0;  // two of the fills in the line
  for (const Command& command : d.app().canvas().commands()) {
    const bool here = std::abs(command.rect.center().y - line) < 1 && command.rect.h < 40;
    if (command.kind != Command::Kind::fill || !here || command.rect.h > 16) continue;
    bar = std::min(bar, command.rect.w);
    track = std::max(track, command.rect.w);
  }
  EXPECT_NEAR(bar / track, d.value("near.cosine", 0, 0), 0.01);
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

TEST(Word2VecStepView, OtherCountsAreTyped) {
  Driver d("word2vec-step");
  const auto texts = d.texts();
  const auto line = std::find_if(texts.begin(), texts.end(), [](const Command* text) {
    return text->text.starts_with("the 60, a 40");
  });
  ASSERT_NE(line, texts.end());
  d.click((*line)->rect.center());
  d.type("the 1, fox 5, crocodile 9");
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.value("counts", 0, 2), 9);
  EXPECT_TRUE(d.shows("crocodile"));
  EXPECT_TRUE(d.session().undo());
}

TEST(Word2VecStepView, TheTreeHasALineOfCountsToo) {
  Driver d("huffman-tree");
  EXPECT_TRUE(d.shows("Counts"));
  d.go_to("tree.joins");
  d.rest();
  EXPECT_TRUE(d.shows("Counts"));
}

TEST(Word2VecStepView, AWordUnderThePointerIsLitEverywhere) {
  Driver d("word2vec-step");
  d.go_to("scores");
  d.rest();
  const auto expect_lit = [&](const std::string& path, const std::string& word, int row, int col) {
    const RunPtr run = d.session().run();
    const Highlight now = highlight_of(*run, d.session().hover);
    const Var var = run->tape.find(path);
    const MatrixSpec spec = matrix_spec(d.session(), *run, nullptr, var, false, now, 0);
    EXPECT_EQ(spec.lit_row, row) << path << ", " << word;
    EXPECT_EQ(spec.lit_col, col) << path << ", " << word;
    EXPECT_EQ(spec.faded, 0) << path << ", " << word;
    EXPECT_TRUE(is_under_pointer(d.session(), word));
  };
  const Rect chips{0, 0, d.side().x, d.where("Rows and their steps").y};
  d.move(d.where_in("brown", chips));
  d.frame();
  expect_lit("x", "brown", 1, -1);
  expect_lit("scores", "brown", 1, -1);
  expect_lit("noise.share", "brown", -1, 9);
  const Vec name = d.where_in("the", {0, d.where("Counts").y, d.side().x, d.bottom().y});
  d.move({name.x, name.y - 40 * d.scale()});
  d.frame();
  EXPECT_EQ(d.session().hover.path, "noise.share") << "and its arithmetic stands beside it";
  expect_lit("scores", "the", -1, 3);
  expect_lit("u", "the", 0, -1);
  EXPECT_FALSE(is_under_pointer(d.session(), "brown"));
}

TEST(Word2VecStepView, BothRowsOfAWordThatStandsInTheContextTwiceAreLit) {
  Driver d("word2vec-step");
  d.session().post(SetText{0, "the fox the", 0});
  d.session().post(SetOption{"centre", 2.0, 0});
  d.rest();
  Target word;
  word.kind = Target::Kind::token;
  word.word = "the";
  const RunPtr run = d.session().run();
  const MatrixSpec spec = matrix_spec(d.session(), *run, nullptr, run->tape.find("x"), false,
                                      highlight_of(*run, word), 0);
  EXPECT_EQ(spec.lit_row, 0);
  EXPECT_EQ(spec.lit, (std::vector<Place>{{1, 0}, {1, 1}}));
}

constexpr Driver::Options kSmall{1280, 720};

// The bits, the counts and the words in the tree, which is at the left and under its title.
std::vector<const Command*> texts_of_tree(const Driver& d) {
  const float top = d.where("The way to the centre word").y;
  std::vector<const Command*> found = d.texts();
  std::erase_if(found, [&](const Command* text) {
    return text->rect.y < top || text->rect.right() > 565 || text->rect.bottom() > d.bottom().y;
  });
  return found;
}

std::vector<const Command*> texts_of_matrices(const Driver& d) {  // right of the picture
  std::vector<const Command*> found = d.texts();
  std::erase_if(found, [&](const Command* text) {
    return text->rect.x < 565 || text->rect.right() > d.side().x;
  });
  return found;
}

std::ptrdiff_t number_of(const std::vector<const Command*>& texts, std::string_view wanted) {
  return std::count_if(texts.begin(), texts.end(),
                       [&](const Command* text) { return text->text == wanted; });
}

TEST(Word2VecStepView, EveryTurnOfTheTreeHasItsBit) {
  Driver d("huffman-tree", kSmall);
  d.go_to("p");
  d.rest();
  const auto texts = texts_of_tree(d);
  EXPECT_EQ(number_of(texts, "0"), 7);
  EXPECT_EQ(number_of(texts, "1"), 7 + 1) << "and the count of zebra";
}

TEST(Word2VecStepView, AWayIsNamedAndHasItsBitsAmongFortyWords) {
  Driver d("huffman-tree", kSmall);
  std::string words;
  for (int i = 1; i <= 40; ++i) words += "w" + std::to_string(i) + " ";
  d.session().post(SetOption{"counts", std::string(), 0});
  d.session().post(SetText{0, words, 0});
  d.go_to("tree.codes");
  d.rest();
  const auto texts = texts_of_tree(d);
  EXPECT_EQ(number_of(texts, "w2"), 1);
  EXPECT_GE(number_of(texts, "1"), 6);
  // The bits of a pair come together, but for those beside the way.
  EXPECT_NEAR(static_cast<double>(number_of(texts, "0") - number_of(texts, "1")), 0, 6);
}

TEST(OneHotView, DistancesThatTheLessonAsksForCanBeRead) {
  Driver d("one-hot", kSmall);
  d.session().post(SetText{0, "walking running school a", 0});
  d.session().post(SetOption{"table", std::string("trained"), 0});
  d.go_to("dense.distances");
  d.rest();
  for (const auto& [row, col] : {std::pair{0, 1}, {0, 2}, {1, 2}, {3, 0}}) {
    const Vec at = d.find_cell("dense.distances", row, col);
    EXPECT_EQ(d.text_at(at), format_cell(d.value("dense.distances", row, col)));
  }
}

TEST(OneHotView, EveryRowIsNamedInASmallWindow) {
  Driver d("one-hot", kSmall);
  d.go_to("onehot.distances");
  d.rest();
  const auto texts = d.texts();
  for (const char* word : {"He", "was", "walking", "home"}) {
    EXPECT_GE(number_of(texts, word), 3) << word << ": below the list, at X and over the distances";
  }
  EXPECT_TRUE(d.shows("1.41"));
}

TEST(Word2VecStepView, NamesFewRowsAndColumnsInASmallWindow) {
  Driver d("word2vec-step", kSmall);
  d.session().post(SetText{0, "the cat sat", 0});
  d.session().post(SetOption{"centre", 2.0, 0});
  d.go_to("scores");
  d.rest();
  EXPECT_EQ(number_of(texts_of_matrices(d), "the"), 2) << "a row of X and of the scores";
  Driver other("cbow-softmax", kSmall);
  other.go_to("error");
  other.rest();
  EXPECT_EQ(number_of(texts_of_matrices(other), "jumps"), 3);
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
    EXPECT_EQ(d.shows("The three words, each of length 1"), screen.height > 800);
    std::vector<float> middles;  // of the axes, and so of the columns
    for (const Command* text : d.texts()) {
      if (text->text == "dim" && text->rect.x < d.side().x)
        middles.push_back(text->rect.center().x);
    }
    ASSERT_EQ(middles.size(), screen.height > 800 ? 2U : 1U);
    EXPECT_NEAR(middles.front(), middles.back(), 4);
  }
}

TEST(HiddenWordView, ACosineIsWorkedOutDownToTheCounts) {
  Driver d("hidden-word");
  d.go_to("nearest");
  d.rest();
  // The inspector: 9 = 0 × 1 + …, 11 = 3.317 × 3.317.
  EXPECT_TRUE(d.shows("3.317 × 3.317"));
  // And the two rows that are compared stand out in the table, which is at the right of the list.
  const Vec list = d.where("Keeps similar company"), table = d.where("The company they share");
  const auto is_lit = [&](std::string_view word) {
    const auto texts = d.texts();
    return std::any_of(texts.begin(), texts.end(), [&](const Command* text) {
      return text->text == word && text->type.face == Face::bold && text->rect.y > table.y &&
             text->rect.x > (list.x + table.x) / 2;
    });
  };
  EXPECT_TRUE(is_lit("berimbau"));
  EXPECT_TRUE(is_lit("violin"));
  EXPECT_FALSE(is_lit("guitar"));
  d.click(d.where_in("guitar", {0, list.y, (list.x + table.x) / 2, 600}));
  d.rest();
  EXPECT_TRUE(is_lit("guitar"));
}

TEST(Word2VecStepView, NumbersOfAllWordsHaveRoomInASmallWindow) {
  Driver d("cbow-softmax", kSmall);
  d.go_to("error");
  d.rest();
  for (const char* number : {"0.18", "0.31", ".82", "−.31"}) EXPECT_TRUE(d.shows(number)) << number;
  // The picture that gave way still says what its colours mean.
  for (const char* what : {"context", "centre", "other", "step"}) EXPECT_TRUE(d.shows(what));
}

TEST(EvaluateVectorsView, AllThreeWordsAreNamedInASmallWindow) {
  Driver d("evaluate", kSmall);
  d.go_to("question.cosine");
  d.rest();
  for (const char* word : {"eat", "eating", "run"}) EXPECT_TRUE(d.shows(word)) << word;
}

}  // namespace
}  // namespace glassformer
