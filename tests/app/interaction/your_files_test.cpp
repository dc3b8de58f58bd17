#include <gtest/gtest.h>

#include <filesystem>

#include "core/formats/assets.h"
#include "core/formats/file.h"
#include "core/lesson/lesson.h"
#include "core/scenes/records.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

// The head of the list at the left: where one's own files open, and what was opened lately.
namespace glassformer::testing {
namespace {

// Who has just started the program sees where to begin, and where files open.
TEST(YourFiles, ANewcomerSeesWhereToBeginAndWhereFilesOpen) {
  Driver d("masked-scores", {.width = 1280, .height = 720});
  const Vec begin = d.where("begin here");
  EXPECT_NEAR(begin.y, d.where("Weather stations").y, 3);
  d.click(d.where("Open file or folder"));
  d.rest();
  EXPECT_TRUE(d.shows("Opened lately"));
  d.press(Key::escape);
  d.rest();
  EXPECT_FALSE(d.shows("Opened lately"));
  Settings settings;
  settings.seen.insert("weather-stations");
  Driver later("masked-scores", {.settings = settings});
  EXPECT_FALSE(later.shows("begin here"));
}

TEST(YourFiles, OpenedLatelyStandAboveTheLessons) {
  const TemporaryFolder folder;
  write_file(folder / "mine.vec", "3 2\nzig 1 0\nzag 0 1\nzog 1 1\n");
  Driver d("heads");
  d.app().recent().add((folder / "mine.vec").string(), RecentFiles::Kind::vectors);
  d.press(Key::home);
  d.rest();
  EXPECT_TRUE(d.shows("Your files"));
  d.click(d.where("mine.vec"));
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "word-arithmetic");
  EXPECT_TRUE(d.session().inputs().resources.get(slots::vectors));
}

TEST(YourFiles, APathPastedIntoTheSearchOpens) {
  const TemporaryFolder folder;
  Lesson lesson = find_lesson("multi-head");
  lesson.id = lesson.title = "my-own";
  write_file(folder / "my-own.json", write_lesson(lesson));
  Driver d("masked-scores");
  d.press(Key::slash);
  d.rest();
  d.type((folder / "my-own.json").string());
  d.rest();
  EXPECT_TRUE(d.shows("Open my-own.json"));
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "my-own") << d.session().message;
}

// A file that is gone is grey there, as in the dialog; what is asked of the disk is asked when the
// list changes, not when it is drawn.
TEST(YourFiles, ShowWhichAreMissing) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "mine.vec";
  write_file(file, "3 2\nzig 1 0\nzag 0 1\nzog 1 1\n");
  Driver d("heads");
  d.app().recent().add(file.string(), RecentFiles::Kind::vectors);
  d.rest();
  const auto ink = [&] {
    for (const Command* text : d.texts()) {
      if (text->text == "mine.vec") return text->color;
    }
    return Color{};
  };
  const Color there = ink();
  EXPECT_TRUE(d.shows("word vectors"));
  std::filesystem::remove(file);
  d.rest();
  EXPECT_EQ(ink(), there);
  d.click(d.where("mine.vec"));
  d.rest();
  EXPECT_TRUE(d.session().message_is_error) << d.session().message;
  d.move({800, 5});
  d.rest();
  EXPECT_TRUE(d.shows("missing"));
  EXPECT_FALSE(ink() == there);
}

// A path completes itself in the search as in the dialog: Tab, the arrows, a click.
TEST(YourFiles, APathInTheSearchCompletesItself) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "class");
  Lesson lesson = find_lesson("multi-head");
  for (const char* name : {"monday", "tuesday"}) {
    lesson.id = lesson.title = name;
    write_file(folder / "class" / (std::string(name) + ".json"), write_lesson(lesson));
  }
  Driver d("masked-scores");
  d.press(Key::slash);
  d.rest();
  d.type((folder / "cl").string());
  d.press(Key::tab);
  d.rest();
  EXPECT_TRUE(d.shows("monday.json")) << "what lies in the folder";
  d.type("t");
  d.press(Key::tab);
  d.rest();
  EXPECT_FALSE(d.shows("monday.json"));
  EXPECT_TRUE(d.shows("Open tuesday.json"));
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "tuesday") << d.session().message;
  EXPECT_EQ(d.session().step, 0) << "no letter was a key of the window";

  d.press(Key::slash);
  d.rest();
  d.type((folder / "cl").string());
  d.rest();
  d.click(d.where("class/"));  // a folder is gone into
  d.rest();
  d.press(Key::down);
  d.press(Key::enter);
  d.rest();
  EXPECT_EQ(d.session().lesson().id, "monday") << d.session().message;
}

TEST(YourFiles, WhatIsMissingIsTakenOffTheList) {
  const TemporaryFolder folder;
  Driver d("heads");
  d.app().recent().add((folder / "gone.vec").string(), RecentFiles::Kind::vectors);
  d.rest();
  EXPECT_TRUE(d.shows("missing"));
  // The cross stands behind the word, without the pointer being there.
  Vec cross = d.where("missing");
  for (const Command* text : d.texts()) {
    if (text->text == "missing") cross = {text->rect.right() + 10 * d.scale(), cross.y};
  }
  d.click(cross);
  d.rest();
  EXPECT_FALSE(d.shows("gone.vec"));
  EXPECT_TRUE(d.app().recent().all().empty());
}

}  // namespace
}  // namespace glassformer::testing
