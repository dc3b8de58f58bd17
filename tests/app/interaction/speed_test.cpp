#include <gtest/gtest.h>

#include <utility>

#include "app/jobs/jobs.h"
#include "app/jobs/measuring.h"
#include "tests/app/interaction/driver.h"

namespace glassformer {
namespace {

using testing::Driver;

TEST(MatrixProductSpeedView, ShowsFinishedBarsAndTheCodeOfEach) {
  Driver driver("matrix-product-speed");
  const auto go_to = [&](int step) {
    driver.session().step = step;
    driver.session().enter_step();
    driver.rest();
  };
  go_to(1);
  EXPECT_TRUE(driver.shows_part("Measured on"));
  EXPECT_FALSE(driver.shows("of peak") && driver.shows_part(" %")) << "the class is asked";
  driver.session().answer();
  driver.rest();
  EXPECT_TRUE(driver.shows_part(" %"));
  EXPECT_FALSE(driver.shows("…")) << "nothing is still to be measured";
  go_to(7);
  EXPECT_TRUE(driver.shows_part("one core:"));  // a roof with its height
  go_to(10);
  EXPECT_TRUE(driver.shows_part("largest difference"));
  go_to(2);
  const Rect ways = driver.app().parts().back().standing.rect;
  for (const auto& [way, code] : {std::pair{"naive loop", "void product_naive"},
                                  {"blocked", "void product_blocked"},
                                  {"all cores", "void product_all_cores"}}) {
    driver.click(driver.where_in(way, ways));
    driver.rest();
    EXPECT_TRUE(driver.shows_part(code)) << way;
  }
}

TEST(MatrixProductSpeedView, AnotherSizeIsMeasuredAndTheFirstStays) {
  Driver driver("matrix-product-speed");
  driver.rest();
  ASSERT_TRUE(driver.session().jobs().product()->latest()->finished);
  driver.session().post(SetOption{"size", 64.0, 0});
  driver.frame();
  driver.rest();
  const auto now = driver.session().jobs().product()->latest();
  EXPECT_TRUE(now->finished);
  ASSERT_GE(now->ways.size(), 4U);
  for (const ProductTimes& way : now->ways) {
    if (!way.absent.empty()) continue;
    EXPECT_GT(way.flops, 0) << way.name;
    EXPECT_LT(way.difference, 1e-4) << way.name;
  }
  ASSERT_EQ(driver.session().jobs().measurements().products(64, nullptr).size(), 1U);
  EXPECT_EQ(driver.session().jobs().measurements().products(64, nullptr)[0]->size, 512);
}

TEST(MatrixProductSpeedView, TheShaderIsTimedOnACardAndSaysWhyElsewhere) {
  Driver::Options options;
  options.settings.where = Where::cpu;
  const auto go_to = [](Driver& driver, int step) {
    driver.session().step = step;
    driver.session().enter_step();
    driver.rest();
  };
  Driver here("matrix-product-speed", options);
  go_to(here, 1);
  EXPECT_TRUE(here.shows_part("No card computes now"));

  options.settings.where = Where::gpu;
  Driver there("matrix-product-speed", options);
  there.session().post(SetOption{"size", 64.0, 0});
  there.frame();
  there.rest();
  const auto backend = there.session().backend();
  if (!backend) GTEST_SKIP() << "no compute shaders here: " << there.session().message;
  const auto now = there.session().jobs().product()->latest();
  ASSERT_EQ(now->ways.size(), 5U);
  const ProductTimes& shader = now->ways[4];
  EXPECT_EQ(shader.absent, "");
  EXPECT_GT(shader.flops, 0);
  EXPECT_GT(shader.copying, 0);
  EXPECT_GE(now->roofs.card.flops, shader.flops);
  EXPECT_GT(now->roofs.card.bytes, 0);
  EXPECT_LT(shader.difference, 1e-4);
  EXPECT_EQ(shader.rows, 64);
  EXPECT_NE(shader.where, "");
  EXPECT_TRUE(there.shows_part(shader.where.substr(0, 6))) << "on which card it was";
  go_to(there, 7);
  EXPECT_TRUE(there.shows_part("card: ")) << "the roof of it";
}

TEST(MatrixProductSpeedView, NeverWaitsForAMeasurement) {
  Driver driver("matrix-product-speed");
  driver.moving = true;
  driver.frame();
  const auto job = driver.session().jobs().product();
  driver.frame();
  EXPECT_TRUE(driver.shows_part(job->latest()->finished ? "easured on" : "easuring on"));
  // Another lesson: nobody looks, so it ends.
  for (const Lesson& lesson : driver.session().lessons()) {
    if (lesson.id == "masked-scores") driver.app().open(lesson);
  }
  job->wait();
  EXPECT_TRUE(job->ended());
}

TEST(MatrixProductSpeedView, StopsAndBeginsAnew) {
  Driver driver("matrix-product-speed");
  driver.moving = true;
  driver.session().post(SetOption{"size", 700.0, 0});
  driver.frame();
  while (driver.session().busy()) driver.frame();  // on a busy machine the run comes later
  driver.frame();
  const auto job = driver.session().jobs().product();
  ASSERT_FALSE(job->latest()->finished);
  driver.click(driver.where("Stop"));
  job->wait();
  driver.frame();
  EXPECT_FALSE(job->latest()->finished);
  EXPECT_TRUE(driver.shows_part("Stopped"));
  driver.click(driver.where("Measure again"));
  driver.frame();
  EXPECT_NE(driver.session().jobs().product(), job);
  EXPECT_TRUE(driver.shows("Stop"));
}

// In a small window the words of the fourth step are more than there is room for: no line of them
// is cut through, and a click turns to those that follow.
TEST(LayerSpeedView, WordsThatHaveNoRoomAreTurnedTo) {
  for (const auto& [height, goes_on] : {std::pair{600, true}, {1440, false}}) {
    Driver driver("layer-speed", {.width = height * 16 / 9, .height = height});
    driver.session().step = 3;
    driver.session().enter_step();
    driver.rest();
    const Rect side = driver.side();
    const auto turns = [&](std::string_view words) {
      return std::ranges::any_of(driver.texts(), [&](const Command* text) {
        return text->text == words && side.contains(text->rect.center());
      });
    };
    EXPECT_EQ(turns("More"), goes_on);
    for (const Command* text : driver.texts()) {
      if (!side.contains(text->rect.center())) continue;
      EXPECT_LE(text->rect.bottom() - 0.2F * text->rect.h, text->clip.bottom() + 1) << text->text;
    }
    if (!goes_on) continue;
    for (int i = 0; i < 5 && turns("More"); ++i) {
      driver.click(driver.where_in("More", side));
      driver.rest();
    }
    driver.click(driver.where_in("Back to the top", side));
    driver.rest();
    EXPECT_TRUE(turns("More"));
  }
}

TEST(LayerSpeedView, ShowsCurvesTableAndVerdict) {
  Driver driver("layer-speed");
  driver.rest();
  EXPECT_TRUE(driver.shows_part("Measured on one core"));
  EXPECT_TRUE(driver.shows_part("n words, with d = 256"));
  driver.click(driver.where("Over d"));
  driver.rest();
  EXPECT_TRUE(driver.shows_part("d numbers, with n = 256"));
  EXPECT_TRUE(driver.shows_part("here,"));  // what was measured, after what the table says
  EXPECT_TRUE(driver.shows_part("  (2)"));  // a measured slope, and the theory's
  // Vaswani et al. 2017, table 1: four layers, each with the complexity and the longest path.
  EXPECT_EQ(testing::number_of(driver.texts(), "O"), 8);
  const float left = driver.where("Measure again").x;
  driver.click(driver.where_in("recurrent", {left - 100, 0, 220, 1000}));
  driver.rest();
  EXPECT_TRUE(driver.shows_part("void recurrent("));
}

// Three lines a notch; nothing moves while the wheel stands.
TEST(LayerSpeedView, TheCodeIsScrolled) {
  Driver driver("layer-speed", {1280, 720});
  driver.rest();
  const float left = driver.where("Measure again").x;
  driver.click(driver.where_in("recurrent", {left - 100, 0, 220, 1000}));
  driver.rest();
  const auto line = [&] {
    for (const Command* text : driver.texts()) {
      if (text->text.starts_with("void recurrent(")) return text->rect;
    }
    return Rect{};
  };
  const Rect before = line();
  ASSERT_GT(before.w, 0);
  driver.wheel(before.center(), -1);
  driver.rest();
  const Rect after = line();
  EXPECT_TRUE(after.w == 0 || after.y < before.y - 2 * before.h) << after.y;
  driver.wheel(before.center(), 2);
  driver.rest();
  EXPECT_GE(line().y, before.y);
}

// Over n the other size is d, and the other way round.
TEST(LayerSpeedView, EachChartNamesTheSizeThatItHolds) {
  Driver driver("layer-speed");
  driver.session().post(SetOption{"n", 64.0, 0});
  driver.session().post(SetOption{"d", 32.0, 0});
  driver.frame();
  driver.rest();
  EXPECT_TRUE(driver.shows_part("n words, with d = 32")) << driver.session().message;
  driver.click(driver.where("Over d"));
  driver.rest();
  EXPECT_TRUE(driver.shows_part("d numbers, with n = 64"));
}

// A clicker cannot scroll: in the lowest window, with a presenter's letters, no row is left out.
TEST(SpeedViews, TheirTablesAreWholeForAPresenterInALowWindow) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  const Rect left{0, 0, 200, 720};  // the names of the rows, and none of the charts
  const auto expect_rows = [&](const char* lesson, const std::vector<int>& steps,
                               const std::vector<const char*>& rows) {
    Driver driver(lesson, options);
    for (const int step : steps) {
      driver.session().step = step;
      driver.session().enter_step();
      driver.rest();
      for (const char* row : rows) driver.where_in(row, left);
    }
  };
  expect_rows("layer-speed", {0, 6},
              {"self-attention", "recurrent", "convolutional", "restricted"});
  expect_rows("matrix-product-speed", {1},
              {"naive loop", "blocked", "vectorised", "all cores", "compute shader"});
}

}  // namespace
}  // namespace glassformer
