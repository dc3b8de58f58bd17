#include <gtest/gtest.h>

#include <cmath>

#include "core/lesson/lesson.h"
#include "core/tensor/error.h"
#include "tests/support/paths.h"

// M3 and M4 of the lectures.
namespace glassformer {
namespace {

Lesson shipped() {
  return read_lesson(testing::source_dir() / "assets" / "lessons" / "results.json");
}

// The digits after the point were cut in the first and the third row, and rounded in the others.
TEST(Results, RelativeImprovementIsAsPrinted) {
  const Lesson lesson = shipped();
  const RunPtr made = run(lesson.inputs);
  const Mat& percent = made->tape.value(made->tape.find("gnmt.relative"));
  const auto& printed = lesson.printed.at(0).values;
  for (int r = 0; r < 6; ++r) {
    const double shown = std::stod(printed[static_cast<std::size_t>(r)][0]);
    const bool cut = r == 0 || r == 2;
    EXPECT_EQ(cut ? std::floor(percent(r, 0)) : std::round(percent(r, 0)), shown) << r;
  }
}

TEST(Results, CostIsGpusTimesSecondsTimesSpeed) {
  const RunPtr made = run(shipped().inputs);
  const Mat& flops = made->tape.value(made->tape.find("training.flops"));
  EXPECT_NEAR(flops(0, 0), 8 * 12 * 3600.0 * 9.5e12, 1e13);
  EXPECT_NEAR(flops(1, 0), 8 * 3.5 * 24 * 3600.0 * 9.5e12, 1e14);
}

TEST(Results, SaysWhatALessonMustGive) {
  Inputs inputs;
  inputs.scene = "results";
  EXPECT_THROW(run(inputs), UserError);
  inputs = shipped().inputs;
  inputs.given["gnmt.table"] = std::make_shared<const Leaf>(Mat(5, 3));
  try {
    run(inputs);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "results: \"gnmt.table\" is 5 × 3, and must be 6 × 3");
  }
}

}  // namespace
}  // namespace glassformer
