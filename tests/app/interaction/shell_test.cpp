#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>

#include "core/formats/file.h"
#include "tests/app/interaction/driver.h"
#include "tests/app/lessons/shipped.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

constexpr const char* kSentence = "The animal didn't cross the street because it was too tired";

TEST(Shell, ListOpensAnotherLesson) {
  Driver d("self-attention-by-hand");
  d.click(d.where("Six score functions"));
  EXPECT_EQ(d.session().lesson().id, "score-functions");
  EXPECT_EQ(d.session().step, 0);
  EXPECT_TRUE(d.shows("One query, four keys")) << "the first step";
  EXPECT_FALSE(d.session().can_undo());
}

// A word of its own: a map of words may well show a nanny.
bool says_nan(const std::string& text) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == "nan" || word == "-nan" || word == "−nan") return true;
  }
  return false;
}

TEST(Shell, EveryLessonOfTheListOpensAndWalksToItsEnd) {
  Driver d("self-attention-by-hand");
  for (const Lesson& lesson : testing::shipped()) {
    SCOPED_TRACE(lesson.id);
    std::string title;  // as the list prints it, perhaps cut
    for (const Command* text : d.texts()) {
      const std::string shown = text->text.substr(0, text->text.find("…"));
      if (text->rect.x < 236 * d.scale() && !shown.empty() && lesson.title.starts_with(shown) &&
          shown.size() > title.size()) {
        title = text->text;
      }
    }
    if (title.empty()) {  // below what is seen of the list
      d.wheel({100 * d.scale(), 600}, -30);
      for (const Command* text : d.texts()) {
        const bool in_list = text->rect.x < 236 * d.scale() && text->rect.y > 0;
        if (in_list && text->text == lesson.title) title = text->text;
      }
    }
    d.click(d.where_in(title, {0, 0, 236 * d.scale(), 1000}));
    ASSERT_EQ(d.session().lesson().id, lesson.id);
    const std::size_t most = 3 * lesson.steps.size();  // questions take a press of their own
    for (std::size_t i = 0; i < most && d.session().step + 1 < std::ssize(lesson.steps); ++i) {
      d.press(Key::right);
    }
    EXPECT_EQ(d.session().step, static_cast<int>(lesson.steps.size()) - 1);
    EXPECT_TRUE(d.session().message.empty()) << d.session().message;
    for (const Command* text : d.texts()) {
      EXPECT_FALSE(says_nan(text->text)) << text->text;
    }
  }
}

TEST(Shell, TheSameNumberTypedAgainIsNoChange) {
  Driver d("word-map");
  d.rest();
  d.click(d.where("10000"));  // how many words
  d.press(Key::enter);
  d.rest();
  EXPECT_FALSE(d.session().is_changed());
  EXPECT_FALSE(d.session().undo());
}

// With the tree there is no noise.
TEST(Shell, AStepWhoseMatrixIsNotComputedSaysSo) {
  Driver d("word2vec-step");
  d.rest();
  d.go_to("noise.share");
  EXPECT_FALSE(d.says("the matrix that this step explains"));
  d.click(d.where("tree"));
  d.rest();
  EXPECT_TRUE(d.says("the matrix that this step explains"));
  d.go_to("scores");
  EXPECT_FALSE(d.says("the matrix that this step explains"));
}

Lesson asking() {
  return parse_lesson(R"({"id": "asking", "title": "Asking", "model": "attention",
      "tokens": ["one", "two"], "given": {"scores": [[0, 2], [1, 0]], "v": [[1, 0], [0, 1]]},
      "steps": [
        {"title": "First", "focus": "weights", "text": "Weight \\value{weights}{0}{1}. \\own{As printed.}",
         "ask": {"question": "Who wins?", "hide": [["weights", 0]],
                 "answer": "It is \\argmax{weights}{0}{*}."}},
        {"title": "Second", "focus": "weights", "cell": [0, 0], "text": "Sharper.",
         "set": {"config": {"scale": false}}, "try": "Now you."}]})",
                      "asking.json");
}

