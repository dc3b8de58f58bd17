// Every call of core/formats to the system fails once, or comes up short once.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/embed/corpus/id_store.h"
#include "core/formats/nameless_file.h"
#include "tests/faults/core/files.h"
#include "tests/faults/trying.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

using testing::ReadFile;
using testing::WrittenFile;

std::string named(const ::testing::TestParamInfo<std::string>& one) {
  std::string name = one.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

template <class File>
std::vector<std::string> whats(const std::vector<File>& files) {
  std::vector<std::string> all;
  for (const File& file : files) all.push_back(file.what);
  return all;
}

template <class File>
const File& of(const std::vector<File>& files, const std::string& what) {
  return *std::find_if(files.begin(), files.end(), [&](const File& f) { return f.what == what; });
}

class Reading : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, Reading, ::testing::ValuesIn(whats(testing::read_files())), named);

TEST_P(Reading, EveryCallFailsOnce) {
  const ReadFile& file = of(testing::read_files(), GetParam());
  const testing::TemporaryFolder folder;
  file.make(folder.path());
  const auto before = testing::contents(folder.path());
  testing::every_call({.what = file.what,
                       .act = [&] { return file.read(folder.path()); },
                       .says_so =
                           [](const std::string& made) {
                             return made.find("beside it is not taken") != std::string::npos;
                           }},
                      folder.path().string());
  EXPECT_EQ(testing::contents(folder.path()), before);
}

TEST_P(Reading, EveryRequestForMemoryIsRefusedOnce) {
  const ReadFile& file = of(testing::read_files(), GetParam());
  const testing::TemporaryFolder folder;
  file.make(folder.path());
  testing::every_request({.what = file.what, .act = [&] { return file.read(folder.path()); }});
}

// Where a file lies already, and where none does.
class Writing : public ::testing::TestWithParam<std::string> {
 protected:
  const WrittenFile& file_ = of(testing::written_files(), GetParam());
  testing::TemporaryFolder old_, fresh_;
  std::map<std::string, std::string> before_, after_;

  Writing() {
    file_.write(old_.path(), 2);
    after_ = testing::contents(old_.path());
    file_.write(old_.path(), 1);
    before_ = testing::contents(old_.path());
  }

  testing::Tried over() {
    return {.what = file_.what + ", over an old one",
            .act =
                [this] {
                  file_.write(old_.path(), 2);
                  return std::string("written");
                },
            .before = [this] { file_.write(old_.path(), 1); },
            .after =
                [this](bool succeeded) {
                  const auto now = testing::contents(old_.path());
                  EXPECT_TRUE(now == after_ || (!succeeded && now == before_)) << names(now);
                }};
  }
  testing::Tried anew() {
    return {.what = file_.what + ", a new one",
            .act =
                [this] {
                  file_.write(fresh_.path(), 2);
                  return std::string("written");
                },
            .before =
                [this] {
                  for (const auto& entry : std::filesystem::directory_iterator(fresh_.path())) {
                    std::filesystem::remove(entry.path());
                  }
                },
            .after =
                [this](bool succeeded) {
                  const auto now = testing::contents(fresh_.path());
                  EXPECT_TRUE(now == after_ || (!succeeded && now.empty())) << names(now);
                }};
  }
  static std::string names(const std::map<std::string, std::string>& files) {
    std::string all = "half-written, or left behind:";
    for (const auto& [name, bytes] : files) all += " " + name + " " + std::to_string(bytes.size());
    return all;
  }
};
INSTANTIATE_TEST_SUITE_P(All, Writing, ::testing::ValuesIn(whats(testing::written_files())), named);

TEST_P(Writing, EveryCallFailsOnce) {
  testing::every_call(over(), old_.path().string());
  testing::every_call(anew(), fresh_.path().string());
}

TEST_P(Writing, EveryRequestForMemoryIsRefusedOnce) {
  testing::every_request(over());
  testing::every_request(anew());
}

// What has no room in memory.
TEST(NamelessFiles, EveryCallFailsOnce) {
  testing::every_call({.what = "a nameless file",
                       .act =
                           [] {
                             IdStore store(16);
                             for (int i = 0; i < 100; ++i) store.add(i % 7);
                             std::vector<std::int32_t> table(7);
                             std::iota(table.begin(), table.end(), 1);
                             store.map(table);
                             std::vector<std::int32_t> read(100);
                             store.read(0, read);
                             std::string all;
                             for (const std::int32_t id : read) all += std::to_string(id) + " ";
                             return all;
                           }},
                      "TMPDIR");
}

}  // namespace
}  // namespace glassformer
