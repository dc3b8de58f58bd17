#include "app/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/lessons/shipped.h"

namespace glassformer {
namespace {

double cell(const Session& session, std::string_view path, int row, int col) {
  const Tape& tape = session.run()->tape;
  return tape.value(tape.find(path))(row, col);
}

class SessionTest : public ::testing::Test {
 protected:
  explicit SessionTest(std::string_view lesson = "self-attention-by-hand")
      : session_(testing::shipped()) {
    session_.open(find_lesson(lesson));
  }
  void does(Intent intent) {
    session_.post(std::move(intent));
    session_.settle(now_ += 1);
  }
  bool undo() {
    const bool done = session_.undo();
    session_.settle(now_ += 1);
    return done;
  }
  bool redo() {
    const bool done = session_.redo();
    session_.settle(now_ += 1);
    return done;
  }
  Session session_;
  double now_ = 0;
};

class SentenceSession : public SessionTest {
 protected:
  SentenceSession() : SessionTest("multi-head") {}
};

TEST_F(SessionTest, EditReachesEverythingBehindIt) {
  const double before = cell(session_, "output", 0, 0);
  does(SetCell{"x", {0, 0, 2}});
  EXPECT_EQ(cell(session_, "x", 0, 0), 2);
  EXPECT_NE(cell(session_, "output", 0, 0), before);
  ASSERT_NE(session_.previous(), nullptr);
  EXPECT_EQ(session_.changed_at(), now_);
  EXPECT_TRUE(session_.message.empty());
}

// Also in the first pass after a lesson was opened.
TEST_F(SessionTest, EditLeavesAloneWhatDoesNotDependOnIt) {
  const RunPtr before = session_.run();
  does(SetCell{"weights", {0, 0, 0.5}});
  const Tape &old = before->tape, &now = session_.run()->tape;
  for (const char* path : {"x", "q", "k", "v", "scores"}) {
    EXPECT_EQ(&now.value(now.find(path)), &old.value(old.find(path))) << path;
  }
  EXPECT_NE(now.node(now.find("output")).computed, old.node(old.find("output")).computed);
}

TEST_F(SessionTest, UndoAndRedoHaveNoLimit) {
  const double before = cell(session_, "x", 0, 0);
  constexpr int kMany = 300;
  for (int i = 1; i <= kMany; ++i) {
    session_.post(SetCell{"x", {0, 0, static_cast<double>(i)}});
    session_.settle(i);
  }
  for (int i = kMany; i > 0; --i) {
    ASSERT_EQ(cell(session_, "x", 0, 0), i);
    ASSERT_TRUE(undo());
  }
  EXPECT_EQ(cell(session_, "x", 0, 0), before);
  EXPECT_FALSE(session_.can_undo());
  EXPECT_FALSE(undo());
  int redone = 0;
  while (redo()) ++redone;
  EXPECT_EQ(redone, kMany);
  EXPECT_EQ(cell(session_, "x", 0, 0), kMany);
}

TEST_F(SessionTest, NewChangeForgetsWhatWasUndone) {
  does(SetCell{"x", {0, 0, 5}});
  undo();
  does(SetCell{"x", {0, 1, 7}});
  EXPECT_FALSE(session_.can_redo());
  EXPECT_FALSE(redo());
}

TEST_F(SessionTest, OneDragIsOneChange) {
  const double before = cell(session_, "x", 0, 0);
  for (int i = 1; i <= 20; ++i) does(SetCell{"x", {0, 0, 1 + 0.1 * i}, 1});
  does(SetCell{"x", {0, 0, 9}, 3});
  EXPECT_TRUE(undo());
  EXPECT_NEAR(cell(session_, "x", 0, 0), 3, 1e-6);
  EXPECT_TRUE(undo());
  EXPECT_EQ(cell(session_, "x", 0, 0), before);
  EXPECT_FALSE(session_.can_undo());
  EXPECT_TRUE(redo());
  EXPECT_NEAR(cell(session_, "x", 0, 0), 3, 1e-6) << "redo goes to the end of the drag";
}

TEST_F(SessionTest, ChangesWithoutAGestureStandAlone) {
  does(SetCell{"x", {0, 0, 5}});
  does(SetCell{"x", {0, 0, 6}});
  undo();
  EXPECT_EQ(cell(session_, "x", 0, 0), 5);
}

TEST_F(SessionTest, SliderIsOneChangePerDragAndOption) {
  does(SetOption{"temperature", 2.0, 1});
  does(SetOption{"temperature", 3.0, 1});
  does(SetOption{"d_k", 4.0, 1});
  undo();
  EXPECT_EQ(std::get<double>(session_.inputs().options.at("temperature")), 3.0);
  undo();
  EXPECT_FALSE(session_.inputs().options.contains("temperature"));
}

TEST_F(SessionTest, ImpossibleEditChangesNothingButTheMessage) {
  does(SetCell{"x", {0, 0, 5}});
  const RunPtr run = session_.run();
  for (const Intent& bad :
       {Intent{SetCell{"x", {99, 0, 1}}}, Intent{SetCell{"nowhere", {0, 0, 1}}},
        Intent{SetOption{"temperature", -1.0}}, Intent{SetOption{"mask", std::string("huge")}},
        Intent{SetOption{"no such option", 1.0}}}) {
    session_.message.clear();
    does(bad);
    EXPECT_FALSE(session_.message.empty());
    EXPECT_TRUE(cell(session_, "x", 0, 0) == 5) << session_.message;
    EXPECT_TRUE(session_.inputs().edits.contains("x"));
    EXPECT_FALSE(session_.inputs().edits.contains("nowhere"));
    EXPECT_FALSE(session_.inputs().options.contains("no such option"));
  }
  EXPECT_EQ(cell(session_, "output", 0, 0), run->tape.value(run->tape.find("output"))(0, 0));
}

TEST_F(SessionTest, FailedEditIsNoStepOfUndo) {
  does(SetCell{"x", {99, 0, 1}});
  EXPECT_TRUE(session_.message_is_error);
  EXPECT_FALSE(session_.can_undo());
}

TEST_F(SessionTest, DragThatFailsAtItsEndKeepsWhatWentWell) {
  const double before = cell(session_, "x", 0, 0);
  does(SetCell{"x", {0, 0, 5}, 1});
  does(SetCell{"x", {99, 0, 6}, 1});
  EXPECT_TRUE(session_.message_is_error);
  EXPECT_EQ(cell(session_, "x", 0, 0), 5);
  EXPECT_TRUE(undo()) << "the part that went well can be undone";
  EXPECT_EQ(cell(session_, "x", 0, 0), before);
}

TEST_F(SessionTest, ResetCellPutsOneBack) {
  const double first = cell(session_, "x", 0, 0);
  does(SetCell{"x", {0, 0, 5}});
  does(SetCell{"x", {0, 1, 6}});
  does(ResetCell{"x", 0, 0});
  EXPECT_EQ(cell(session_, "x", 0, 0), first);
  EXPECT_EQ(cell(session_, "x", 0, 1), 6);
  does(ResetCell{"x", 0, 1});
  EXPECT_TRUE(session_.inputs().edits.empty());
}

TEST_F(SessionTest, ResetAllPutsTheLessonBackAndCanBeUndone) {
  const double x = cell(session_, "x", 0, 0), output = cell(session_, "output", 0, 0);
  does(SetCell{"x", {0, 0, 5}});
  does(SetOption{"temperature", 3.0});
  does(ResetAll{});
  EXPECT_EQ(cell(session_, "x", 0, 0), x);
  EXPECT_EQ(cell(session_, "output", 0, 0), output);
  EXPECT_FALSE(session_.inputs().options.contains("temperature"));
  undo();
  EXPECT_EQ(cell(session_, "x", 0, 0), 5);
  EXPECT_TRUE(session_.inputs().options.contains("temperature"));
}

TEST_F(SentenceSession, SentenceMakesOtherTokensAndClearsTheCells) {
  does(SetCell{"x", {0, 0, 5}});
  does(SetText{0, "two words"});
  EXPECT_EQ(session_.run()->tokens[0], (std::vector<std::string>{"two", "words"}));
  EXPECT_TRUE(session_.inputs().edits.empty());
  EXPECT_EQ(session_.run()->tape.shape(session_.run()->tape.find("x")).rows, 2);
  undo();
  EXPECT_EQ(session_.run()->tokens[0].size(), 11U);
  EXPECT_EQ(cell(session_, "x", 0, 0), 5) << "undo brings the cell back, too";
}

TEST_F(SentenceSession, KeystrokesOfOneVisitAreOneChange) {
  const std::string before = session_.inputs().text[0];
  for (const char* text : {"o", "on", "one"}) does(SetText{0, text, 7});
  does(SetText{0, "two", 8});
  undo();
  EXPECT_EQ(session_.inputs().text[0], "one");
  undo();
  EXPECT_EQ(session_.inputs().text[0], before);
}

TEST_F(SentenceSession, ChosenAndHiddenCellsThatAreGoneAreForgotten) {
  session_.chosen = Target{Target::Kind::cell, "x", 7, 0, 0, 0};
  session_.predicted = {*session_.chosen, Target{Target::Kind::cell, "x", 0, 0, 0, 0}};
  does(SetText{0, "two words"});
  EXPECT_FALSE(session_.chosen);
  EXPECT_EQ(session_.predicted.size(), 1U);
}

TEST_F(SentenceSession, ShapesThatChangeGiveUpTheCells) {
  does(SetCell{"x", {0, 7, 5}});
  does(SetOption{"d_model", 4.0});
  EXPECT_EQ(session_.run()->tape.shape(session_.run()->tape.find("x")).cols, 4);
  EXPECT_TRUE(session_.inputs().edits.empty());
  EXPECT_FALSE(session_.message_is_error);
  EXPECT_FALSE(session_.message.empty());
}

TEST_F(SentenceSession, HeadsOfTheStepFollowTheHeadThatIsLaidOut) {
  EXPECT_EQ(repeated_scope("head.3.weights"), 2);
  EXPECT_EQ(repeated_scope("a.loop.1.x"), 0);
  EXPECT_EQ(repeated_scope("ahead.1.x"), std::nullopt);
  EXPECT_EQ(repeated_scope("head.x"), std::nullopt);
  session_.step = 2;
  session_.head = 1;
  EXPECT_EQ(focus_path(session_, 2), "head.2.wq");
  EXPECT_EQ(focus_path(session_, 99), "");
}

class OrderSession : public SessionTest {
 protected:
  OrderSession() : SessionTest("permutation") {}
};

TEST_F(OrderSession, CanBeShuffledAndPutBack) {
  does(SetOrder{{2, 0, 1}});
  EXPECT_EQ(session_.inputs().order, (std::vector<int>{2, 0, 1}));
  EXPECT_EQ(cell(session_, "p", 0, 2), 1);
  undo();
  EXPECT_TRUE(session_.inputs().order.empty());
}

class WordParts : public SessionTest {
 protected:
  WordParts() : SessionTest("subwords") {}
  void go(int step) {
    session_.step = step;
    session_.enter_step();
    session_.settle(now_ += 1);
  }
};

// The lesson's own words are too short for n-grams of 12 characters.
TEST_F(WordParts, AStepThatDoesNotGoWithTheChangesPutsThemBackAndIsShown) {
  does(SetText{0, "unquestionably unquestioningly", 0});
  does(SetOption{"max_n", 12.0});
  does(SetOption{"min_n", 12.0});
  ASSERT_FALSE(session_.message_is_error) << session_.message;
  go(10);  // sets another sentence, and keeps the rows of whole words
  ASSERT_FALSE(session_.message_is_error) << session_.message;
  go(0);
  EXPECT_FALSE(session_.message_is_error) << session_.message;
  EXPECT_NE(session_.message.find("Your changes were put back"), std::string::npos)
      << session_.message;
  EXPECT_FALSE(session_.is_changed());
  Session again(testing::shipped());
  again.open(session_.snapshot());
  EXPECT_EQ(again.inputs().text, session_.inputs().text);
}

// What was set by hand before a session was saved has no step of undo.
TEST_F(WordParts, CellsOfASavedSessionAreClearedWhereAStepHasNoPlaceForThem) {
  go(10);
  const Tape& tape = session_.run()->tape;
  const Shape parts = tape.shape(tape.find("has"));
  does(SetCell{"has", {parts.rows - 1, parts.cols - 1, 0.5}});
  session_.open(session_.snapshot());
  go(0);
  EXPECT_FALSE(session_.message_is_error) << session_.message;
  EXPECT_EQ(session_.run()->tokens[0].front(), "where");
  EXPECT_NO_THROW(Session(testing::shipped()).open(session_.snapshot()));
}

TEST_F(SentenceSession, ASavedSessionComesBackWithItsHead) {
  for (const int head : {0, 2}) {
    session_.head = head;
    Session again(testing::shipped());
    again.open(parse_lesson(write_lesson(session_.snapshot()), "saved.json"));
    EXPECT_EQ(again.head, head);
  }
}

TEST_F(OrderSession, AnOrderThatIsNoPermutationIsRefused) {
  const std::vector<int> before = session_.inputs().order;
  does(SetOrder{{2, 1, 2}});
  EXPECT_TRUE(session_.message_is_error);
  EXPECT_NE(session_.message.find("no permutation"), std::string::npos) << session_.message;
  EXPECT_EQ(session_.inputs().order, before);
}

TEST_F(SessionTest, ARedoBringsBackWhatWasUndone) {
  does(SetCell{"x", {0, 0, 2}});
  does(SetCell{"x", {0, 0, 3}});
  undo();
  undo();
  redo();
  EXPECT_EQ(cell(session_, "x", 0, 0), 2);
  redo();
  EXPECT_EQ(cell(session_, "x", 0, 0), 3);
  undo();
  EXPECT_EQ(cell(session_, "x", 0, 0), 2);
}

// What is saved opens as it was: the same numbers, the same edits, the same step.
class Snapshot : public ::testing::TestWithParam<std::string> {};

TEST_P(Snapshot, OpensAgainAsItWas) {
  Session session(testing::shipped());
  session.open(find_lesson(GetParam()));
  session.step = static_cast<int>(session.lesson().steps.size()) - 1;
  const Tape& tape = session.run()->tape;
  const std::string first = tape.paths().front();
  if (!session.run()->cells_stay) session.post(SetCell{first, {0, 0, 0.375}});
  session.settle(1);
  ASSERT_TRUE(session.message.empty()) << session.message;

  const std::string json = write_lesson(session.snapshot());
  Session again(testing::shipped());
  again.open(parse_lesson(json, "saved.json"));
  EXPECT_EQ(again.step, session.step);
  EXPECT_EQ(again.inputs().edits, session.inputs().edits);
  EXPECT_EQ(again.inputs().text, session.inputs().text);
  ASSERT_EQ(again.run()->tape.paths(), session.run()->tape.paths());
  for (const std::string& path : again.run()->tape.paths()) {
    const Mat& a = again.run()->tape.value(again.run()->tape.find(path));
    const Mat& b = session.run()->tape.value(session.run()->tape.find(path));
    ASSERT_EQ(a.shape(), b.shape()) << path;
    EXPECT_TRUE(a == b) << path;
  }
  EXPECT_EQ(write_lesson(again.snapshot()), json);
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Lessons, Snapshot, ::testing::ValuesIn(testing::shipped_ids()), test_name);

}  // namespace
}  // namespace glassformer
