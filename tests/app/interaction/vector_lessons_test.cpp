#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/scenes/records/whole_text.h"
#include "core/text/number_format.h"
#include "tests/app/interaction/driver.h"

// The other lessons on word vectors: bias, one-hot words and the hidden one.
namespace glassformer {
namespace {

using testing::Driver;
using testing::number_of;

const Driver::Options kSmall{1280, 720};

TEST(GloveView, BarsStandWhereBarsAreAskedForAlone) {
  Driver d("glove");
  d.rest();
  EXPECT_FALSE(d.shows_part("The bias of each context")) << "the counts are a table";
  d.go_to("bc");
  d.rest();
  EXPECT_TRUE(d.shows_part("The bias of each context"));
}

// Its list of cosines: the first of the words as well as the last.
TEST(LsaView, ABarThatIsClickedMakesItsWordTheOneThatIsAsked) {
  Driver d("lsa");
  d.go_to("after.cosine");
  d.session().answer();
  d.rest();
  const RunPtr run = d.session().run();
  const Labels words = run->tape.node(run->tape.find("after.cosine")).label.rows.labels;
  ASSERT_GT(words.size(), 4U);
  const Rect hero = d.app().parts().front().standing.rect;
  for (const std::size_t i : {words.size() - 1, std::size_t{0}, std::size_t{1}}) {
    d.click(d.where_in(words[i], hero));
    d.rest();
    EXPECT_EQ(std::get<std::string>(d.session().inputs().options.at("word")), words[i]);
    EXPECT_TRUE(d.shows_part("cosine with “" + words[i] + "”"));
  }
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
    const bool here = std::abs(command.rect.center().y - line) < 1;
    if (command.kind != Command::Kind::fill || !here || command.rect.h > 48) continue;
    bar = std::min(bar, command.rect.w);
    track = std::max(track, command.rect.w);
  }
  EXPECT_NEAR(bar / track, d.value("near.cosine", 0, 0), 0.01);
}

TEST(BiasView, OppositesStandBesideTheNeighbours) {
  Driver d("bias", kSmall);
  d.go_to("near.cosine");
  d.rest();
  EXPECT_FALSE(d.shows("hot – cold")) << "it would answer the question";
  d.session().answer();
  d.rest();
  ++d.session().step;
  d.session().enter_step();
  d.rest();
  EXPECT_TRUE(d.shows_part("Opposites: mean"));
  EXPECT_LT(d.app().parts().front().standing.rect.right(), d.where("hot – cold").x);
  EXPECT_LT(d.where("cold").x, d.where("hot – cold").x);
}

TEST(BiasView, OppositesStandBesideWordsOfLikeMeaning) {
  Driver d("bias-real", kSmall);
  d.go_to("opposites.cosine");
  d.rest();
  EXPECT_TRUE(d.shows("right – left"));
  EXPECT_TRUE(d.shows_part("Similar meaning"));
  EXPECT_LT(d.where("hot – cold").x, d.where("hot – warm").x);
}

TEST(BiasView, RealWordsStandBesideThePrint) {
  Driver d("bias-real", kSmall);
  d.go_to_step("Which of the printed words are known");
  d.rest();
  EXPECT_TRUE(d.shows_part("? of 10 agree"));
  d.press(Key::space);
  d.rest();
  EXPECT_TRUE(d.shows_part("6 of 10 agree"));
  EXPECT_TRUE(d.shows("homemaker · not learned"));
  d.go_to_step("The printed list again");
  d.rest();
  EXPECT_TRUE(d.shows_part("8 of 10 agree"));
}

// Its points are named by the words that are taken now: first those of one end, then of the other.
TEST(BiasView, TheMapOfWhatIsLeftFollowsTheNumberOfWords) {
  Driver d("bias-real", kSmall);
  d.go_to("clusters.after.parts.share");
  d.session().answer();
  d.rest();
  d.session().post(SetOption{"farthest", 60.0});
  d.rest();
  const Tape& tape = d.session().run()->tape;
  const auto& words = tape.node(tape.find("clusters.after.map")).label.rows.labels;
  ASSERT_EQ(words.size(), 120U);
  int shown = 0;
  for (std::size_t i = 60; i < 120; ++i) shown += d.shows(words[i]) ? 1 : 0;
  EXPECT_GT(shown, 8);
}

TEST(BiasView, WhatNeutralisingLeavesHasItsOwnTabs) {
  Driver d("bias-real", kSmall);
  d.go_to("moved.after.cosine");
  d.rest();
  EXPECT_TRUE(d.shows("“nurse”, neutralised"));
  d.click(d.where("nurse"));
  d.press(Key::a, true);
  d.type("captain");
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.shows("“captain”, before"));
  EXPECT_TRUE(d.shows("navigator"));
  d.click(d.where("Clusters"));
  d.rest();
  EXPECT_TRUE(d.shows_part("how many words at either end"));
  d.go_to_step("Is that the bias?");
  d.rest();
  EXPECT_TRUE(d.shows("random 8"));
  EXPECT_TRUE(d.shows("Halves found again"));
  d.session().answer();
  d.rest();
  const double average = d.value("clusters.control.mean", 0, 0);
  const float row = d.where("random, on average").y;
  const std::string wanted = fmt::format("{:.1f} %", 100 * average);
  EXPECT_TRUE(std::ranges::any_of(d.texts(), [&](const Command* text) {
    return text->text == wanted && std::abs(text->rect.center().y - row) < 20;
  })) << wanted;
}

