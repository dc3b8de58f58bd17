#include "core/formats/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "core/formats/output_file.h"
#include "core/formats/unfinished.h"
#include "core/tensor/error.h"
#include "tests/support/message_of.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

namespace fs = std::filesystem;

using testing::message_of;

std::string refused(const fs::path& file, std::size_t max = 100) {
  return message_of([&] { read_file(file, max); });
}

TEST(File, WhatIsWrittenIsRead) {
  const testing::TemporaryFolder folder;
  const std::string bytes("a\0b\n", 4);
  write_file(folder / "a", bytes);
  EXPECT_EQ(read_file(folder / "a", 4), bytes);
  write_file(folder / "a", "");
  EXPECT_EQ(read_file(folder / "a", 0), "");
}

TEST(File, NothingIsLeftBesideTheFile) {
  const testing::TemporaryFolder folder;
  write_file(folder / "a", "old");
  write_file(folder / "a", "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

// A misspelt folder must not become one.
TEST(File, AFolderThatIsNotThereIsNotMade) {
  const testing::TemporaryFolder folder;
  const std::string message = message_of([&] { write_file(folder / "a" / "b", "1"); });
  EXPECT_NE(message.find("there is no folder " + (folder / "a").string()), std::string::npos)
      << message;
  EXPECT_FALSE(fs::exists(folder / "a"));
}

// What a kill leaves is taken away by the next program that writes the same file, and nothing else.
TEST(File, WhatAKillLeftIsTakenAway) {
  const testing::TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    OutputFile out(folder / "model");
    out.write("half");
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  const auto files = [&] {
    return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
  };
  ASSERT_EQ(files(), 1) << "the half of it";
  const std::string of_another = "other.part-" + std::to_string(child) + "-abcdef";
  const std::string alive = "model.part-" + std::to_string(::getppid()) + "-abcdef";
  const std::string no_number = "model.part-x-abcdef", longer = "model.part-1-abcdefg";
  for (const std::string& name : {of_another, alive, no_number, longer}) {
    write_file(folder / name, "mine");
  }
  OutputFile another(folder / "model");  // is being written by this very program
  write_file(folder / "model", "whole");
  EXPECT_EQ(files(), 6) << "the four, the model, and what is still being written";
  another.finish();
  EXPECT_EQ(files(), 5);
  for (const std::string& name : {of_another, alive, no_number, longer}) {
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
}

// The same for a folder of files that nobody keeps; a file of its name stays, and so do the folders
// of programs that are running.
TEST(File, FoldersThatAKillLeftAreTakenAway) {
  const testing::TemporaryFolder folder;
  const fs::path target = folder / "bench";
  const pid_t child = ::fork();
  if (child == 0) {
    std::string name = unfinished_name(target);
    if (::mkdtemp(name.data()) != nullptr) write_file(fs::path(name) / "text", "1");
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  const auto entries = [&] {
    return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
  };
  ASSERT_EQ(entries(), 1);
  std::string running = unfinished_name(target);
  ASSERT_NE(::mkdtemp(running.data()), nullptr);
  const std::string file = "bench.part-" + std::to_string(child) + "-abcdef";
  write_file(folder / file, "mine");
  remove_unfinished_folders(target);
  EXPECT_EQ(entries(), 2);
  EXPECT_TRUE(fs::exists(running));
  EXPECT_TRUE(fs::exists(folder / file));
  remove_unfinished(target);
  EXPECT_FALSE(fs::exists(folder / file));
}

TEST(File, ANameOfTheLongestKindIsWritten) {
  const testing::TemporaryFolder folder;
  const std::string name(250, 'n');
  EXPECT_EQ(message_of([&] { write_file(folder / name, "1"); }), "");
  EXPECT_EQ(read_file(folder / name, 1), "1");
}

TEST(File, ABareNameIsAFileOfTheCurrentFolder) {
  const testing::TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const std::string message = message_of([] { write_file("new", "1"); });
  fs::current_path(before);
  EXPECT_EQ(message, "");
  EXPECT_TRUE(fs::exists(folder / "new"));
}

TEST(File, ReplacingKeepsPermissionsAndLinks) {
  const testing::TemporaryFolder folder;
  write_file(folder / "a", "old");
  fs::permissions(folder / "a", fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "a", 10), "new");
  EXPECT_EQ(fs::status(folder / "a").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(File, ALinkToWhatIsNotThereYetStaysALink) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder / "models");
  fs::create_symlink("models/a", folder / "second");
  fs::create_symlink(folder / "second", folder / "first");
  write_file(folder / "first", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "first"));
  EXPECT_TRUE(fs::is_symlink(folder / "second"));
  EXPECT_EQ(read_file(folder / "models" / "a", 10), "new");
  EXPECT_EQ(behind_links(folder / "first"), fs::canonical(folder / "models" / "a"));
}

TEST(File, ALinkThatLeadsToItselfIsNoFile) {
  const testing::TemporaryFolder folder;
  fs::create_symlink("a", folder / "b");
  fs::create_symlink("b", folder / "a");
  EXPECT_FALSE(behind_links(folder / "a").empty()) << "it ends";
}

TEST(File, RefusesWhatIsNoOrdinaryFile) {
  const testing::TemporaryFolder folder;
  EXPECT_NE(refused(folder / "absent").find("no such file"), std::string::npos);
  EXPECT_NE(refused(folder.path()).find("is a folder"), std::string::npos);
  EXPECT_NE(refused("/dev/zero").find("not an ordinary file"), std::string::npos);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_NE(refused(folder / "pipe").find("not an ordinary file"), std::string::npos);
}

TEST(File, RefusesWhatIsTooLargeWithoutReadingIt) {
  const testing::TemporaryFolder folder;
  write_file(folder / "a", "12345");
  EXPECT_EQ(read_file(folder / "a", 5), "12345");
  EXPECT_NE(refused(folder / "a", 4).find("larger than 4 bytes"), std::string::npos);
  std::ofstream(folder / "sparse").close();
  fs::resize_file(folder / "sparse", std::uintmax_t{1} << 40);  // claims a terabyte, holds nothing
  EXPECT_NE(refused(folder / "sparse", 16'000'000).find("larger than 16.0 MB"), std::string::npos);
}

TEST(File, DevicesAreWrittenTo) {
  write_file("/dev/null", "gone");
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
}

TEST(File, SaysWhyItCannotBeWritten) {
  const testing::TemporaryFolder folder;
  const auto written = [](const fs::path& file) {
    return message_of([&] { write_file(file, "a"); });
  };
  EXPECT_NE(written(folder.path()).find("is a folder"), std::string::npos);
  write_file(folder / "file", "a");
  EXPECT_NE(written(folder / "file" / "a").find("is a file, not a folder"), std::string::npos);
  EXPECT_NE(written("").find("names no file"), std::string::npos);
  EXPECT_NE(written("/dev/full").find("No space left"), std::string::npos);
}

TEST(File, AnOpenDescriptorIsWrittenOnFromWhereItStands) {
  const testing::TemporaryFolder folder;
  const int open = ::open((folder / "a").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(::write(open, "before ", 7), 7);
  for (const char* const name : {"/dev/fd/", "/proc/self/fd/"}) {
    const fs::path named = name + std::to_string(open);
    EXPECT_TRUE(is_stream(named));
    write_file(named, "x");
  }
  ASSERT_EQ(::write(open, " after", 6), 6);
  ::close(open);
  EXPECT_EQ(read_file(folder / "a", 100), "before xx after");
  EXPECT_FALSE(is_stream(folder / "a"));
  EXPECT_TRUE(is_stream("/dev/null"));
}

TEST(File, WritingThatIsStoppedLeavesWhatWasThere) {
  const testing::TemporaryFolder folder;
  write_file(folder / "a", "old");
  const std::string told = message_of([&] {
    int asked = 0;
    OutputFile out(folder / "a", [&] { return ++asked < 2; });
    for (int i = 0; i < 1000; ++i) out.write(std::string(1000, 'x'));
    out.finish();
  });
  EXPECT_NE(told.find("writing it was stopped"), std::string::npos) << told;
  EXPECT_EQ(read_file(folder / "a", 100), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

}  // namespace
}  // namespace glassformer