TEST(Shell, WhatHoldsForTheLessonsOwnDataIsLeftOutWhenItIsChanged) {
  Driver d("hidden-word", {1280, 720, {}, false});
  d.app().open(asking());
  d.rest();
  EXPECT_TRUE(d.says("As printed."));
  d.session().post(SetCell{"scores", {0, 0, 7}, 1});
  d.rest();
  EXPECT_FALSE(d.says("As printed."));
  EXPECT_FALSE(d.says("left out")) << "what stands is true: nothing is confessed";
}

TEST(Shell, AQuestionIsAnsweredByTheNextPress) {
  Driver d("hidden-word");
  d.app().open(asking());
  d.rest();
  EXPECT_TRUE(d.says("Who wins?"));
  EXPECT_FALSE(d.says("It is two."));
  d.press(Key::page_down);
  d.rest();
  EXPECT_EQ(d.session().step, 0);
  EXPECT_TRUE(d.says("It is two."));
  d.press(Key::page_down);
  d.rest();
  EXPECT_EQ(d.session().step, 1);
  EXPECT_TRUE(d.says("Now you."));
}

TEST(Shell, AStepTakesOverWhatItSetsAndUndoBringsItBack) {
  Driver d("hidden-word");
  d.app().open(asking());
  d.session().post(SetOption{"scale", 0.0, 1});
  d.session().post(SetOption{"scale", 1.0, 2});
  d.session().post(SetOption{"mask", std::string("causal"), 3});
  d.rest();
  d.session().step = 1;
  d.session().enter_step();
  d.rest();
  EXPECT_EQ(number(d.session().inputs(), "scale"), 0);
  EXPECT_EQ(choice(d.session().inputs(), "mask"), "causal") << "which the step does not set";
  EXPECT_TRUE(d.says("Ctrl Z brings yours back."));
  d.press(Key::z, true);
  d.rest();
  EXPECT_EQ(number(d.session().inputs(), "scale"), 1);
  EXPECT_FALSE(d.says("Ctrl Z brings yours back."));
  d.press(Key::r, true);
  d.rest();
  EXPECT_EQ(number(d.session().inputs(), "scale"), 0)
      << "the lesson as it is written, at this step";
  EXPECT_EQ(choice(d.session().inputs(), "mask"), "none");
}

TEST(Shell, WhatAStepTookOverIsToldAtThatStepAlone) {
  Driver d("hidden-word");
  d.app().open(asking());
  d.session().post(SetOption{"scale", 1.0, 1});
  d.rest();
  d.session().step = 1;
  d.session().enter_step();
  d.rest();
  EXPECT_TRUE(d.says("Ctrl Z brings yours back."));
  d.press(Key::left);
  d.rest();
  EXPECT_TRUE(d.session().message.empty());
}

TEST(Shell, WhatHasNoAnswerInTheUsersWordsIsNotAskedButSomethingElse) {
  Driver d("who-is-it");
  EXPECT_TRUE(d.session().asking());
  d.session().post(SetText{0, "The dog did not cross the road because it was too tired.", 1});
  d.rest();
  EXPECT_TRUE(d.session().asking()) << "it has a pronoun";
  d.session().post(SetText{0, "the old dog", 2});
  d.rest();
  EXPECT_FALSE(d.says("Which pronoun"));
  EXPECT_TRUE(d.says("Does this translation need a pronoun for"));
  EXPECT_FALSE(d.shows_part("–"));
}

TEST(Shell, WhatAStepTookOverIsToldBelowThePicture) {
  Driver d("who-is-it", {1280, 720});
  d.session().post(SetText{0, "The dog did not cross the road because it was too tired.", 0});
  d.rest();
  d.session().step = 1;  // it sets the sentence
  d.session().enter_step();
  d.rest();
  ASSERT_TRUE(d.says("Ctrl Z brings yours back."));
  const Vec chips = d.where("heads");
  float told = 0;
  for (const Command& command : d.app().canvas().commands()) {
    if (command.text.find("Ctrl") != std::string::npos) told = command.rect.y;
  }
  EXPECT_LT(chips.y + 15, told);
}

