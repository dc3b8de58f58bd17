#include "app/kept/window_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::TemporaryFolder;

TEST(WindowFolder, EachOpenWindowHasItsOwn) {
  const TemporaryFolder folder;
  auto first = std::make_unique<WindowFolder>(folder.path());
  const WindowFolder second(folder.path());
  EXPECT_EQ(first->path(), folder.path());
  EXPECT_EQ(first->number(), 1);
  EXPECT_EQ(second.path(), folder.path() / "window-2");
  EXPECT_EQ(second.number(), 2);
  EXPECT_EQ(WindowFolder(folder.path()).number(), 3);
  // Whoever comes after the first has gone takes its place.
  first.reset();
  EXPECT_EQ(WindowFolder(folder.path()).path(), folder.path());
}

TEST(WindowFolder, WhereNothingCanBeWrittenItIsTheFolderItself) {
  const TemporaryFolder folder;
  EXPECT_TRUE(WindowFolder({}).path().empty());
  const auto file = folder.path() / "file";
  std::filesystem::create_directory_symlink("/dev/null", file);
  EXPECT_EQ(WindowFolder(file).path(), file);
  EXPECT_EQ(WindowFolder(file).number(), 1);
}

}  // namespace
}  // namespace glassformer
