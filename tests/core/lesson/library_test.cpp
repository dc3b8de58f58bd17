#include <gtest/gtest.h>

#include <filesystem>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/formats/file.h"
#include "core/lesson/lesson.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

namespace fs = std::filesystem;

// Sets GLASSFORMER_ASSETS while it lives.
class Assets {
 public:
  explicit Assets(const fs::path& folder) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, folder.c_str(), 1);
  }
  ~Assets() { before_ ? ::setenv(name, before_->c_str(), 1) : ::unsetenv(name); }

 private:
  static constexpr const char* name = "GLASSFORMER_ASSETS";
  std::optional<std::string> before_;
};

std::string lesson(const std::string& id, int order) {
  return R"({"id": ")" + id + R"(", "title": "T", "model": "attention", "order": )" +
         std::to_string(order) + "}";
}

std::string refused(std::string_view id_or_file) {
  try {
    find_lesson(id_or_file);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Library, SortsByOrderThenId) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder / "lessons");
  write_file(folder / "lessons" / "1.json", lesson("late", 9));
  write_file(folder / "lessons" / "2.json", lesson("b", 2));
  write_file(folder / "lessons" / "3.json", lesson("a", 2));
  write_file(folder / "lessons" / "schema.json", "{}");
  write_file(folder / "lessons" / "notes.txt", "not a lesson");
  const Assets assets(folder.path());
  std::vector<std::string> ids;
  for (const Lesson& l : shipped_lessons()) ids.push_back(l.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"a", "b", "late"}));
  EXPECT_EQ(find_lesson("late").order, 9);
}

// Its file has its name: what is wrong with another one does not matter.
TEST(Library, ALessonIsFoundWithoutTheOthers) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder / "lessons");
  write_file(folder / "lessons" / "mine.json", lesson("mine", 1));
  write_file(folder / "lessons" / "other.json", "{");
  write_file(folder / "lessons" / "called.json", lesson("named", 2));
  write_file(folder / "lessons" / "schema.json", "{}");
  const Assets assets(folder.path());
  EXPECT_EQ(find_lesson("mine").order, 1);
  fs::remove(folder / "lessons" / "other.json");
  EXPECT_EQ(find_lesson("named").order, 2) << "in a file of another name";
  EXPECT_NE(refused("called").find("there is no lesson 'called'"), std::string::npos);
  EXPECT_NE(refused("schema").find("there is no lesson 'schema'"), std::string::npos);
}

TEST(Library, TwoLessonsOfOneIdAreRefused) {
  const testing::TemporaryFolder folder;
  fs::create_directory(folder / "lessons");
  write_file(folder / "lessons" / "1.json", lesson("same", 1));
  write_file(folder / "lessons" / "2.json", lesson("same", 2));
  const Assets assets(folder.path());
  EXPECT_THROW(shipped_lessons(), UserError);
}

TEST(Library, AFolderNamedWronglyIsSaid) {
  const testing::TemporaryFolder folder;
  const Assets assets(folder.path());
  EXPECT_NE(refused("a").find("GLASSFORMER_ASSETS"), std::string::npos);
}

TEST(Library, FindsAFileByItsName) {
  const testing::TemporaryFolder folder;
  write_file(folder / "mine.json", lesson("mine", 1));
  EXPECT_EQ(find_lesson((folder / "mine.json").string()).id, "mine");
  EXPECT_NE(refused((folder / "other.json").string()).find("no such file"), std::string::npos);
  EXPECT_NE(refused("/dev/zero").find("not an ordinary file"), std::string::npos);
  EXPECT_NE(refused(folder.path().string() + "/").find("is a folder"), std::string::npos);
}

TEST(Library, AnUnknownLessonNamesTheNearestAndHowToListAll) {
  const std::string said = refused("masked-score");
  EXPECT_NE(said.find("did you mean 'masked-scores'?"), std::string::npos) << said;
  EXPECT_NE(said.find("'glassformer lessons' lists them"), std::string::npos) << said;
}

TEST(Library, EveryShippedLessonDoesWhatItSays) {
  const Assets assets(testing::source_dir() / "assets");
  const std::vector<Lesson> lessons = shipped_lessons();
  EXPECT_FALSE(lessons.empty());
  for (const Lesson& l : lessons) {
    EXPECT_EQ(check_lesson(l), std::vector<std::string>{}) << l.id;
    EXPECT_EQ(l.file.stem(), l.id) << "a lesson's file is named after its id";
    EXPECT_FALSE(l.steps.empty()) << l.id;
    EXPECT_FALSE(l.source.empty()) << l.id;
    const Lesson again = parse_lesson(write_lesson(l), l.file);
    EXPECT_EQ(check_lesson(again), std::vector<std::string>{}) << l.id << ", written and read";
  }
}

// A name without a slash and an ending is a file too, where no lesson is called so.
TEST(Library, AFileIsFoundByItsName) {
  const testing::TemporaryFolder here;
  write_file(here / "mine", lesson("of-mine", 1));
  const fs::path before = fs::current_path();
  fs::current_path(here.path());
  const std::string id = find_lesson("mine").id;
  fs::current_path(before);
  EXPECT_EQ(id, "of-mine");
}

}  // namespace
}  // namespace glassformer
