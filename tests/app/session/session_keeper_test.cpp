#include "app/kept/session_keeper.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/app/interaction/driver.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

SessionKeeper::Kept kept(const std::string& sentence) {
  SessionKeeper::Kept made;
  made.session.lesson = find_lesson("multi-head");
  made.session.lesson.changes.text[0] = sentence;
  return made;
}

TEST(SessionKeeper, IsDueTwoSecondsAfterTheFirstThingDone) {
  SessionKeeper keeper([](const SessionKeeper::Kept&) {});
  EXPECT_TRUE(std::isinf(keeper.left(5)));
  keeper.touch(5);
  keeper.touch(6.5);  // whoever goes on without a pause loses no more than two seconds either
  EXPECT_DOUBLE_EQ(keeper.left(6.5), 0.5);
  EXPECT_FALSE(keeper.due(6.9));
  EXPECT_TRUE(keeper.due(7));
  keeper.keep(kept("now"));
  EXPECT_TRUE(std::isinf(keeper.left(7)));
  keeper.touch(8);
  EXPECT_DOUBLE_EQ(keeper.left(8), 2);
}

TEST(SessionKeeper, SaysWhyItCouldNotWriteUntilItCan) {
  bool full = true;
  SessionKeeper keeper([&](const SessionKeeper::Kept&) {
    if (full) throw UserError("the disk is full");
  });
  EXPECT_EQ(keeper.failure(), "");
  keeper.keep(kept("one"));
  keeper.wait();
  EXPECT_EQ(keeper.failure(), "the disk is full");
  full = false;
  keeper.keep(kept("two"));
  keeper.wait();
  EXPECT_EQ(keeper.failure(), "");
}

TEST(SessionKeeper, WritesOnItsOwnThreadAndTheNewestLast) {
  std::vector<std::string> written;
  const auto here = std::this_thread::get_id();
  bool elsewhere = true;
  SessionKeeper keeper([&](const SessionKeeper::Kept& now) {
    written.push_back(now.session.lesson.changes.text[0].value_or(""));
    elsewhere = elsewhere && (std::this_thread::get_id() != here || written.back() == "end");
  });
  keeper.keep(kept("one"));
  keeper.wait();
  keeper.keep(kept("two"));
  keeper.keep(kept("three"));
  keeper.wait();
  EXPECT_EQ(keeper.end(kept("end")), "");
  EXPECT_TRUE(elsewhere);
  ASSERT_GE(written.size(), 3U);
  EXPECT_EQ(written.front(), "one");
  EXPECT_EQ(written[written.size() - 2], "three") << "two may have been replaced while it waited";
  EXPECT_EQ(written.back(), "end");
}

TEST(SessionKeeper, SaysWhyItWasNotKept) {
  SessionKeeper keeper([](const SessionKeeper::Kept&) { throw UserError("the disk is full"); });
  keeper.keep(kept("one"));
  keeper.wait();
  EXPECT_EQ(keeper.end(kept("end")), "the disk is full");
}

// What the last start left to say stands over the stage until it is closed, and is not said again.
TEST(SessionKeeper, ACrashIsOfferedUntilItIsClosed) {
  testing::Driver d("multi-head");
  d.app().notify({"The window crashed. What happened is in /cache/crash-1.txt.", "crash-1.txt"});
  d.rest();
  EXPECT_TRUE(d.says("The window crashed."));
  d.session().message = "Saved it";
  d.rest();
  EXPECT_FALSE(d.says("The window crashed.")) << "what is told now comes first";
  d.session().message.clear();
  d.rest();
  const auto words = d.texts();
  const auto text = std::find_if(words.begin(), words.end(),
                                 [](const Command* c) { return c->text == "crashed."; });
  ASSERT_NE(text, words.end());
  const Rect stage = d.app().stage();
  const float right = stage.center().x + std::min(stage.w - 32, 760.0F) / 2;
  d.click({right - 25, (*text)->rect.center().y});
  d.rest();
  EXPECT_FALSE(d.says("The window crashed."));
  EXPECT_EQ(d.app().settings().crash_seen, "crash-1.txt");
  EXPECT_EQ(parse_settings(write_settings(d.app().settings())).crash_seen, "crash-1.txt");
}

// A pipe takes what is written only as fast as its reader reads: closing would wait for it.
TEST(SessionKeeper, NothingIsWrittenIntoAPipe) {
  for (const char* const name : {"session.json", "opened.json", "settings.json"}) {
    const testing::TemporaryFolder folder;
    const auto pipe = folder / name;
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    EXPECT_FALSE(read_session(folder.path())) << "nor is it read";
    SessionKeeper keeper(keep_in(folder.path(), folder.path(), Settings{}));
    auto dark = kept("seven robots");
    dark.settings.dark = true;
    EXPECT_EQ(keeper.end(dark), pipe.string() +
                                    ": is a pipe, whose reader could keep the window waiting; "
                                    "remove it");
    char byte = 0;
    EXPECT_EQ(::read(reader, &byte, 1), 0) << "something arrived";
    ::close(reader);
  }
}

TEST(SessionKeeper, WritesOnlyWhatHasChanged) {
  const testing::TemporaryFolder folder;
  const auto config = folder / "config";
  const auto write = keep_in(config, config, Settings{});
  write(kept("seven robots"));
  EXPECT_FALSE(std::filesystem::exists(config / "settings.json"));
  ASSERT_TRUE(read_session(config));
  EXPECT_EQ(read_session(config)->lesson.changes.text[0], "seven robots");
  write_file(config / "session.json", "untouched");
  write(kept("seven robots"));
  EXPECT_EQ(read_file(config / "session.json", 100), "untouched");
  auto dark = kept("eight robots");
  dark.settings.dark = true;
  write(dark);
  EXPECT_EQ(read_session(config)->lesson.changes.text[0], "eight robots");
  EXPECT_TRUE(parse_settings(read_file(config / "settings.json", 10'000)).dark);
}

// A file that the window was started with and that is refused: nothing was done, so what was left
// before stays.
TEST(SessionKeeper, WhatNobodyTouchedReplacesNothing) {
  const testing::TemporaryFolder folder;
  const auto config = folder / "config";
  keep_in(config, config, Settings{})(kept("seven robots"));
  const auto untouched = std::make_shared<std::string>(session_text(kept("first").session));
  const auto write = keep_in(config, config, Settings{}, untouched);
  write(kept("first"));
  EXPECT_EQ(read_session(config)->lesson.changes.text[0], "seven robots");
  write(kept("eight robots"));
  write(kept("first"));
  EXPECT_EQ(read_session(config)->lesson.changes.text[0], "first") << "it was gone back to";
}

}  // namespace
}  // namespace glassformer
