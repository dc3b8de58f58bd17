#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/parts/highlight.h"
#include "tests/app/interaction/driver.h"

// The pictures of one step of word2vec: the plane, the noise and the tree of codes.
namespace glassformer {
namespace {

using testing::Driver;
using testing::number_of;

const Driver::Options kSmall{1280, 720};

// What stands on the hero.
std::vector<const Command*> texts_of_hero(Driver& d) {
  const Rect hero = d.app().parts().front().standing.rect;
  std::vector<const Command*> found = d.texts();
  std::erase_if(found, [&](const Command* text) { return !hero.contains(text->rect.center()); });
  return found;
}

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
  EXPECT_FALSE(d.shows("26.4 %")) << "there is no noise";
  EXPECT_FALSE(texts_of_hero(d).empty());
}

TEST(Word2VecStepView, WhatHasNoRoomBeforeAndBehindTheWindowIsCounted) {
  Driver d("word2vec-step", kSmall);
  d.rest();
  // "+ 3 more"; the field of the counts says so of words.
  const auto counts = [&] {
    return std::ranges::any_of(d.texts(), [](const Command* text) {
      return text->text.starts_with("+ ") && text->text.ends_with(" more");
    });
  };
  EXPECT_FALSE(counts());
  std::string text = "one";
  for (int i = 0; i < 28; ++i) text += " word";
  d.session().post(SetText{0, text + " last", 0});
  d.session().post(SetOption{"centre", 1.0, 0});
  d.rest();
  EXPECT_TRUE(counts());
  EXPECT_TRUE(d.shows("one"));
  d.session().post(SetOption{"centre", 30.0, 0});
  d.rest();
  EXPECT_TRUE(counts());
  EXPECT_TRUE(d.shows("last")) << "the centre";
}

// The shares that the step speaks of.
TEST(Word2VecStepView, TheBarsOfTheNoiseSayTheirNumbers) {
  Driver d("word2vec-step", kSmall);
  d.go_to("noise.share");
  d.rest();
  EXPECT_TRUE(d.shows("26.4 %")) << "the";
  EXPECT_TRUE(d.shows("19.5 %")) << "a";
}

// A name that is wider than its bar moves aside, not beyond the last bar.
TEST(Word2VecStepView, TheLastNameOfTheBarsEndsWithThem) {
  Driver d("word2vec-step", kSmall);
  const char* const counts = "a 9, b 8, c 7, d 6, e 5, f 4, g 3, h 3, thunderous 2";
  d.session().post(SetOption{"counts", std::string(counts), 0});
  d.session().post(SetText{0, "a b", 0});
  d.go_to("noise.share");
  const Rect hero = d.app().parts().front().standing.rect;
  const auto texts = texts_of_hero(d);
  const auto name = std::ranges::find(texts, "thunderous", &Command::text);
  ASSERT_NE(name, texts.end());
  EXPECT_GT((*name)->rect.w, hero.w / 9) << "it is wider than its bar";
  EXPECT_LE((*name)->rect.right(), hero.right() - 8 * d.scale());
}

TEST(Word2VecStepView, TheTreeGrowsJoinByJoin) {
  Driver d("huffman-tree");
  const auto nodes = [&](const std::string& count) { return number_of(texts_of_hero(d), count); };
  const auto expect = [&](const char* step, int nine, int all) {
    d.go_to_step(step);
    d.rest();
    EXPECT_EQ(nodes("14"), 1) << step << ": the words are there from the beginning";
    EXPECT_EQ(nodes("9"), nine) << step;
    EXPECT_EQ(nodes("36"), all) << step;
  };
  expect("A tree of yes and no", 0, 0);
  expect("The first join", 0, 0);
  expect("And again", 1, 0);
  expect("Until one node is left", 1, 1);
}

TEST(Word2VecStepView, TheTreeHangsFromItsRootOnlyWhenItIsKnownHowDeepTheWordsLie) {
  Driver d("huffman-tree");
  d.go_to_step("Until one node is left");
  d.rest();
  EXPECT_EQ(number_of(texts_of_hero(d), "0"), 0) << "bits";
  d.session().answer();
  d.rest();
  EXPECT_GE(number_of(texts_of_hero(d), "0"), 3);
}

TEST(Word2VecStepView, TheWayShowsWhatIsLeftOfOne) {
  Driver d("huffman-tree");
  d.go_to_step("The product of the turns");
  d.rest();
  EXPECT_EQ(number_of(texts_of_hero(d), "1.00"), 1) << "the root";
  EXPECT_GE(number_of(texts_of_hero(d), "0.03"), 1) << "zebra";
}

TEST(Word2VecStepView, OtherCountsAreTyped) {
  Driver d("word2vec-step");
  const auto texts = d.texts();
  const auto line = std::find_if(texts.begin(), texts.end(), [](const Command* text) {
    return text->text.starts_with("the 60, quick 5");
  });
  ASSERT_NE(line, texts.end());
  d.click((*line)->rect.center());
  d.type("the 1, fox 5, crocodile 9");
  d.press(Key::enter);
  d.go_to("noise.share");
  d.rest();
  EXPECT_EQ(d.value("counts", 0, 2), 9);
  EXPECT_TRUE(d.shows("crocodile"));
  EXPECT_TRUE(d.session().undo());
}

TEST(Word2VecStepView, ACountSetInItsMatrixStandsInTheLineToo) {
  Driver d("word2vec-step");
  d.session().post(SetCell{"counts", {0, 1, 45}});
  d.rest();
  const auto texts = d.texts();
  const auto line = std::find_if(texts.begin(), texts.end(), [](const Command* text) {
    return text->text.starts_with("the 60, quick 45");
  });
  ASSERT_NE(line, texts.end());
  d.click((*line)->rect.center());
  d.type("the 1, fox 5");  // what is typed holds, whatever was set before
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.value("counts", 0, 1), 5);
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
  d.session().post(SetOption{"predict", std::string("centre"), 0});
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
  const Rect chips{0, 0, d.side().x, d.where("Counts").y};
  d.move(d.where_in("brown", chips));
  d.frame();
  expect_lit("x", "brown", 1, -1);
  expect_lit("scores", "brown", 1, -1);
  expect_lit("noise.share", "brown", -1, 2);
  d.go_to("noise.share");
  d.rest();
  const Vec name = d.where_in("the", d.app().parts().front().standing.rect);
  d.move({name.x, name.y - 40 * d.scale()});
  d.frame();
  EXPECT_EQ(d.session().hover.path, "noise.share") << "and its arithmetic stands beside it";
  expect_lit("scores", "the", -1, 2);
  expect_lit("u", "the", 0, -1);
  EXPECT_FALSE(is_under_pointer(d.session(), "brown"));
}

