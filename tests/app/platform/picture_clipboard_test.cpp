#include "app/platform/picture_clipboard.h"

#include <gtest/gtest.h>

#include <string>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/app/platform/fake_programs.h"

// The programs that hold the clipboard, played by scripts.
namespace glassformer {
namespace {

class PictureClipboard : public ::testing::Test {
 protected:
  PictureClipboard() {
    desktop_.set("PATH", desktop_.folder());
    desktop_.unset("WAYLAND_DISPLAY");
    desktop_.unset("DISPLAY");
  }
  // Keeps what it was given.
  void install(const std::string& program) {
    const std::string got = desktop_.folder() + "/" + program + ".got";
    desktop_.install(program, "/bin/cat > '" + got + "'\necho \"$@\" > '" + got + ".how'\n");
  }
  std::string got(const std::string& file) const {
    return read_file(desktop_.folder() + "/" + file, 1 << 20);
  }
  testing::FakePrograms desktop_;
  const std::string picture_ = std::string("\x89PNG\r\n\0\xFF", 8) + std::string(200'000, 'x');
};

TEST_F(PictureClipboard, OfXTakesThePicture) {
  install("xclip");
  install("wl-copy");
  desktop_.set("DISPLAY", ":0");
  ASSERT_TRUE(can_copy_pictures());
  copy_picture(picture_);
  EXPECT_EQ(got("xclip.got"), picture_);
  EXPECT_EQ(got("xclip.got.how"), "-selection clipboard -t image/png -i\n");
}

TEST_F(PictureClipboard, OfWaylandComesFirst) {
  install("xclip");
  install("wl-copy");
  desktop_.set("DISPLAY", ":0");
  desktop_.set("WAYLAND_DISPLAY", "wayland-0");
  copy_picture(picture_);
  EXPECT_EQ(got("wl-copy.got"), picture_);
  EXPECT_EQ(got("wl-copy.got.how"), "--type image/png\n");
  EXPECT_FALSE(std::filesystem::exists(desktop_.folder() + "/xclip.got"));
}

TEST_F(PictureClipboard, IsOfferedOnlyWhereAProgramHoldsIt) {
  desktop_.set("DISPLAY", ":0");
  EXPECT_FALSE(can_copy_pictures()) << "nothing is installed";
  install("wl-copy");
  EXPECT_FALSE(can_copy_pictures()) << "which is of another display";
  install("xclip");
  EXPECT_TRUE(can_copy_pictures());
  desktop_.unset("DISPLAY");
  EXPECT_FALSE(can_copy_pictures());
}

TEST_F(PictureClipboard, WhatFailsIsASentence) {
  desktop_.set("DISPLAY", ":0");
  desktop_.install("xclip", "exit 1\n");
  try {
    copy_picture(picture_);
    FAIL() << "it was not copied";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("could not be copied"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace glassformer
