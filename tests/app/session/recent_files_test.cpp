#include "app/kept/recent_files.h"

#include <gtest/gtest.h>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using Kind = RecentFiles::Kind;

TEST(RecentFiles, TheNewestFirstAtMostTwelveEachOnce) {
  RecentFiles recent;
  for (int i = 0; i < 14; ++i) recent.add("/tmp/" + std::to_string(i), Kind::text);
  ASSERT_EQ(recent.all().size(), RecentFiles::most);
  EXPECT_EQ(recent.all().front().path, "/tmp/13");
  recent.add("/tmp/./5", Kind::lesson);
  ASSERT_EQ(recent.all().size(), RecentFiles::most);
  EXPECT_EQ(recent.all().front(), (RecentFiles::File{"/tmp/5", Kind::lesson}));
  recent.remove("/tmp/5");
  EXPECT_EQ(recent.all().front().path, "/tmp/13");
}

TEST(RecentFiles, AreKeptInAFolderAndSharedByItsWindows) {
  const testing::TemporaryFolder folder;
  RecentFiles one, other;
  one.keep_in(folder / "new");
  other.keep_in(folder / "new");
  one.add("/tmp/a \"quoted\"", Kind::vectors);
  other.add("/tmp/b", Kind::model);
  RecentFiles next;
  next.keep_in(folder / "new");
  EXPECT_EQ(next.all(), (std::vector<RecentFiles::File>{{"/tmp/b", Kind::model},
                                                        {"/tmp/a \"quoted\"", Kind::vectors}}));
}

TEST(RecentFiles, WhatCannotBeReadIsLeftOut) {
  const testing::TemporaryFolder folder;
  for (const char* bytes :
       {"", "{", "3", "[3, {\"path\": 4}, {\"path\": \"/x\", \"kind\": \"?\"}]"}) {
    write_file(folder / "recent.json", bytes);
    RecentFiles recent;
    recent.keep_in(folder / "");
    EXPECT_TRUE(recent.all().empty()) << bytes;
  }
}

// What is missing is asked in the background; once it has answered, the list knows it.
TEST(RecentFiles, KnowWhichOfThemAreMissing) {
  const testing::TemporaryFolder folder;
  write_file(folder / "there", "x");
  RecentFiles recent;
  recent.add((folder / "there").string(), Kind::text);
  recent.add((folder / "gone").string(), Kind::text);
  recent.wait();
  EXPECT_TRUE(recent.is_missing(recent.all()[0]));
  EXPECT_FALSE(recent.is_missing(recent.all()[1]));
  EXPECT_EQ(kind_shown(recent, recent.all()[0]), "missing");
  write_file(folder / "gone", "x");
  EXPECT_TRUE(recent.is_missing(recent.all()[0])) << "until it is looked for again";
  recent.look_for_missing();
  recent.wait();
  EXPECT_FALSE(recent.is_missing(recent.all()[0]));
}

}  // namespace
}  // namespace glassformer