TEST(Word2VecStepView, BothRowsOfAWordThatStandsInTheContextTwiceAreLit) {
  Driver d("word2vec-step");
  d.session().post(SetOption{"predict", std::string("centre"), 0});
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

TEST(Word2VecStepView, EveryTurnOfTheTreeHasItsBit) {
  Driver d("huffman-tree", kSmall);
  d.go_to("tree.codes");
  d.rest();
  const auto texts = texts_of_hero(d);
  // Where there is no room for both ways down from a node, left is 0 and right is 1 all the same.
  EXPECT_GE(number_of(texts, "0"), 6);
  EXPECT_GE(number_of(texts, "1"), 5 + 1) << "and the count of zebra";
}

// Left is 0: the words stand in the order of their codes, each as deep as its code is long.
TEST(Word2VecStepView, WordsOfTheTreeStandInTheOrderOfTheirCodes) {
  Driver d("huffman-tree", kSmall);
  d.go_to("tree.codes");
  d.rest();
  const Tape& tape = d.session().run()->tape;
  const Var codes = tape.find("tree.codes");
  const Mat& bits = tape.value(codes);
  struct Leaf {
    std::string code;
    Vec at;
  };
  std::vector<Leaf> leaves;
  for (int w = 0; w < bits.rows(); ++w) {
    Leaf leaf;
    for (int b = 0; b < bits.cols() && !std::isnan(bits(w, b)); ++b) {
      leaf.code += bits(w, b) > 0.5 ? '1' : '0';
    }
    const std::string word = axis_label(tape.node(codes).label.rows, w);
    for (const Command* text : texts_of_hero(d)) {
      if (text->text == word) leaf.at = text->rect.center();
    }
    ASSERT_GT(leaf.at.x, 0) << word;
    leaves.push_back(leaf);
  }
  ASSERT_GE(leaves.size(), 5U);
  std::ranges::sort(leaves, {}, &Leaf::code);
  for (std::size_t i = 1; i < leaves.size(); ++i) {
    EXPECT_LT(leaves[i - 1].at.x, leaves[i].at.x + 2) << leaves[i].code << ", or both at the edge";
    const auto before = leaves[i - 1].code.size(), now = leaves[i].code.size();
    if (before != now) {
      EXPECT_EQ(leaves[i - 1].at.y < leaves[i].at.y, before < now) << leaves[i].code;
    }
  }
}

TEST(Word2VecStepView, AWayIsNamedAndHasItsBitsAmongFortyWords) {
  Driver d("huffman-tree", kSmall);
  std::string words;
  for (int i = 1; i <= 40; ++i) words += "w" + std::to_string(i) + " ";
  d.session().post(SetOption{"counts", std::string(), 0});
  d.session().post(SetText{0, words, 0});
  d.go_to("tree.codes");
  d.rest();
  const auto texts = texts_of_hero(d);
  EXPECT_EQ(number_of(texts, "w2"), 1);
  EXPECT_GE(number_of(texts, "1"), 6);
  // The bits of a pair come together, but for those beside the way. Each word occurs once.
  const auto ones = static_cast<double>(number_of(texts, "1") - 40);
  EXPECT_NEAR(static_cast<double>(number_of(texts, "0")), ones, 6);
}

TEST(Word2VecStepView, NamesFewRowsAndColumnsInASmallWindow) {
  Driver d("word2vec-step", kSmall);
  d.session().post(SetText{0, "the cat sat", 0});
  d.session().post(SetOption{"centre", 2.0, 0});
  d.go_to("scores");
  d.rest();
  EXPECT_EQ(number_of(texts_of_hero(d), "the"), 2) << "a row of X and of the scores";
  Driver other("cbow-softmax", kSmall);
  other.go_to("error");
  other.rest();
  EXPECT_EQ(number_of(texts_of_hero(other), "jumps"), 3);
}

TEST(Word2VecStepView, NumbersOfAllWordsHaveRoomInASmallWindow) {
  Driver d("cbow-softmax", kSmall);
  d.go_to("error");
  d.rest();
  EXPECT_EQ(number_of(texts_of_hero(d), "fox"), 3);
  for (const char* what : {"context", "centre", "other", "step"}) EXPECT_TRUE(d.shows(what));
}

}  // namespace
}  // namespace glassformer
