#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

// A table too wide to be printed beside the exact numbers is compared in words: a number agrees
// where it is the exact one, rounded to as many digits behind the point as it has, none included.
TEST(Printed, NumbersAgreeToTheDigitsThatTheyHave) {
  for (const int decimals : {0, 1, 2}) {
    Lesson lesson = find_lesson("masked-scores");
    Driver d(lesson.id, {.width = 1366, .height = 768});
    const RunPtr run = d.session().run();
    const Mat& scores = run->tape.value(run->tape.find("scores"));
    Printed printed{"scores", {}, ""};
    const double unit = std::pow(10.0, decimals);
    for (int r = 0; r < scores.rows(); ++r) {
      printed.values.emplace_back();
      for (int c = 0; c < scores.cols(); ++c) {
        const double value = std::round(static_cast<double>(scores(r, c)) * unit) / unit;
        printed.values.back().push_back(fmt::format("{:.{}f}", value, decimals));
      }
    }
    lesson.printed = {printed};
    for (Step& step : lesson.steps) step.ask.reset();
    const auto words = [&] {
      d.session().open(lesson);
      d.go_to("scores");
      d.rest();
    };
    words();
    EXPECT_TRUE(d.says("printed numbers are the exact ones, rounded")) << decimals << " decimals";
    lesson.printed[0].values[1][2] += decimals > 0 ? "9" : "1";
    words();
    EXPECT_TRUE(d.says("printed numbers these differ: row 2, column 3")) << decimals;
  }
}

}  // namespace
}  // namespace glassformer::testing
