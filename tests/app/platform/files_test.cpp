#include "app/platform/files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "app/platform/folders.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  Files() {
    std::string name = (fs::temp_directory_path() / "glassformer-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Files() override { fs::remove_all(folder_); }
  static std::string content(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path folder_;
};

TEST_F(Files, AreReplacedWhole) {
  const fs::path file = folder_ / "new" / "deep" / "a.txt";
  write_file(file, "first");
  write_file(file, std::string("second\0part", 11));
  EXPECT_EQ(content(file), std::string("second\0part", 11));
  EXPECT_EQ(std::distance(fs::directory_iterator(file.parent_path()), {}), 1) << "nothing is left";
}

TEST_F(Files, KeepWhereALinkPoints) {
  write_file(folder_ / "real", "old");
  fs::create_symlink("real", folder_ / "link");
  write_file(folder_ / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(content(folder_ / "real"), "new");
}

TEST_F(Files, ThatCannotBeWrittenAreNamed) {
  write_file(folder_ / "file", "x");
  for (const fs::path& bad : {folder_, folder_ / "file" / "below"}) {
    try {
      write_file(bad, "x");
      FAIL() << bad;
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find(bad.string()), std::string::npos) << error.what();
    }
  }
}

TEST_F(Files, DevicesAreWrittenTo) {
  write_file("/dev/null", "gone");
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
}

TEST(Folders, FollowTheEnvironment) {
  const char* old = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = old != nullptr ? old : "";
  setenv("XDG_CONFIG_HOME", "/somewhere", 1);
  EXPECT_EQ(config_folder(), "/somewhere/glassformer");
  setenv("XDG_CONFIG_HOME", "relative", 1);
  EXPECT_TRUE(config_folder().is_absolute());
  EXPECT_TRUE(config_folder().string().ends_with("/.config/glassformer"));
  if (old != nullptr)
    setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
  else
    unsetenv("XDG_CONFIG_HOME");
}

}  // namespace
}  // namespace glassformer
