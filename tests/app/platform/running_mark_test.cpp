#include "app/platform/running_mark.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

// Another window that opens in the folder and is killed.
void open_and_kill(const std::filesystem::path& folder) {
  const pid_t child = ::fork();
  if (child == 0) {
    const RunningMark mark(folder);
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
}

TEST(RunningMark, FindsAWindowThatWasKilledOnce) {
  const testing::TemporaryFolder folder;
  open_and_kill(folder / "cache");
  {
    const RunningMark next(folder / "cache");
    EXPECT_TRUE(next.found_a_killed_one());
  }
  EXPECT_FALSE(RunningMark(folder / "cache").found_a_killed_one());
  EXPECT_TRUE(std::filesystem::is_empty(folder / "cache"));
}

// As many windows as asked for, each killed while it opens what the last one left.
int kill_while_opening(const std::filesystem::path& folder, int times) {
  int process = 0;
  for (int i = 0; i < times; ++i) {
    process = ::fork();
    if (process == 0) {
      RunningMark mark(folder);
      mark.opening();
      ::raise(SIGKILL);
    }
    ::waitpid(process, nullptr, 0);
  }
  return process;
}

TEST(RunningMark, CountsTheWindowsThatEndedWhileTheyOpened) {
  const testing::TemporaryFolder folder;
  for (const int times : {1, 2, 12}) {
    const int process = kill_while_opening(folder / "cache", times);
    const RunningMark next(folder / "cache");
    EXPECT_TRUE(next.found_a_killed_one());
    EXPECT_EQ(next.ended_while_opening(), std::min(times, 9));
    EXPECT_EQ(next.process_that_ended(), process);
  }
  open_and_kill(folder / "cache");
  EXPECT_EQ(RunningMark(folder / "cache").ended_while_opening(), 0);
}

TEST(RunningMark, OneThatHadOpenedEndedLater) {
  const testing::TemporaryFolder folder;
  kill_while_opening(folder.path(), 1);
  const int child = ::fork();
  if (child == 0) {
    RunningMark mark(folder.path());
    mark.opening();
    mark.opened();
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  const RunningMark next(folder.path());
  EXPECT_TRUE(next.found_a_killed_one());
  EXPECT_EQ(next.ended_while_opening(), 0);
}

TEST(RunningMark, AnotherOpenWindowIsNoneThatWasKilled) {
  const testing::TemporaryFolder folder;
  const RunningMark open(folder.path());
  EXPECT_FALSE(open.found_a_killed_one());
  const pid_t child = ::fork();
  if (child == 0) std::_Exit(RunningMark(folder.path()).found_a_killed_one() ? 1 : 0);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(RunningMark, WithoutAFolderThereIsNone) {
  const testing::TemporaryFolder folder;
  write_file(folder / "file", "x");
  EXPECT_FALSE(RunningMark(folder / "file").found_a_killed_one());
  EXPECT_FALSE(RunningMark("").found_a_killed_one());
}

}  // namespace
}  // namespace glassformer
