#include "core/formats/output_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <map>
#include <string>

#include "core/formats/file.h"
#include "core/tensor/error.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

namespace fs = std::filesystem;

using testing::message_of;

class OutputFolderTest : public ::testing::Test {
 protected:
  // By their names, without those of a folder that is being written.
  std::map<std::string, std::string> files(const fs::path& of) const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::directory_iterator(of)) {
      all[entry.path().filename().string()] =
          entry.is_directory() ? "a folder" : read_file(entry.path(), 1000);
    }
    return all;
  }

  testing::TemporaryFolder folder_;
  const std::map<std::string, std::string> none_, old_{{"a", "old"}};
};

TEST_F(OutputFolderTest, AllOfItIsThereAtTheEndAndNothingBefore) {
  const fs::path to = folder_ / "deep" / "in";
  {
    OutputFolder out(to / "");
    out.add("a", "1");
    out.add("b", [](const fs::path& place) { write_file(place, "2"); });
    for (const char* name : {"a", "b"}) EXPECT_FALSE(fs::exists(to / name)) << name;
    out.finish();
  }
  EXPECT_EQ(files(to), (std::map<std::string, std::string>{{"a", "1"}, {"b", "2"}}));
}

TEST_F(OutputFolderTest, WhatIsNotFinishedLeavesNothing) {
  { OutputFolder(folder_ / "deep" / "in").add("a", "1"); }
  EXPECT_EQ(files(folder_.path()), none_) << "nor the folders that were made for it";
  write_file(folder_ / "a", "old");
  { OutputFolder(folder_.path()).add("a", "1"); }
  EXPECT_EQ(files(folder_.path()), old_);
}

TEST_F(OutputFolderTest, AFileThatFailsIsNamedAsItWillBe) {
  const std::string said = message_of([&] {
    OutputFolder out(folder_.path());
    out.add("a", [](const fs::path& place) { throw UserError(place.string() + ": no room; go"); });
  });
  EXPECT_EQ(said, (folder_ / "a").string() + ": no room; go");
  EXPECT_EQ(files(folder_.path()), none_);
}

// The first two are renamed already when the third turns out to be missing.
TEST_F(OutputFolderTest, WhereOneCannotBeRenamedNoneIs) {
  write_file(folder_ / "a", "old");
  const std::string said = message_of([&] {
    OutputFolder out(folder_.path());
    out.add("a", "1");
    out.add("b", "2");
    out.add("c", [](const fs::path&) {});
    out.finish();
  });
  EXPECT_EQ(said.find((folder_ / "c").string() + ": cannot be replaced: "), 0U) << said;
  EXPECT_EQ(files(folder_.path()), old_);
}

TEST_F(OutputFolderTest, WhatStandsInItsWayIsSaid) {
  write_file(folder_ / "a", "old");
  EXPECT_NE(message_of([&] { OutputFolder(folder_ / "a"); }).find("is a file, not a folder"),
            std::string::npos);
  fs::create_directory(folder_ / "b");
  const std::string said = message_of([&] {
    OutputFolder out(folder_.path());
    out.add("a", "1");
    out.add("b", "2");
    out.finish();
  });
  EXPECT_NE(said.find("is a folder where a file is to be"), std::string::npos) << said;
  EXPECT_EQ(read_file(folder_ / "a", 10), "old");
}

TEST_F(OutputFolderTest, PermissionsAndLinksStay) {
  write_file(folder_ / "real", "old");
  fs::permissions(folder_ / "real", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_directory(folder_ / "to");
  fs::create_symlink(folder_ / "real", folder_ / "to" / "a");
  {
    OutputFolder out(folder_ / "to");
    out.add("a", "1");
    out.finish();
  }
  EXPECT_TRUE(fs::is_symlink(folder_ / "to" / "a"));
  EXPECT_EQ(read_file(folder_ / "real", 10), "1");
  EXPECT_EQ(fs::status(folder_ / "real").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFolderTest, WhatAKillLeftIsTakenAway) {
  write_file(folder_ / "a", "old");
  const pid_t child = ::fork();
  if (child == 0) {
    OutputFolder out(folder_.path());
    out.add("a", "1");
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  ASSERT_EQ(files(folder_.path()).size(), 2U);
  {
    OutputFolder another(folder_.path());
    const OutputFolder running(folder_.path());  // leaves alone what somebody writes
    EXPECT_EQ(files(folder_.path()).size(), 3U);
    another.add("a", "2");
    another.finish();
  }
  EXPECT_EQ(files(folder_.path()), (std::map<std::string, std::string>{{"a", "2"}}));
}

}  // namespace
}  // namespace glassformer
