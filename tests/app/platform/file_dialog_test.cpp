#include "app/platform/file_dialog.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

// The desktop's dialog, played by a script.
namespace glassformer {
namespace {

class DesktopDialog : public ::testing::Test {
 protected:
  DesktopDialog() {
    for (const char* name : {"PATH", "DISPLAY", "WAYLAND_DISPLAY"}) {
      const char* const value = std::getenv(name);
      before_.emplace_back(name, value == nullptr ? std::optional<std::string>() : value);
    }
    ::setenv("DISPLAY", ":0", 1);
    ::setenv("PATH", (folder_.path().string() + ":/usr/bin:/bin").c_str(), 1);
  }
  ~DesktopDialog() override {
    for (const auto& [name, value] : before_) {
      value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
    }
  }
  void install(const std::string& script) {
    const std::filesystem::path file = folder_ / "zenity";
    write_file(file, "#!/bin/sh\n" + script);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
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

 private:
  testing::TemporaryFolder folder_;
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

TEST_F(DesktopDialog, SaysWhichFileWasChosen) {
  install("echo '/a folder/my file.vec'\n");
  ASSERT_TRUE(FileDialog::is_there());
  FileDialog dialog;
  EXPECT_EQ(said(dialog), "/a folder/my file.vec");
  install("exit 1\n");
  EXPECT_EQ(said(dialog), std::nullopt) << "Cancel";
}

TEST_F(DesktopDialog, IsClosedWithTheWindow) {
  install("exec sleep 1000\n");
  FileDialog dialog;
  dialog.open();
  EXPECT_TRUE(dialog.is_open());
  EXPECT_EQ(dialog.take(), std::nullopt) << "nobody waits for it";
}

TEST_F(DesktopDialog, NeedsADisplay) {
  install("echo /x\n");
  ::unsetenv("DISPLAY");
  ::unsetenv("WAYLAND_DISPLAY");
  EXPECT_FALSE(FileDialog::is_there());
}

}  // namespace
}  // namespace glassformer