TEST(Shell, AutoplayAnswersAQuestionBeforeItGoesOn) {
  Driver d("hidden-word");
  d.app().open(asking());
  d.moving = true;
  d.frame();
  d.press(Key::a);
  const auto wait = [&] {  // for the step to be built, and for the time to read it
    for (int i = 0; i < 35; ++i) d.frame(0.1);
  };
  for (int i = 0; i < 100 && d.session().asking(); ++i) d.frame(0.1);
  EXPECT_FALSE(d.session().asking());
  EXPECT_EQ(d.session().step, 0);
  wait();
  EXPECT_EQ(d.session().step, 1);
}

// Step 2 of this lesson leaves the mask out: what the slide prints does not belong beside that.
TEST(Shell, WhatTheLecturePrintedStandsBesideTheLessonsOwnNumbersAlone) {
  Driver d("masked-scores");
  const auto shows_printed = [&](int step) {
    d.session().step = step;
    d.session().enter_step();
    d.rest();
    return d.shows("As printed, and exact");
  };
  EXPECT_FALSE(shows_printed(1));
  EXPECT_TRUE(shows_printed(4));
  d.session().post(SetCell{"scores", {0, 0, 7}, 1});
  d.rest();
  EXPECT_FALSE(d.shows("As printed, and exact"));
}

TEST(Shell, ThemePresenterScaleAndListAreKeys) {
  Driver d("self-attention-by-hand");
  const Color page = d.app().background();
  d.press(Key::t);
  EXPECT_TRUE(d.app().settings().dark);
  EXPECT_LT(luminance(d.app().background()), luminance(page));
  d.press(Key::t);
  EXPECT_EQ(d.app().background(), page);

  const float scale = d.scale();
  d.press(Key::f5);
  EXPECT_NEAR(d.scale(), 1.6F * scale, 0.01F);
  d.press(Key::f5);
  EXPECT_NEAR(d.scale(), scale, 0.01F);
  Driver small("self-attention-by-hand", {1280, 720, {}, false});
  small.press(Key::f5);
  EXPECT_NEAR(small.scale(), 1.2F, 0.01F) << "as large as a lesson has room for";
  d.press(Key::plus, true);
  EXPECT_GT(d.scale(), scale);
  d.press(Key::minus, true);
  EXPECT_NEAR(d.scale(), scale, 0.01F);
  EXPECT_NEAR(d.app().settings().scale, scale, 0.01);

  EXPECT_TRUE(d.shows_part("Thinking Machines"));
  d.press(Key::l);
  EXPECT_FALSE(d.shows_part("Thinking Machines"));
  d.press(Key::s);
  EXPECT_TRUE(d.app().settings().mark_sign);
  d.press(Key::f11);
  EXPECT_TRUE(d.app().take_fullscreen());
  EXPECT_FALSE(d.app().take_fullscreen());
}

TEST(Shell, LettersGrowFromWhatIsSeenAsFarAsThereIsRoom) {
  Driver wide("self-attention-by-hand", {2560, 1440, {}, false});
  const float scale = wide.scale();
  EXPECT_NEAR(scale, 1.4F, 0.01F);
  wide.press(Key::plus, true);
  EXPECT_NEAR(wide.scale(), scale + 0.1F, 0.01F);

  Driver small("self-attention-by-hand", {1280, 720, {}, false});
  for (int i = 0; i < 6; ++i) small.press(Key::plus, true);
  EXPECT_NEAR(small.scale(), 1.2F, 0.01F);
  EXPECT_EQ(small.session().message, "Letters are as large as they can be in this window.");
  small.press(Key::minus, true);
  EXPECT_NEAR(small.scale(), 1.1F, 0.01F);
}

// With the presenter's letters there is no room beside the canvas: then only who asks for the list
// has it over the picture.
TEST(Shell, TheListDoesNotCoverThePresentersPicture) {
  Driver d("self-attention-by-hand");
  EXPECT_TRUE(d.shows("Masked scores"));
  d.press(Key::f5);
  d.rest();
  EXPECT_FALSE(d.shows("Masked scores"));
  d.press(Key::l);
  d.rest();
  EXPECT_TRUE(d.shows("Masked scores"));
  d.press(Key::escape);
  d.rest();
  EXPECT_FALSE(d.shows("Masked scores"));
  d.press(Key::l);
  d.rest();
  d.click(d.where("Masked scores"));
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "masked-scores");
  EXPECT_FALSE(d.shows("The weighted sum"));
  d.press(Key::f5);
  d.rest();
  EXPECT_TRUE(d.shows("The weighted sum")) << "beside the canvas again";
}

