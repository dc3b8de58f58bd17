#include <gtest/gtest.h>

#include <algorithm>

#include "core/embed/files/write_vectors.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

class WordArithmeticView : public ::testing::Test {
 protected:
  WordArithmeticView() : d("word-arithmetic") { d.go_to("add.score"); }
  bool stands_in(std::string_view text, Rect area) const {
    const auto texts = d.texts();
    return std::any_of(texts.begin(), texts.end(), [&](const Command* command) {
      return command->text == text && area.contains(command->rect.center());
    });
  }
  const Command* text_in(std::string_view text, Rect area) const {
    const auto texts = d.texts();
    const auto found = std::ranges::find_if(texts, [&](const Command* command) {
      return command->text == text && area.contains(command->rect.center());
    });
    EXPECT_NE(found, texts.end()) << text;
    return *found;
  }
  Rect place(std::size_t part) { return d.app().parts().at(part).standing.rect; }
  Rect hero() { return place(0); }
  Rect side() { return place(1); }
  void go_to(std::string_view focus) {
    d.go_to(focus);
    d.rest();
  }
  Driver d;
};

TEST_F(WordArithmeticView, AButtonAsksWhatTheLectureAsks) {
  EXPECT_TRUE(d.shows("+ paris"));
  EXPECT_FALSE(d.shows_part("Grey:"));
  d.click(d.where("king - man + woman"));
  d.rest();
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  EXPECT_EQ(d.session().run()->tokens[0], (std::vector<std::string>{"king", "man", "woman"}));
  EXPECT_TRUE(d.shows("+ woman"));
  EXPECT_TRUE(stands_in("queen", hero()));
  EXPECT_TRUE(d.session().undo());
}

TEST_F(WordArithmeticView, AClickedAnswerShowsItsTerms) {
  EXPECT_FALSE(stands_in("jakarta", hero()));
  d.click(d.where_in("jakarta", side()));
  d.rest();
  EXPECT_TRUE(stands_in("jakarta", hero()));
  ASSERT_TRUE(d.session().chosen.has_value());
  EXPECT_TRUE(d.session().chosen->path.ends_with(".score"));
}

TEST_F(WordArithmeticView, AClickedAnswerIsTheOneOfThePlane) {
  go_to("plane.points");
  const Type answer = text_in("queen", hero())->type;
  EXPECT_GT(answer.size, text_in("king", hero())->type.size);
  d.click(d.where_in("witch", side()));
  d.rest();
  EXPECT_EQ(text_in("witch", hero())->type, answer);
  EXPECT_LT(text_in("queen", hero())->type.size, answer.size) << "now one of those near it";
}

TEST_F(WordArithmeticView, AStepThatTheProductsAreAboutShowsTheirs) {
  EXPECT_TRUE(d.shows("sum"));
  EXPECT_FALSE(d.shows("score"));
  d.go_to("multiply.score");
  EXPECT_FALSE(d.shows("sum"));
  EXPECT_TRUE(d.shows("largest product"));
  // What the sum and the product answer stand below one another, each with its score.
  EXPECT_TRUE(stands_in("poems", hero()) && stands_in("learning", hero()));
}

// Before the answer it is neither in the list nor in the plane, and the list does not even say
// whether a word of the question would come first.
TEST_F(WordArithmeticView, WhatIsAskedForStandsNowhere) {
  Driver asked("word-arithmetic");
  asked.rest();
  ASSERT_TRUE(asked.session().asking());
  EXPECT_FALSE(asked.shows("queen"));
  EXPECT_FALSE(asked.shows("monarch"));
  EXPECT_FALSE(asked.shows_part("not allowed"));
  asked.press(Key::space);
  asked.rest();
  EXPECT_TRUE(asked.shows("queen"));
  EXPECT_TRUE(asked.shows("not allowed: it is in the question"));
}

// think + (read − reading) takes the step from reading to read, not the one from reading to think.
TEST_F(WordArithmeticView, TheStepIsTheOneThatIsWritten) {
  d.session().post(SetOption{"expression", "think + (read - reading)"});
  go_to("plane.points");
  d.session().post(SetOption{"expression", "think + (read - reading)"});
  d.rest();
  const auto at = [&](const char* word) { return d.where_in(word, hero()); };
  EXPECT_NEAR(at("reading").y, at("read").y, 8 * d.scale());
  EXPECT_GT(at("reading").y, at("think").y + 100 * d.scale());
}

TEST_F(WordArithmeticView, AxesOfUnequalScaleSaySo) {
  go_to("plane.points");
  EXPECT_TRUE(d.shows_part("not to scale: drawn "));
}

TEST_F(WordArithmeticView, TheTermsCanBeReadInALowWindow) {
  Settings settings;
  settings.presenter = true;
  Driver low("word-arithmetic", {.width = 1280, .height = 720, .settings = settings});
  low.go_to("add.score");
  EXPECT_GE(low.where("− france").y - low.where("+ paris").y, 16 * low.scale());
}

TEST_F(WordArithmeticView, AQuestionOfAnotherFormHasItsTermsInPlaceOfThePlane) {
  go_to("plane.points");
  d.session().post(SetOption{"expression", "2*big - small"});
  d.rest();
  EXPECT_TRUE(stands_in("+ 2 × big", hero()));
}

TEST_F(WordArithmeticView, WhatIsTakenTwiceIsSquared) {
  d.go_to("multiply.score");
  d.session().post(SetOption{"expression", "2*big − Small"});
  d.rest();
  EXPECT_TRUE(d.shows("big²"));
  EXPECT_TRUE(d.shows("not listed so: Small; small was taken"));
}

