// What a session does with a lesson's steps: heads, lines, cells and what is lit.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/session.h"
#include "app/views/view.h"
#include "core/lesson/forms.h"
#include "core/models/checkpoint.h"
#include "tests/app/lessons/shipped.h"

namespace glassformer {
namespace {

// Steps of our own over a layer of several heads: the first speaks of the second head, the next of
// none, the third of the first one by its focus.
class HeadSteps : public ::testing::Test {
 protected:
  HeadSteps() : session_(testing::shipped()) {
    Lesson lesson = find_lesson("multi-head");
    lesson.steps.assign(3, Step{});
    lesson.steps[0].set.head = 1;
    lesson.steps[2].set.view[std::string(lines_key)] = 1.0;
    lesson.steps[1].focus = "x";
    lesson.steps[1].cell = {"9999", "0"};
    lesson.steps[2].focus = "head.1.weights";
    lesson.steps[2].cell = {"1", "0"};
    session_.open(lesson);
  }
  void go(int step) {
    session_.step = step;
    session_.enter_step();
    session_.settle(now_ += 1);
  }
  Session session_;
  double now_ = 0;
};

// A model that only the lesson's other form can show opens that, with what was typed; another of
// the first kind leads back.
TEST(SessionForms, AreChosenByTheModelThatIsOpened) {
  Session session(testing::shipped());
  session.open(find_lesson("heads"));
  session.settle(1);
  session.step = 7;
  session.enter_step();
  session.post(SetText{0, "The girl was happy", 1});
  session.settle(2);
  session.use(slots::model, load_shipped("gpt"));
  session.settle(3);
  EXPECT_EQ(session.lesson().id, "heads");
  EXPECT_EQ(session.inputs().scene, "decoder-alone");
  EXPECT_EQ(session.step, 0);
  EXPECT_EQ(session.inputs().text[0], "The girl was happy");
  EXPECT_FALSE(session.message.empty());
  EXPECT_FALSE(session.message_is_error);
  EXPECT_FALSE(session.run()->tape.find("encoder.input"));
  session.use(slots::model, load_shipped("en-de"));
  session.settle(4);
  EXPECT_EQ(session.inputs().scene, "transformer");
  EXPECT_EQ(session.inputs().text[0], "The girl was happy");
  EXPECT_TRUE(session.run()->tape.find("encoder.input"));
}

// With a text of the user's the largest probability is another word's: the step opens on that one.
TEST(StepCells, TheLargestNumberOfARowIsThatOfTheTextOnShow) {
  Session session(testing::shipped());
  session.open(find_lesson("decoding"));
  session.step = 2;
  session.enter_step();
  double now = 0;
  session.settle(now += 1);
  const auto word = [&] {
    const Var var = session.run()->tape.find("probabilities");
    const auto& words = session.run()->tape.node(var).label.cols.labels;
    return words[static_cast<std::size_t>(session.chosen->col)];
  };
  ASSERT_TRUE(session.chosen);
  EXPECT_EQ(word(), "vieil");
  session.post(SetText{0, "the dog sleeps"});
  session.settle(now += 1);
  ASSERT_TRUE(session.chosen);
  EXPECT_EQ(word(), "</s>");
}

// The text of one's own sentence speaks of its last token, the lesson's of the pronoun.
TEST(StepCells, AreOfTheTokenOfWhichTheTextSpeaks) {
  Session session(testing::shipped());
  const auto& forms = second_forms();
  session.open(*std::ranges::find(forms, "heads", &Lesson::id));
  session.step = 1;
  session.enter_step();
  double now = 0;
  session.settle(now += 1);
  const auto row = [&] {
    const Var var = session.run()->tape.find(session.chosen->path);
    return axis_label(session.run()->tape.node(var).label.rows, session.chosen->row);
  };
  ASSERT_TRUE(session.chosen);
  EXPECT_EQ(row(), "it");
  session.post(SetText{0, "The dog did not eat it today"});
  session.settle(now += 1);
  ASSERT_TRUE(session.chosen);
  EXPECT_EQ(row(), "today") << "though it holds the pronoun";
  session.post(SetText{0, "The cat sleeps"});
  session.settle(now += 1);
  ASSERT_TRUE(session.chosen);
  EXPECT_EQ(row(), "sleeps");
}

// While a text is typed it may be too short for the cell for a moment.
TEST(StepCells, AreThereAgainOnceTheTextIsLongEnough) {
  Lesson lesson = find_lesson("multi-head");
  lesson.steps.assign(1, Step{});
  lesson.steps[0].focus = "x";
  lesson.steps[0].cell = {"1", "0"};
  Session session(testing::shipped());
  session.open(lesson);
  double now = 0;
  for (const auto& [text, there] : {std::pair("one", false), std::pair("one two", true)}) {
    session.post(SetText{0, text});
    session.settle(now += 1);
    ASSERT_EQ(session.chosen.has_value(), there) << text;
  }
  EXPECT_EQ(session.chosen->row, 1);
  session.chosen.reset();  // closed by hand
  session.post(SetText{0, "one two three"});
  session.settle(now += 1);
  EXPECT_FALSE(session.chosen);
}

TEST_F(HeadSteps, TheHeadOfAnEarlierStepStays) {
  EXPECT_EQ(session_.head, 1);
  go(1);
  EXPECT_EQ(session_.head, 1) << "this step speaks of none";
  go(2);
  EXPECT_EQ(session_.head, 0);
  go(1);
  EXPECT_EQ(session_.head, 1);
}

TEST_F(HeadSteps, TheHeadThatTheUserChoseStaysUntilTheLessonTurnsToAnother) {
  session_.head = 3;
  go(1);
  EXPECT_EQ(session_.head, 3);
  go(2);
  EXPECT_EQ(session_.head, 0);
}

TEST_F(HeadSteps, LinesOfAStepEndWithIt) {
  EXPECT_FALSE(session_.lines);
  go(2);
  EXPECT_TRUE(session_.lines);
  go(0);
  EXPECT_FALSE(session_.lines);
  session_.lines = true;  // the user's own
  go(0);
  EXPECT_TRUE(session_.lines);
}

TEST_F(HeadSteps, LinesThatTheUserChoseLastUntilAStepSaysOtherwise) {
  session_.lines = true;
  go(1);
  EXPECT_FALSE(session_.lines) << "this step speaks of a matrix that lines do not show";
  EXPECT_NE(session_.message.find("in place of your lines"), std::string::npos);
  go(0);
  EXPECT_TRUE(session_.lines) << "they come back";
  EXPECT_TRUE(session_.message.empty());
  go(2);
  EXPECT_TRUE(session_.lines);
  session_.lines = false;
  go(2);
  EXPECT_TRUE(session_.lines) << "this step is about lines";
  EXPECT_NE(session_.message.find("This step shows lines"), std::string::npos);
  go(0);
  EXPECT_FALSE(session_.lines) << "the step has overruled them";
}

TEST_F(HeadSteps, AStepThatTurnsToAnotherHeadThanTheUsersSaysSo) {
  session_.head = 3;
  go(1);
  EXPECT_TRUE(session_.message.empty());
  go(2);
  EXPECT_NE(session_.message.find("head 1"), std::string::npos) << session_.message;
  go(1);
  EXPECT_TRUE(session_.message.empty()) << "nobody chose that one";
}

TEST_F(HeadSteps, ACellOutsideItsMatrixIsNotChosen) {
  go(1);
  EXPECT_FALSE(session_.chosen);
  go(2);
  ASSERT_TRUE(session_.chosen);
  EXPECT_EQ(session_.chosen->row, 1);
}

// A session is saved with the step that it is at, and with what a view was turned to.
TEST_F(HeadSteps, ASavedSessionComesBackWithItsStepAndView) {
  go(2);
  session_.view_state["tab"] = 2.0;
  Session again(testing::shipped());
  again.open(session_.snapshot());
  EXPECT_EQ(again.step, 2);
  ASSERT_TRUE(again.view_state.contains("tab"));
  EXPECT_EQ(again.view_state.at("tab"), Option(2.0));
}

// A file that names the second sentence names the first one too: read alone it would be another.
TEST(SessionSnapshot, ASecondSentenceIsSavedWithTheFirst) {
  Session session(testing::shipped());
  session.open(find_lesson("cross-attention"));
  const std::string first = session.inputs().text[0];
  ASSERT_FALSE(first.empty());
  EXPECT_FALSE(session.snapshot().changes.text[0]) << "nothing was changed";
  session.post(SetText{1, "robots dream", 0});
  session.settle(1);
  const Lesson saved = session.snapshot();
  EXPECT_EQ(saved.changes.text[1], "robots dream");
  EXPECT_EQ(saved.changes.text[0], first);
  session.post(SetText{0, "we watch", 0});
  session.settle(2);
  EXPECT_EQ(session.snapshot().changes.text[0], "we watch");
}

// What a step lights is of its own words: in another sentence, the second one too, other words
// stand there.
TEST(SessionTouch, IsNotOfOtherSentences) {
  for (const int which : {0, 1}) {
    Session session(testing::shipped());
    Lesson lesson = find_lesson("cross-attention");
    lesson.steps.assign(1, Step{});
    lesson.steps[0].touch.spots = {{"weights", 0, 0}};
    session.open(lesson);
    EXPECT_FALSE(session.touch().spots.empty());
    session.post(SetText{which, "other words stand here", 0});
    session.settle(1);
    ASSERT_FALSE(session.message_is_error) << session.message;
    EXPECT_TRUE(session.touch().spots.empty()) << which;
  }
}

}  // namespace
}  // namespace glassformer
