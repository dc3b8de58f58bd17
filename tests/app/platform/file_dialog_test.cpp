#include "app/platform/file_dialog.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <thread>

#include "tests/app/platform/fake_programs.h"

// The desktop's dialog, played by a script.
namespace glassformer {
namespace {

class DesktopDialog : public ::testing::Test {
 protected:
  DesktopDialog() {
    desktop_.set("DISPLAY", ":0");
    desktop_.set("PATH", desktop_.folder());
    desktop_.unset("KDE_FULL_SESSION");
  }
  // What it says when it is closed.
  static std::optional<std::string> said(FileDialog& dialog) {
    dialog.open();
    EXPECT_TRUE(dialog.is_open());
    while (dialog.is_open()) {
      if (auto file = dialog.take()) return file;
      std::this_thread::yield();
    }
    return std::nullopt;
  }

  testing::FakePrograms desktop_;
};

TEST_F(DesktopDialog, SaysWhichFileWasChosen) {
  desktop_.install("zenity", "echo '/a folder/my file.vec'\n");
  ASSERT_TRUE(FileDialog::is_there());
  FileDialog dialog;
  EXPECT_EQ(said(dialog), "/a folder/my file.vec");
  desktop_.install("zenity", "exit 1\n");
  EXPECT_EQ(said(dialog), std::nullopt) << "Cancel";
}

// Of two that are installed, the one that belongs to the desktop.
TEST_F(DesktopDialog, IsTheDesktopsOwn) {
  desktop_.install("zenity", "echo /from/zenity\n");
  desktop_.install("kdialog", "[ \"$3\" = --getopenfilename ] && echo /from/kdialog\n");
  FileDialog dialog;
  EXPECT_EQ(said(dialog), "/from/zenity");
  desktop_.set("KDE_FULL_SESSION", "true");
  EXPECT_EQ(said(dialog), "/from/kdialog");
  desktop_.remove("kdialog");
  EXPECT_EQ(said(dialog), "/from/zenity") << "better than none";
}

TEST_F(DesktopDialog, NeedsAProgram) {
  EXPECT_FALSE(FileDialog::is_there());
  desktop_.install("kdialog", "echo /x\n");
  EXPECT_TRUE(FileDialog::is_there()) << "also outside of its desktop";
}

TEST_F(DesktopDialog, IsClosedWithTheWindow) {
  desktop_.install("zenity", "exec /bin/sleep 1000\n");
  FileDialog dialog;
  dialog.open();
  EXPECT_TRUE(dialog.is_open());
  EXPECT_EQ(dialog.take(), std::nullopt) << "nobody waits for it";
}

TEST_F(DesktopDialog, NeedsADisplay) {
  desktop_.install("zenity", "echo /x\n");
  desktop_.unset("DISPLAY");
  desktop_.unset("WAYLAND_DISPLAY");
  EXPECT_FALSE(FileDialog::is_there());
}

}  // namespace
}  // namespace glassformer
