#include "core/lesson/place.h"

#include <gtest/gtest.h>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

TEST(Place, OfASentenceIsTheLineOfWhatItSpeaksOf) {
  const testing::TemporaryFolder folder;
  const auto file = folder / "mine.json";
  write_file(
      file,
      "{\n\"id\": \"mine\",\n\"model\": \"attention\",\n\"given\": {\n\"q\": [[1]],\n\"wq\": "
      "[[1]]\n},\n\"steps\": [\n{\"title\": \"a\"},\n{\"title\": \"b\",\n\"text\": \"c\"}]}");
  const auto line = [&](const std::string& sentence) {
    const std::string said = placed(file, sentence), begins = file.string() + ":";
    EXPECT_TRUE(said.starts_with(begins)) << said;
    EXPECT_TRUE(said.ends_with(": " + sentence)) << said;
    return std::stoi(said.substr(begins.size()));
  };
  EXPECT_EQ(line("attention: the given wq is 3 × 2, but it must be 4 × any"), 6);
  EXPECT_EQ(line("steps[1].text: a formula begins with $ and does not end"), 11);
  EXPECT_EQ(line("steps[1].nothing: is not there"), 10);
  EXPECT_EQ(line("attention: nothing that is written there"), 3);
  const std::string named = file.string() + ":2: id: is wrong";
  EXPECT_EQ(placed(file, named), named);
  EXPECT_EQ(placed(folder / "gone.json", "it is gone"),
            (folder / "gone.json").string() + ": it is gone");
  EXPECT_EQ(placed("", "of no file"), "of no file");
}

}  // namespace
}  // namespace glassformer
