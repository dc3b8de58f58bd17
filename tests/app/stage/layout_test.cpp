#include "app/stage/layout.h"

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "core/lesson/lesson.h"
#include "core/lesson/stage.h"
#include "tests/app/lessons/shipped.h"

namespace glassformer::testing {
namespace {

const ViewTraits kView{.parts = {{.name = "rail", .side = PartSpec::Side::left, .share = 0.2F},
                                 {.name = "list", .side = PartSpec::Side::right, .share = 0.3F},
                                 {.name = "chart", .share = 0.25F}}};
constexpr Rect kArea{100, 50, 1000, 400};

TEST(StageLayout, AHeroAloneHasTheWholeStage) {
  const auto standing = lay_out_stage({"map", "", ""}, kView, kArea, 20);
  ASSERT_EQ(standing.size(), 1U);
  EXPECT_EQ(standing[0].rect, kArea);
}

TEST(StageLayout, WhatStandsBesideTakesItsShareOnItsOwnSide) {
  const auto left = lay_out_stage({"map", "rail", ""}, kView, kArea, 20);
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left[0].rect, (Rect{320, 50, 780, 400}));
  EXPECT_EQ(left[1].rect, (Rect{100, 50, 200, 400}));
  const auto right = lay_out_stage({"map", "list", ""}, kView, kArea, 20);
  EXPECT_EQ(right[0].rect, (Rect{100, 50, 680, 400}));
  EXPECT_EQ(right[1].rect, (Rect{800, 50, 300, 400}));
}

TEST(StageLayout, WhatStandsUnderTakesItsShareOfTheHeight) {
  const auto standing = lay_out_stage({"map", "rail", "chart"}, kView, kArea, 20);
  ASSERT_EQ(standing.size(), 3U);
  EXPECT_EQ(standing[0].rect, (Rect{320, 50, 780, 280}));
  EXPECT_EQ(standing[2].rect, (Rect{320, 350, 780, 100}));
  EXPECT_EQ(standing[1].rect.h, 400) << "what stands beside keeps the whole height";
}

Lesson lesson_in_scenes() {
  return parse_lesson(R"({"id": "a", "title": "A", "model": "attention", "tokens": ["x", "y"],
      "places": {"hero": "weights"},
      "steps": [{"title": "1"}, {"title": "2", "new_scene": {"hero": "focus", "side": "v"}},
                {"title": "3"}]})",
                      "a.json");
}

TEST(StageLayout, PlacesHoldStillUntilANewScene) {
  const Lesson lesson = lesson_in_scenes();
  EXPECT_EQ(stage_places(lesson, 0).hero, "weights");
  EXPECT_EQ(stage_places(lesson, 1).hero, "focus");
  EXPECT_EQ(stage_places(lesson, 2).side, "v");
  EXPECT_TRUE(stage_places(Lesson{}, 0).empty());
}

TEST(StageLayout, ALessonWithoutPlacesHasThoseOfItsView) {
  Session session(testing::shipped());
  Lesson bare = find_lesson("heads");
  bare.places = {};
  session.open(bare);
  EXPECT_EQ(session.lesson().places, find_lesson("heads").places);
  bare = find_lesson("masked-scores");
  bare.places = {};
  session.open(bare);
  EXPECT_EQ(session.lesson().places.hero, "equation");
  Session alone({bare});
  alone.open(bare);
  EXPECT_EQ(alone.lesson().places.hero, "equation") << "no other lesson is known";
}

TEST(StageLayout, ScenesAndLinesAreWrittenAndReadAgain) {
  Lesson lesson = lesson_in_scenes();
  lesson.steps[0].line = "Look.";
  lesson.steps[0].small = "One formula.";
  lesson.steps[0].ask = Ask{"Why?", {}, "Because it is so.", "Because."};
  const Lesson again = parse_lesson(write_lesson(lesson), "again.json");
  EXPECT_EQ(again.places, lesson.places);
  EXPECT_EQ(again.steps[1].new_scene, lesson.steps[1].new_scene);
  EXPECT_EQ(again.steps[0].line, "Look.");
  EXPECT_EQ(again.steps[0].small, "One formula.");
  EXPECT_EQ(again.steps[0].ask->line, "Because.");
}

TEST(StageLayout, ANameThatIsNoPartIsFound) {
  Lesson lesson = lesson_in_scenes();
  const Inputs inputs = stage_inputs(lesson, 0);
  const RunPtr made = run(inputs);
  EXPECT_TRUE(check_places(lesson, 0, *made).empty());
  EXPECT_TRUE(check_places(lesson, 1, *made).empty());
  lesson.steps[1].new_scene.side = "railing";
  const auto said = check_places(lesson, 1, *made);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(said[0].find("new_scene.side: there is no part and no matrix \"railing\""), 0U)
      << said[0];
}

}  // namespace
}  // namespace glassformer::testing
