#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>

#include "app/shell/model_lessons.h"
#include "app/shell/use_model.h"
#include "core/formats/assets.h"
#include "core/lesson/stage.h"
#include "core/models/checkpoint.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/paths.h"

// The page of a model that was opened: what it is, and which lessons run on it.
namespace glassformer::testing {
namespace {

TEST(Open, AModelHasAPageAndTheLessonsThatRunOnIt) {
  Driver d("masked-scores");
  d.press(Key::right);
  d.drop((assets_folder() / "weights" / "gru-luong.safetensors").string());
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "masked-scores") << "it lies over the lesson";
  EXPECT_TRUE(d.shows("gru-luong.safetensors"));
  EXPECT_TRUE(d.shows("GRU"));
  EXPECT_TRUE(d.shows("Attention to the encoder"));
  EXPECT_TRUE(d.shows("148,576") || d.says("148,576 parameters"));
  EXPECT_EQ(number_of(d.texts(), "Who translates whom"), 2) << "in the list of lessons too";
  EXPECT_EQ(number_of(d.texts(), "Through one vector"), 1) << "which shows models of one vector";
  d.press(Key::enter);
  d.rest();
  EXPECT_TRUE(d.session().inputs().resources.get(slots::model));
  EXPECT_FALSE(d.session().message_is_error) << d.session().message;
}

TEST(Open, EscapeLeavesTheModelAlone) {
  Driver d("masked-scores");
  d.press(Key::right);
  const RunPtr run = d.session().run();
  d.drop((assets_folder() / "weights" / "en-fr.safetensors").string());
  d.rest();
  EXPECT_TRUE(d.shows("Walk through a Transformer"));
  d.press(Key::escape);
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "masked-scores");
  EXPECT_EQ(d.session().step, 1);
  EXPECT_EQ(d.session().run(), run);
}

constexpr std::string_view page_of_model = "Lessons that run on it";

TEST(Open, ThePageOfAModelClosesByEscapeAndByItsCross) {
  Driver d("masked-scores");
  const std::string model = (assets_folder() / "weights" / "en-fr.safetensors").string();
  d.drop(model);
  d.rest();
  ASSERT_TRUE(d.shows(page_of_model));
  d.press(Key::escape);
  d.rest();
  EXPECT_FALSE(d.shows(page_of_model));
  d.drop(model);
  d.rest();
  // The cross is in the corner of the page, in the line of the file's name.
  const float name = d.where("en-fr.safetensors").y;
  Vec cross{1600, name};
  do {
    cross.x -= 10;
    d.move(cross);
    d.rest();
  } while (cross.x > 0 && !d.says("Close (Esc)"));
  ASSERT_GT(cross.x, 0);
  d.click(cross);
  d.rest();
  EXPECT_FALSE(d.shows(page_of_model));
  EXPECT_EQ(d.session().lesson().id, "masked-scores");
}

TEST(Open, ArrowsChooseAmongTheLessonsOfAModel) {
  const std::string path = (assets_folder() / "weights" / "en-fr.safetensors").string();
  const auto model = std::make_shared<const Checkpoint>(load_checkpoint(path));
  const std::vector<Lesson> lessons = shipped_lessons();
  const auto offered = lessons_for(lessons, model);
  ASSERT_GE(offered.size(), 3U);
  const auto opened = [&](std::initializer_list<Key> keys) {
    Driver d("masked-scores");
    d.drop(path);
    d.rest();
    for (const Key key : keys) d.press(key);
    d.press(Key::enter);
    d.rest();
    return d.session().lesson().id;
  };
  EXPECT_EQ(opened({}), offered[0]->id);
  EXPECT_EQ(opened({Key::down}), offered[1]->id);
  EXPECT_EQ(opened({Key::down, Key::down, Key::up}), offered[1]->id);
  EXPECT_EQ(opened({Key::up, Key::up, Key::down}), offered[1]->id) << "above the first is none";
}

// Each lesson that is offered for a model opens on it.
TEST(Open, WhatIsOfferedForAModelRuns) {
  std::vector<std::string> models;
  for (const char* name : {"en-fr", "gru-luong", "gru-vector", "gpt"}) {
    models.push_back((assets_folder() / "weights" / (std::string(name) + ".safetensors")).string());
  }
  if (const auto dates = shared_data("checkpoints/dates-lstm")) models.push_back(dates->string());
  const std::vector<Lesson> lessons = shipped_lessons();
  for (const std::string& path : models) {
    const auto model = std::make_shared<const Checkpoint>(load_checkpoint(path));
    const auto offered = lessons_for(lessons, model);
    EXPECT_FALSE(offered.empty()) << path;
    for (const Lesson* lesson : offered) {
      EXPECT_NO_THROW(
          run(stage_inputs(with_model(*lesson, model), 0, with_model(*lesson, model).changes)))
          << lesson->id << " on " << path;
    }
  }
}

TEST(Open, ADecoderAloneIsOfferedTheLessonsThatHaveAFormForIt) {
  const auto model = load_shipped("gpt");
  const std::vector<Lesson> lessons = shipped_lessons();
  std::vector<std::string> ids;
  for (const Lesson* lesson : lessons_for(lessons, model)) ids.push_back(lesson->id);
  for (const char* id : {"next-word", "heads", "walkthrough", "gradients", "positional-curves"}) {
    EXPECT_NE(std::ranges::find(ids, id), ids.end()) << id;
  }
}

TEST(Open, APublishedModelThatNoLessonRunsOnSaysSo) {
  const auto folder = shared_data("checkpoints/bert_tiniest");
  if (!folder) GTEST_SKIP() << "skipped: optional data is absent";
  Driver d("self-attention-by-hand");
  for (const auto& path : {*folder, *folder / "model.safetensors", *folder / "config.json"}) {
    d.drop(path.string());
    d.rest();
    EXPECT_TRUE(d.shows("bert_tiniest")) << path;
    EXPECT_TRUE(d.says("No lesson of this version runs on it")) << path;
    EXPECT_FALSE(d.session().message_is_error) << d.session().message;
    d.press(Key::escape);
    d.rest();
  }
}

TEST(Open, APublishedGptIsShownInTheLessonOnTheNextWord) {
  const auto folder = shared_data("checkpoints/fake_gpt2");
  if (!folder) GTEST_SKIP() << "skipped: optional data is absent";
  Driver d("self-attention-by-hand");
  d.drop(folder->string());
  d.rest();
  EXPECT_TRUE(d.shows("fake_gpt2"));
  EXPECT_TRUE(d.shows("Masked self-attention"));
  EXPECT_TRUE(d.shows(page_of_model));
  EXPECT_TRUE(d.shows("The next word"));
  EXPECT_FALSE(d.says("No lesson of this version runs on it"));
  EXPECT_FALSE(d.session().message_is_error) << d.session().message;
}

}  // namespace
}  // namespace glassformer::testing
