#include "app/platform/crash_report.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

// Runs `crash` in a process of its own, which reports into the folder; returns how it ended.
template <class Crash>
int ended(const std::filesystem::path& folder, const Crash& crash) {
  const pid_t child = ::fork();
  if (child == 0) {
    report_crashes(folder, "glassformer 1.2.3\n");
    add_crash_facts("OpenGL 4.5\n");
    for (int i = 0; i < 40; ++i) note_for_crash("step " + std::to_string(i));
    note_for_crash(std::string(200, 'x'));
    crash();
    std::_Exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

std::string report_in(const std::filesystem::path& folder) {
  const auto file = newest_crash(folder, "");
  return file.empty() ? "" : read_file(file, 1 << 20);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CrashReport, TellsWhatWhereVersionsAndWhatWasDone) {
  const testing::TemporaryFolder folder;
  const auto reports = folder / "of a program" / "crashes";
  const int status = ended(reports, [] { ::raise(SIGSEGV); });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGSEGV) << "it still ends by its signal";
  const std::string report = report_in(reports);
  EXPECT_TRUE(holds(report, "SIGSEGV")) << report;
  EXPECT_TRUE(holds(report, "glassformer 1.2.3\nOpenGL 4.5\n")) << report;
  EXPECT_FALSE(holds(report, "step 8\n")) << "the last 32 alone";
  EXPECT_TRUE(holds(report, "step 9\nstep 10\n")) << report;
  EXPECT_TRUE(holds(report, "step 39\n" + std::string(100, 'x') + "\n")) << report;
  EXPECT_TRUE(holds(report, "Where\n")) << report;
}

void fail_somewhere() {
  throw std::runtime_error("no such head");
}

TEST(CrashReport, OfAnUncaughtExceptionSaysItsWords) {
  const testing::TemporaryFolder folder;
  const int status = ended(folder.path(), []() noexcept { fail_somewhere(); });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGABRT);
  EXPECT_TRUE(holds(report_in(folder.path()), "exception: no such head"));
}

TEST(CrashReport, OfAFailureThatWasCaughtIsTheSame) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(ended(folder.path(), [] { report_failure("out of range"); }), 0);
  EXPECT_TRUE(holds(report_in(folder.path()), "exception: out of range"));
}

TEST(CrashReport, IsOfferedUntilItIsSeenAndOldOnesGo) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(newest_crash(folder / "none", ""), "");
  for (int i = 1; i <= 7; ++i) {
    write_file(folder / ("crash-2026110" + std::to_string(i) + "-120000-1.txt"), "x");
  }
  EXPECT_EQ(newest_crash(folder.path(), "").filename(), "crash-20261107-120000-1.txt");
  EXPECT_EQ(newest_crash(folder.path(), "crash-20261107-120000-1.txt"), "");
  EXPECT_FALSE(std::filesystem::exists(folder / "crash-20261102-120000-1.txt"));
  EXPECT_TRUE(std::filesystem::exists(folder / "crash-20261103-120000-1.txt"));
}

TEST(CrashReport, AFolderThatCannotBeMadeIsNoReport) {
  const testing::TemporaryFolder folder;
  write_file(folder / "file", "x");
  // By the signal; AddressSanitizer, which then has the last word, by its own exit code.
  EXPECT_NE(ended(folder / "file" / "crashes", [] { ::raise(SIGBUS); }), 0);
}

}  // namespace
}  // namespace glassformer