TEST(Shell, TheKeysAreScrolledToWhereThereIsNoRoom) {
  Driver d("self-attention-by-hand", {.width = 1000, .height = 500});
  d.press(Key::question);
  d.rest();
  EXPECT_FALSE(d.shows("Ctrl Q"));
  d.wheel({500, 300}, -20);
  d.rest();
  EXPECT_TRUE(d.shows("Ctrl Q"));
}

TEST(Shell, QuestionMarkListsTheKeys) {
  Driver d("self-attention-by-hand");
  d.press(Key::question, false, true);
  EXPECT_TRUE(d.shows("Keys"));
  EXPECT_TRUE(d.shows("Ctrl Z   Ctrl Y"));
  d.press(Key::right);
  EXPECT_EQ(d.session().step, 0) << "what lies under it is not touched";
  d.press(Key::escape);
  EXPECT_FALSE(d.shows("Keys"));
  d.press(Key::f1);
  EXPECT_TRUE(d.shows("Keys"));
  d.press(Key::question, false, true);
  EXPECT_FALSE(d.shows("Keys"));
}

TEST(Shell, BrokenFileIsASentenceAndKeepsEverything) {
  const TemporaryFolder folder;
  write_file(folder / "broken.json", "{\"id\": \"broken\",\n \"title\": 3}");
  Driver d("multi-head");
  d.press(Key::right);
  const RunPtr run = d.session().run();
  d.click(d.where(kSentence));
  d.drop((folder / "broken.json").string());
  EXPECT_EQ(d.session().run(), run);
  EXPECT_EQ(d.session().step, 1);
  EXPECT_TRUE(d.session().message_is_error);
  EXPECT_NE(d.session().message.find("broken.json"), std::string::npos);
  EXPECT_TRUE(d.shows_part("broken.json")) << "in the bar";
  d.type("still here");
  d.press(Key::enter);
  EXPECT_EQ(d.session().inputs().text[0], "still here") << "the bar leaves the keyboard alone";
  d.drop((folder / "absent.json").string());
  EXPECT_NE(d.session().message.find("absent.json"), std::string::npos);
  EXPECT_EQ(d.session().inputs().text[0], "still here");
  d.press(Key::escape);
  EXPECT_TRUE(d.session().message.empty());
}

TEST(Shell, LessonThatIsDroppedOpens) {
  const TemporaryFolder folder;
  Lesson lesson = find_lesson("multi-head");
  lesson.id = "my-own";
  lesson.title = "A lesson of my own";
  lesson.inputs.text[0] = "written by hand";
  write_file(folder / "own.json", write_lesson(lesson));
  Driver d("self-attention-by-hand");
  d.drop((folder / "own.json").string());
  EXPECT_TRUE(d.session().message.empty()) << d.session().message;
  EXPECT_EQ(d.session().lesson().id, "my-own");
  EXPECT_TRUE(d.shows("written by hand"));
}

TEST(Shell, ANoticeStandsBelowTheStageUntilTheNextStep) {
  Driver d("masked-scores");
  d.rest();
  const float whole = d.app().stage().bottom();
  d.app().notify({"A quiet line for whoever is new here."});
  d.rest();
  ASSERT_TRUE(d.says("A quiet line"));
  const auto words = d.texts();
  const auto quiet = std::ranges::find(words, "quiet", [](const Command* c) { return c->text; });
  ASSERT_NE(quiet, words.end());
  EXPECT_LE(d.app().stage().bottom(), (*quiet)->rect.y) << "no row of the stage is covered";
  d.press(Key::right);
  d.rest();
  EXPECT_FALSE(d.says("A quiet line"));
  EXPECT_EQ(d.app().stage().bottom(), whole);
}

}  // namespace
}  // namespace glassformer::testing