TEST(HiddenWordView, TheWordStandsOutInTheTextAndInTheQuestion) {
  Driver d("hidden-word");
  d.rest();
  const Vec question = d.where("What is");
  int in_text = 0, asked = 0;
  for (const Command* text : d.texts()) {
    if (text->text != "berimbau") continue;
    in_text += text->type.face == Face::bold;
    asked += std::abs(text->rect.center().y - question.y) < 5;
  }
  EXPECT_EQ(in_text, 3) << "wherever the text has it";
  EXPECT_EQ(asked, 1);
}

TEST(HiddenWordView, SaysWhereNoWordIsAlike) {
  Driver d("hidden-word");
  d.session().post(SetText{0, "Dogs chase cats.", 0});
  d.go_to("nearest");
  d.rest();
  EXPECT_TRUE(d.says("No other word of the text shares a context"));
}

TEST(HiddenWordView, ACellThatIsHandedOnSaysWhereItComesFrom) {
  Driver d("hidden-word");
  d.go_to("company");
  d.rest();
  d.click(d.find_cell("company", 0, 0));
  d.rest();
  EXPECT_TRUE(d.says("Copied from"));
  EXPECT_TRUE(d.says("word “berimbau”, context"));
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

TEST(WholeTextView, PositionsOfALongTextHaveTheirNamesInWhole) {
  Driver d("whole-text", kSmall);
  EXPECT_TRUE(d.shows("+2"));
  d.press(Key::l, true);
  d.type(
      "on a cold winter morning the old baker carries fresh bread to the market because nobody "
      "else has bought any flour");
  d.press(Key::enter);
  d.rest();
  const auto texts = d.texts();
  for (const char* word : {"on", "winter", "baker"}) {
    EXPECT_GE(number_of(texts, word), 2) << word << ": in the row of words and over its column";
  }
  d.click(d.where("carries"));
  d.rest();
  EXPECT_EQ(value_of(d.session().inputs(), whole_text_options::centre), 9);
}

// While the class guesses what is left, neither the columns nor their numbers are seen.
TEST(WholeTextView, WhatIsLeftOfTheProductIsHiddenUntilTheAnswer) {
  Driver d("whole-text", kSmall);
  d.go_to_step("The text as a product");
  d.rest();
  ASSERT_TRUE(d.session().asking());
  EXPECT_FALSE(d.shows("10⁻²⁶")) << "a longer text would go on from there";
  EXPECT_FALSE(d.shows("10⁻²⁸"));
  d.session().answer();
  d.rest();
  EXPECT_TRUE(d.shows("10⁻²⁸"));
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

TEST(OneHotView, AWordThatWasNotLearnedSaysSo) {
  Driver d("one-hot", kSmall);
  d.rest();
  EXPECT_FALSE(d.shows_part("not learned"));
  d.session().post(SetOption{"table", std::string("trained"), 0});
  d.rest();
  EXPECT_TRUE(d.shows("7, not learned")) << "home";
  EXPECT_TRUE(d.shows("12")) << "walking";
}

TEST(OneHotView, WhatHasNoRoomInTheListIsCounted) {
  Driver d("one-hot", kSmall);
  d.rest();
  EXPECT_FALSE(d.shows_part(" more"));
  d.session().post(SetText{0, std::string(100, 'a') + " cab", 0});
  d.session().post(SetOption{"level", std::string("characters"), 0});
  d.rest();
  // Under each chip stands the place of its letter in the list, 1.
  const auto texts = d.texts();
  const auto more = std::find_if(texts.begin(), texts.end(), [](const Command* text) {
    return text->text.starts_with("+ ") && text->text.ends_with(" more");
  });
  ASSERT_NE(more, texts.end());
  const float places = (*more)->rect.center().y + 32 * d.scale();
  const auto shown = std::count_if(texts.begin(), texts.end(), [&](const Command* text) {
    return text->text == "1" && std::abs(text->rect.center().y - places) < 8 * d.scale();
  });
  EXPECT_GT(shown, 9);
  EXPECT_EQ((*more)->text, fmt::format("+ {} more", 103 - shown));
}

TEST(OneHotView, EveryRowIsNamedInASmallWindow) {
  Driver d("one-hot", kSmall);
  d.go_to("onehot.distances");
  d.rest();
  const auto texts = d.texts();
  for (const char* word : {"walking", "running", "skipping", "zipper"}) {
    EXPECT_GE(number_of(texts, word), 2) << word << ": beside its row and over its column";
  }
  EXPECT_TRUE(d.shows("1.41"));
}

TEST(HiddenWordView, ACosineIsWorkedOutDownToTheCounts) {
  Driver d("hidden-word");
  d.go_to("company");
  d.rest();
  ASSERT_EQ(d.app().parts().size(), 2U);
  const Rect table = d.app().parts()[0].standing.rect, list = d.app().parts()[1].standing.rect;
  d.click(d.where_in("violin", list));
  d.rest();
  // The inspector: 9 = 0 × 1 + …, 11 = 3.317 × 3.317.
  EXPECT_TRUE(d.shows("3.317 × 3.317"));
  // And the two rows that are compared stand out in the table.
  const auto is_lit = [&](std::string_view word) {
    const auto texts = d.texts();
    return std::any_of(texts.begin(), texts.end(), [&](const Command* text) {
      return text->text == word && text->type.face == Face::bold &&
             table.contains(text->rect.center());
    });
  };
  EXPECT_TRUE(is_lit("berimbau"));
  EXPECT_TRUE(is_lit("violin"));
  EXPECT_FALSE(is_lit("guitar"));
  d.click(d.where_in("guitar", list));
  d.rest();
  EXPECT_TRUE(is_lit("guitar"));
}

}  // namespace
}  // namespace glassformer
