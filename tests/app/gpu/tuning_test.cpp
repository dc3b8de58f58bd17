#include "app/gpu/tuning.h"

#include <gtest/gtest.h>

#include "core/formats/file.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

double slowest_first(Tile tile) {
  return tile == Tuning::candidates()[2] ? 1 : 2;
}

TEST(Tuning, TakesTheFastestAndMeasuresOnce) {
  int asked = 0;
  Tuning tuning("a card", {});
  const auto measure = [&](Tile tile) {
    ++asked;
    return slowest_first(tile);
  };
  EXPECT_EQ(tuning.large(measure), Tuning::candidates()[2]);
  EXPECT_EQ(asked, static_cast<int>(Tuning::candidates().size()));
  EXPECT_EQ(tuning.large(measure), Tuning::candidates()[2]);
  EXPECT_EQ(asked, static_cast<int>(Tuning::candidates().size()));
}

TEST(Tuning, KeepsWhatItFoundForEachCard) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "cache" / "tiles.json";
  const auto never = [](Tile) -> double { throw std::logic_error("measured again"); };
  Tuning("a card", file).large(slowest_first);
  Tuning("another", file).large([](Tile) { return 1; });
  EXPECT_EQ(Tuning("a card", file).large(never), Tuning::candidates()[2]);
  EXPECT_EQ(Tuning("another", file).large(never), Tuning::candidates()[0]);
}

TEST(Tuning, MeasuresAgainWhereTheFileIsBroken) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "tiles.json";
  for (const char* text : {"", "[1]", "{\"a card\": 3}", "{\"a card\": {\"side\": 7}}", "{{"}) {
    write_file(file, text);
    EXPECT_EQ(Tuning("a card", file).large(slowest_first), Tuning::candidates()[2]) << text;
  }
}

}  // namespace
}  // namespace glassformer
