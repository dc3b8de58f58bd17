#include <gtest/gtest.h>

#include "app/kept/settings.h"
#include "core/formats/file.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::testing {
namespace {

Driver first_start(std::string_view lesson = "multi-head") {
  return Driver(lesson, {.settings = first_settings()});
}

TEST(Hints, EachGoesOnceItsThingIsDone) {
  Driver d = first_start();
  EXPECT_TRUE(d.shows("Space: next step"));
  EXPECT_TRUE(d.shows("Touch a number"));
  EXPECT_TRUE(d.shows("Type your own sentence"));
  d.press(Key::space);
  d.rest();
  EXPECT_FALSE(d.shows("Space: next step"));
  EXPECT_TRUE(d.shows("Touch a number"));
  d.go_to("head.1.q");
  d.find_cell("head.1.q", 0, 0);
  EXPECT_FALSE(d.shows("Touch a number"));
  EXPECT_TRUE(d.shows("Type your own sentence"));
  d.press(Key::l, true);
  d.type("robots dream");
  EXPECT_FALSE(d.shows("Type your own sentence"));
  d.press(Key::enter);
  EXPECT_TRUE(d.app().settings().hints.empty());
}

TEST(Hints, EscapeDismissesAllForGood) {
  Driver d = first_start();
  d.press(Key::escape);
  EXPECT_FALSE(d.shows("Space: next step"));
  EXPECT_TRUE(parse_settings(write_settings(d.app().settings())).hints.empty());
}

TEST(Hints, AreNoneForThePresenterAndUnderADialog) {
  Driver d = first_start();
  d.press(Key::question);
  d.rest();
  EXPECT_FALSE(d.shows("Space: next step"));
  d.press(Key::escape);
  d.rest();
  EXPECT_TRUE(d.shows("Space: next step"));
  d.press(Key::f5);
  d.rest();
  EXPECT_FALSE(d.shows("Space: next step"));
}

TEST(Hints, PointOnlyAtWhatIsThere) {
  Driver d = first_start("self-attention-by-hand");
  EXPECT_TRUE(d.shows("Space: next step"));
  EXPECT_FALSE(d.shows("Type your own sentence")) << "the lesson gives its own numbers";
}

TEST(Hints, LieOverNoOtherWords) {
  for (const char* lesson : {"word-training", "word-map", "how-much-data", "multi-head"}) {
    for (const Vec size : {Vec{1280, 720}, Vec{1600, 1000}}) {
      Driver d(lesson, {.width = static_cast<int>(size.x),
                        .height = static_cast<int>(size.y),
                        .settings = first_settings()});
      d.rest();
      const std::vector<const Command*> texts = d.texts();
      for (const Command* hint : texts) {
        if (hint->layer == 0) continue;
        for (const Command* other : texts) {
          EXPECT_FALSE(other->layer == 0 && hint->rect.overlaps(other->rect))
              << lesson << " at " << size.x << ": " << hint->text << " over " << other->text;
        }
      }
      EXPECT_TRUE(d.shows("Space: next step")) << lesson;
    }
  }
}

TEST(Hints, AreInNoPictureThatIsSaved) {
  const TemporaryFolder folder;
  const std::string file = (folder / "picture.svg").string();
  Driver d = first_start();
  d.press(Key::s, true);
  d.rest();
  d.click(d.where("SVG"));
  d.type(file);
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(read_file(file, 1 << 26).find("Space: next step"), std::string::npos);
  EXPECT_TRUE(d.app().settings().hints.contains(Hint::go_on)) << "but it is still to come";
}

TEST(Settings, KeepHintsFoldsAndWhatWasSeen) {
  Settings settings = first_settings();
  EXPECT_EQ(settings.hints.size(), 3U);
  settings.hints.erase(Hint::touch);
  settings.folded = {"Speed"};
  settings.seen = {"masked-scores", "multi-head"};
  EXPECT_EQ(parse_settings(write_settings(settings)), settings);
  EXPECT_TRUE(parse_settings("{\"dark\": true}").hints.empty()) << "no first start";
  EXPECT_TRUE(parse_settings("{\"hints_left\": [3, \"nonsense\"], \"lessons_seen\": 4}") ==
              Settings{});
}

// Runs a lesson to its last step, and lets that be drawn.
void to_the_end(Driver& d) {
  d.press(Key::end);
  d.rest();
}

TEST(LessonEnd, TheNextLessonIsOfferedAndOpensByKeyOrClick) {
  Driver d("masked-scores");
  EXPECT_FALSE(d.shows_part("Next lesson"));
  d.press(Key::n);
  EXPECT_EQ(d.session().lesson().id, "masked-scores") << "not before the end";
  to_the_end(d);
  EXPECT_TRUE(d.shows("Next lesson: The weighted sum"));
  d.press(Key::n);
  EXPECT_EQ(d.session().lesson().id, "weighted-sum");
  EXPECT_EQ(d.session().step, 0);
  to_the_end(d);
  d.press(Key::right);
  EXPECT_EQ(d.session().lesson().id, "weighted-sum") << "the arrow stays within the lesson";
  d.frame(1);
  d.press(Key::space);
  EXPECT_EQ(d.session().lesson().id, "loop-and-matrix");
  to_the_end(d);
  d.click(d.where("Next lesson: Six score functions"));
  EXPECT_EQ(d.session().lesson().id, "score-functions");
}

TEST(LessonEnd, AHeldSpaceDoesNotRunThroughTheLessons) {
  Driver d("masked-scores");
  for (int i = 0; i < 60; ++i) d.press(Key::space);
  EXPECT_EQ(d.session().lesson().id, "masked-scores");
}

TEST(LessonEnd, AClickerLeavesALessonOnlyAfterItsLastStepHasStood) {
  Driver d("masked-scores");
  to_the_end(d);
  d.frame(1);
  d.press(Key::page_down);
  EXPECT_EQ(d.session().lesson().id, "masked-scores");
  d.frame(1.5);
  d.press(Key::page_down);
  EXPECT_EQ(d.session().lesson().id, "weighted-sum");
}

TEST(LessonEnd, TheLastLessonOffersNone) {
  Driver d("self-attention-by-hand");
  d.app().open(d.session().lessons().back());
  d.rest();
  const std::string id = d.session().lesson().id;
  to_the_end(d);
  EXPECT_FALSE(d.shows_part("Next lesson"));
  d.press(Key::n);
  EXPECT_EQ(d.session().lesson().id, id);
}

TEST(Window, IsNamedAfterItsLesson) {
  Driver d("masked-scores");
  EXPECT_EQ(d.app().title(), "Masked scores — glassformer");
}

}  // namespace
}  // namespace glassformer::testing
