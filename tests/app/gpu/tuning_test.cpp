#include "app/gpu/tuning.h"

#include <gtest/gtest.h>

#include "core/formats/file.h"
#include "core/tensor/device_mat.h"
#include "tests/support/temporary_folder.h"

namespace glassformer {
namespace {

constexpr auto few = ProductSize::few, many = ProductSize::many;

double third_is_fastest(const Tiling& tiling) {
  return tiling == Tuning::candidates(few)[2] ? 1 : 2;
}

TEST(Tuning, TakesTheFastestAndMeasuresOnce) {
  int asked = 0;
  Tuning tuning("a card", {});
  const auto measure = [&](const Tiling& tiling) {
    ++asked;
    return third_is_fastest(tiling);
  };
  EXPECT_EQ(tuning.fastest(few, measure), Tuning::candidates(few)[2]);
  EXPECT_EQ(asked, Tuning::rounds * static_cast<int>(Tuning::candidates(few).size()));
  EXPECT_EQ(tuning.fastest(few, measure), Tuning::candidates(few)[2]);
  EXPECT_EQ(asked, Tuning::rounds * static_cast<int>(Tuning::candidates(few).size()));
}

// Something else has the card for a while: once each is measured in peace.
TEST(Tuning, ACandidateIsAsFastAsInItsBestRound) {
  Tuning tuning("a card", {});
  std::size_t asked = 0;
  const auto measure = [&](const Tiling& tiling) {
    const bool disturbed = asked++ < Tuning::candidates(few).size() + 3;
    return third_is_fastest(tiling) + (disturbed ? 100 : 0);
  };
  EXPECT_EQ(tuning.fastest(few, measure), Tuning::candidates(few)[2]);
}

TEST(Tuning, ALaterRoundThatIsDisturbedTakesNothingAway) {
  Tuning tuning("a card", {});
  const std::size_t all = Tuning::candidates(few).size();
  std::size_t asked = 0;
  const auto measure = [&](const Tiling& tiling) {
    const bool disturbed = asked++ >= all;  // all rounds but the first
    const double quiet = third_is_fastest(tiling);
    return disturbed && quiet < 2 ? 100 : quiet;
  };
  EXPECT_EQ(tuning.fastest(few, measure), Tuning::candidates(few)[2]);
}

TEST(Tuning, ACandidateThatTheDriverRefusesIsPassedOver) {
  Tuning tuning("a card", {});
  int refused = 0;
  const auto measure = [&](const Tiling& tiling) {
    if (tiling == Tuning::candidates(few)[2]) {
      ++refused;
      throw DeviceError("too many threads");
    }
    return tiling == Tuning::candidates(few)[5] ? 1.0 : 2.0;
  };
  EXPECT_EQ(tuning.fastest(few, measure), Tuning::candidates(few)[5]);
  EXPECT_EQ(refused, 1) << "not asked again";
}

TEST(Tuning, WhereAllAreRefusedTheSmallOneIsTakenAndNothingKept) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "tiles.json";
  Tuning tuning("a card", file);
  const auto refuse = [](const Tiling&) -> double { throw DeviceError("no"); };
  EXPECT_EQ(tuning.fastest(few, refuse), Tuning::small());
  EXPECT_EQ(tuning.fastest(few, third_is_fastest), Tuning::small()) << "for this start";
  EXPECT_EQ(Tuning("a card", file).fastest(few, third_is_fastest), Tuning::candidates(few)[2]);
}

TEST(Tuning, EachSizeIsMeasuredForItself) {
  Tuning tuning("a card", {});
  tuning.fastest(few, third_is_fastest);
  const auto last = [](const Tiling& tiling) {
    return tiling == Tuning::candidates(many).back() ? 1 : 2;
  };
  EXPECT_EQ(tuning.fastest(many, last), Tuning::candidates(many).back());
  EXPECT_EQ(tuning.fastest(few, last), Tuning::candidates(few)[2]);
}

TEST(Tuning, KeepsWhatItFoundForEachCardAndSize) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "cache" / "tiles.json";
  const auto never = [](const Tiling&) -> double { throw std::logic_error("measured again"); };
  const auto all_the_same = [](const Tiling&) { return 1; };
  Tuning("a card", file).fastest(few, third_is_fastest);
  Tuning("another", file).fastest(few, all_the_same);
  Tuning("a card", file).fastest(many, all_the_same);
  EXPECT_EQ(Tuning("a card", file).fastest(few, never), Tuning::candidates(few)[2]);
  EXPECT_EQ(Tuning("another", file).fastest(few, never), Tuning::candidates(few)[0]);
  EXPECT_EQ(Tuning("a card", file).fastest(many, never), Tuning::candidates(many)[0]);
}

TEST(Tuning, MeasuresAgainWhereTheFileIsBrokenOrOfAnotherVersion) {
  const testing::TemporaryFolder folder;
  const auto file = folder.path() / "tiles.json";
  for (const char* text : {"", "[1]", "{\"a card\": 3}", "{\"a card\": {\"few cells\": 7}}", "{{",
                           "{\"a card\": {\"few cells\": [64, 64]}}",
                           "{\"a card\": {\"few cells\": [64, 64, 1, 1, 16, 0]}}",
                           "{\"a card\": {\"side\": 64, \"own\": 4, \"depth\": 16}}"}) {
    write_file(file, text);
    EXPECT_EQ(Tuning("a card", file).fastest(few, third_is_fastest), Tuning::candidates(few)[2])
        << text;
  }
}

}  // namespace
}  // namespace glassformer
