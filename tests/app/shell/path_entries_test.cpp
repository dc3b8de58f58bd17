#include "app/shell/path_entries.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "tests/app/widgets/fake_fonts.h"

namespace glassformer {
namespace {

// A disk that answers when the test says so.
struct SlowDisk {
  std::mutex mutex;
  std::condition_variable changed;
  int asked = 0, may_answer = 0;

  void answer() {
    const std::scoped_lock lock(mutex);
    ++may_answer;
    changed.notify_all();
  }
  void wait_until_asked(int times) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return asked >= times; });
  }
};
SlowDisk* disk = nullptr;

FolderList list_slowly(const std::string& folder) {
  std::unique_lock lock(disk->mutex);
  const int place = ++disk->asked;
  disk->changed.notify_all();
  disk->changed.wait(lock, [&] { return disk->may_answer >= place; });
  FolderList list{folder, {}};
  for (const char* name : {"alpha/", "alpine.vec", "beta.txt"}) {
    list.entries.push_back({folder + name, name, name == std::string_view("alpha/")});
  }
  return list;
}

// A field that is drawn frame by frame, with the list below it.
class PathEntriesTest : public ::testing::Test {
 protected:
  PathEntriesTest() { disk = &slow; }
  ~PathEntriesTest() override {
    for (int i = 0; i < 100; ++i) slow.answer();
  }

  // What Tab made of the path; what is seen is in `seen`.
  std::optional<std::string> frame(const std::string& typed, std::optional<Key> key = {}) {
    const testing::FakeFonts fonts;
    Canvas canvas(fonts);
    Ui ui(canvas, make_theme(false, 1));
    Input input;
    input.time = time += 0.1;
    if (key) input.keys.push_back({*key});
    ui.begin(input, {0, 0, 800, 600});
    entries->follow(ui, typed);
    auto longer = entries->take_keys(ui);
    entries->draw(ui, {0, 0, 400, 400});
    moves = ui.wants_frame();
    ui.end();
    seen.clear();
    for (const Command& c : canvas.commands()) seen += c.text + "|";
    return longer;
  }
  // The frames of a window until nothing is waited for.
  std::optional<std::string> frames(const std::string& typed) {
    std::optional<std::string> longer;
    do {
      if (auto made = frame(typed)) longer = made;
    } while (moves);
    return longer;
  }

  SlowDisk slow;
  std::optional<PathEntries> entries{std::in_place, list_slowly};
  double time = 0;
  bool moves = false;
  std::string seen;
};

TEST_F(PathEntriesTest, FramesGoOnWhileADiskIsSlow) {
  frame("/mnt/a");
  slow.wait_until_asked(1);
  for (int i = 0; i < 5; ++i) frame("/mnt/a");
  EXPECT_TRUE(moves) << "another frame comes, in which it may be there";
  EXPECT_NE(seen.find("Reading the folder"), std::string::npos) << seen;
  slow.answer();
  frames("/mnt/a");
  EXPECT_NE(seen.find("alpha/|alpine.vec|"), std::string::npos) << seen;
  EXPECT_EQ(seen.find("beta"), std::string::npos) << seen;
  EXPECT_EQ(slow.asked, 1);
}

TEST_F(PathEntriesTest, WhatIsListedIsFoundAtOnceWhileTheFolderIsAskedAgain) {
  slow.answer();
  frames("/mnt/");
  frame("/mnt/b");
  slow.wait_until_asked(2);
  EXPECT_NE(seen.find("beta.txt"), std::string::npos) << seen;
  EXPECT_EQ(seen.find("alpha"), std::string::npos) << seen;
}

TEST_F(PathEntriesTest, ATabWaitsForTheFolder) {
  frame("/mnt/b");
  EXPECT_FALSE(frame("/mnt/b", Key::tab));
  slow.answer();
  EXPECT_EQ(frames("/mnt/b"), "/mnt/beta.txt");
  EXPECT_FALSE(frames("/mnt/b")) << "once";
}

TEST_F(PathEntriesTest, ATabDoesNotWaitForWhatIsTypedNext) {
  frame("/mnt/b", Key::tab);
  frame("/mnt/be");
  slow.answer();
  slow.answer();
  EXPECT_FALSE(frames("/mnt/be"));
  EXPECT_NE(seen.find("beta.txt"), std::string::npos) << seen;
}

TEST_F(PathEntriesTest, OfAFolderThatWasLeftNothingIsShown) {
  frame("/mnt/a");
  slow.wait_until_asked(1);
  frame("/home/a");
  slow.answer();
  slow.wait_until_asked(2);
  frame("/home/a");
  EXPECT_EQ(seen.find("alpha"), std::string::npos) << seen;
  slow.answer();
  frames("/home/a");
  EXPECT_NE(seen.find("alpha/"), std::string::npos) << seen;
  EXPECT_EQ(frame("/home/al", Key::tab), "/home/alp");
}

}  // namespace
}  // namespace glassformer
