#include "app/path_completion.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

TEST(PathCompletion, ReadsWhatIsPasted) {
  EXPECT_EQ(as_path("  /a/b c.txt\n"), "/a/b c.txt");
  EXPECT_EQ(as_path("'/a/b.txt'"), "/a/b.txt");
  EXPECT_EQ(as_path("\"/a/b.txt\""), "/a/b.txt");
  EXPECT_EQ(as_path("file:///a/b%20c.txt"), "/a/b c.txt");
  EXPECT_EQ(as_path("file:///a/50%"), "/a/50%");
  EXPECT_EQ(as_path(" "), "");
  EXPECT_NE(as_path("~/x"), "~/x");
}

TEST(PathCompletion, ListsFoldersFirstAndHidesWhatIsHidden) {
  const testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "Zoo");
  for (const char* name : {"alpha.txt", "Alpine.vec", "beta.txt", ".hidden"}) {
    write_file(folder / name, "x");
  }
  const std::string in = (folder / "").string();
  const auto names = [&](const std::string& typed) {
    std::string all;
    for (const PathEntry& entry : completions(typed, 10)) all += entry.name + " ";
    return all;
  };
  EXPECT_EQ(names(in), "Zoo/ alpha.txt Alpine.vec beta.txt ");
  EXPECT_EQ(names(in + "al"), "alpha.txt Alpine.vec ");
  EXPECT_EQ(names(in + ".h"), ".hidden ");
  EXPECT_EQ(names(in + "no/thing"), "");
  EXPECT_EQ(common_start(completions(in + "a", 10), in + "a"), in + "alp");
  EXPECT_EQ(common_start(completions(in + "be", 10), in + "be"), in + "beta.txt");
}

}  // namespace
}  // namespace glassformer
