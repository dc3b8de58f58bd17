#include "app/files/path_completion.h"

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
  const auto found = [](const std::string& typed) {
    return completions(list_folder(folder_of(typed)), typed, 10);
  };
  const auto names = [&](const std::string& typed) {
    std::string all;
    for (const PathEntry& entry : found(typed)) all += entry.name + " ";
    return all;
  };
  EXPECT_EQ(names(in), "Zoo/ alpha.txt Alpine.vec beta.txt ");
  EXPECT_EQ(names(in + "al"), "alpha.txt Alpine.vec ");
  EXPECT_EQ(names(in + ".h"), ".hidden ");
  EXPECT_EQ(names(in + "no/thing"), "");
  EXPECT_EQ(common_start(found(in + "a"), in + "a"), in + "alp");
  EXPECT_EQ(common_start(found(in + "be"), in + "be"), in + "beta.txt");
}

TEST(PathCompletion, AFolderIsThePathUpToItsLastSlash) {
  EXPECT_EQ(folder_of("/a/b"), "/a/");
  EXPECT_EQ(folder_of("/a/b/"), "/a/b/");
  EXPECT_EQ(folder_of("/a"), "/");
  EXPECT_EQ(folder_of("a"), "");
  EXPECT_EQ(folder_of(""), "");
  EXPECT_EQ(folder_of(" '/a b/c'"), "/a b/");
}

TEST(PathCompletion, ListsNoMoreThanIsWanted) {
  FolderList list{"/f/", {}};
  for (const char* name : {"a", "ab", "b", "ac"}) list.entries.push_back({"/f/", name, false});
  EXPECT_EQ(completions(list, "/f/a", 2).size(), 2U);
  EXPECT_EQ(completions(list, "/f/a", 3).size(), 3U);
  EXPECT_EQ(completions(list, "/f/", 9).size(), 4U);
}

}  // namespace
}  // namespace glassformer