TEST_F(WordArithmeticView, TypingAsksNothingBeforeEnter) {
  const std::vector<std::string> before = d.session().run()->tokens[0];
  d.click({700, 140});
  d.type("berlin - ge");
  d.rest();
  EXPECT_EQ(d.session().run()->tokens[0], before) << "a beginning may be a question of its own";
  EXPECT_TRUE(d.shows("Enter asks; below stands paris - france + italy"));
  d.press(Key::tab);  // a word that is taken from the list is meant
  d.rest();
  EXPECT_EQ(d.session().run()->tokens[0], (std::vector<std::string>{"berlin", "german"}));
  d.type("y + italy");  // goes on behind what was completed
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  EXPECT_EQ(d.session().run()->tokens[0], (std::vector<std::string>{"berlin", "germany", "italy"}));
  EXPECT_TRUE(stands_in("rome", hero()));
}

TEST_F(WordArithmeticView, AnUnknownWordIsAMessageAndNothingElse) {
  d.session().post(SetOption{"expression", "qqq - man"});
  d.rest();
  EXPECT_NE(d.session().message.find("there is no word 'qqq'"), std::string::npos);
  EXPECT_EQ(d.session().run()->tokens[0][0], "paris");
}

TEST_F(WordArithmeticView, TabTakesTheWordThatWasMeant) {
  d.click({700, 140});
  d.type("berlin - germny");
  d.rest();
  EXPECT_TRUE(d.shows("did you mean"));
  d.press(Key::tab);
  d.rest();
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  EXPECT_EQ(d.session().run()->tokens[0], (std::vector<std::string>{"berlin", "germany"}));
  EXPECT_FALSE(d.shows("did you mean"));
}

TEST_F(WordArithmeticView, AClickTakesTheWordThatWasMeant) {
  d.click({700, 140});
  d.type("france + italyy");
  d.press(Key::enter);
  d.rest();
  EXPECT_NE(d.session().message.find("did you mean italy?"), std::string::npos);
  d.click(d.where_in("italy", {220, 140, 300, 200}));
  d.rest();
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  EXPECT_EQ(d.session().run()->tokens[0], (std::vector<std::string>{"france", "italy"}));
}

TEST_F(WordArithmeticView, WhatIsWrongStaysInTheFieldToBeMended) {
  d.click({700, 140});
  d.type("berlin - germny");
  d.press(Key::enter);
  d.rest();
  EXPECT_NE(d.session().message.find("there is no word 'germny'"), std::string::npos);
  EXPECT_TRUE(d.shows_part("Enter asks")) << "the lists answer another question";
  d.press(Key::backspace);
  d.press(Key::backspace);
  d.type("any + france");
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.session().run()->tokens[0],
            (std::vector<std::string>{"berlin", "germany", "france"}));
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  EXPECT_EQ(d.session().step, 3) << "nothing of it was taken for a key of the program";
}

TEST_F(WordArithmeticView, ARefusedQuestionLeavesNoListOverTheAnswers) {
  d.click({700, 140});
  d.type("blorp + king");
  d.rest();
  EXPECT_TRUE(d.shows("kings"));
  d.press(Key::enter);
  d.rest();
  EXPECT_NE(d.session().message.find("there is no word 'blorp'"), std::string::npos);
  EXPECT_FALSE(d.shows("kings"));
  d.press(Key::backspace);  // more is typed: the list helps again
  d.rest();
  EXPECT_TRUE(d.shows("kings"));
}

TEST_F(WordArithmeticView, DroppedVectorsAreUsed) {
  const TemporaryFolder folder;
  WordVectors v;
  RowsBuilder rows(3, 2);
  for (const char* word : {"eins", "zwei", "drei"}) v.words.add(word);
  rows[0][0] = rows[1][1] = rows[2][0] = 1;
  v.vectors = rows.finish();
  write_vectors(folder / "my.vec", v, VectorFormat::word2vec_text);
  d.session().post(SetOption{"expression", "king - man"});
  d.rest();
  d.drop((folder / "my.vec").string());
  d.rest();
  EXPECT_FALSE(d.session().message_is_error) << d.session().message;
  EXPECT_NE(d.session().message.find("3 words of 2 dimensions"), std::string::npos)
      << d.session().message;
  ASSERT_TRUE(d.session().inputs().resources.get(slots::vectors));
  EXPECT_EQ(d.session().inputs().resources.get(slots::vectors)->words.size(), 3U);
  EXPECT_EQ(d.session().run()->tokens[0], std::vector<std::string>{"eins"});
  EXPECT_FALSE(d.shows("\"eins\"")) << "a word of letters stands without quotation marks";
  EXPECT_TRUE(d.shows_part("Grey: one of its words or the lecture's answer"));
  d.move(d.where("Cu - copper + gold"));
  d.rest();
  EXPECT_TRUE(d.shows_part("Not among these words: Cu, copper, gold, Au."));
  d.click(d.where("Cu - copper + gold"));
  d.rest();
  EXPECT_EQ(d.session().run()->tokens[0], std::vector<std::string>{"eins"});
  // Other lessons begin as they are written, and offer them.
  d.app().open(find_lesson("word-map"));
  d.rest();
  EXPECT_FALSE(d.session().inputs().resources.get(slots::vectors));
  d.click(d.where("Use the word vectors you trained or opened"));
  d.rest();
  ASSERT_TRUE(d.session().inputs().resources.get(slots::vectors));
  EXPECT_EQ(d.session().inputs().resources.get(slots::vectors)->words.size(), 3U);
}

TEST_F(WordArithmeticView, ADroppedFileThatIsNoneIsASentence) {
  const TemporaryFolder folder;
  d.drop((folder / "none.vec").string());
  d.rest();
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("there is no such file"), std::string::npos);
  EXPECT_EQ(d.session().run()->tokens[0][0], "paris");
}

}  // namespace
}  // namespace glassformer::testing
