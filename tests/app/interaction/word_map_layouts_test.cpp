#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/jobs/jobs.h"
#include "app/jobs/projection.h"
#include "tests/app/interaction/driver.h"

// How the words come to their places: PCA in two and three components, axes, an analogy, t-SNE.
namespace glassformer {
namespace {

using testing::Driver;

TEST(WordMapView, FourMapsAndTheirSettings) {
  Driver driver("word-map");
  driver.rest();
  driver.click(driver.where("Axes"));
  driver.rest();
  EXPECT_TRUE(driver.shows("to the right"));
  EXPECT_TRUE(driver.shows("he ↔ she"));
  driver.click(driver.where("Analogy"));
  driver.rest();
  EXPECT_TRUE(driver.shows("king − man + woman"));
  driver.click(driver.where("t-SNE"));
  driver.rest();
  ASSERT_TRUE(driver.session().jobs().projection());
  const auto first = driver.session().jobs().projection();
  EXPECT_GE(first->latest()->iteration, 400) << "a still picture waits for it";
  EXPECT_TRUE(driver.shows_part(" of 1000 iterations"));
  driver.click(driver.where("Reset"));
  driver.frame();
  EXPECT_NE(driver.session().jobs().projection(), first);
}

TEST(WordMapView, AStepSaysHowFarTSneHasCome) {
  Driver driver("word-map");
  const auto iteration = [&] {
    driver.rest();
    return driver.session().jobs().projection()->latest()->iteration;
  };
  driver.go_to_step("t-SNE: a random start");
  EXPECT_EQ(iteration(), 0);
  driver.go_to_step("The map finds itself");
  EXPECT_EQ(iteration(), 500);
  driver.go_to_step("t-SNE: a random start");
  EXPECT_EQ(iteration(), 0) << "walking back begins anew";
  EXPECT_TRUE(driver.session().snapshot().changes.view.empty());
  // What the user runs is kept in a session.
  driver.click(driver.where("Run"));
  driver.session().jobs().projection()->wait_for_unit(30);
  driver.click(driver.where("Pause"));
  driver.session().jobs().projection()->wait();
  driver.rest();
  const Lesson saved = parse_lesson(write_lesson(driver.session().snapshot()), "saved.json");
  const double kept = std::get<double>(saved.changes.view.at("iteration"));
  EXPECT_GE(kept, 30);
  Driver again("one-hot");
  again.app().open(saved);
  again.rest();
  EXPECT_EQ(again.session().jobs().projection()->latest()->iteration, kept);
}

TEST(WordMapView, ThreeComponentsAreTurned) {
  Driver driver("word-map");
  driver.session().post(SetOption{"solid", 1.0});
  driver.rest();
  const Vec hint = driver.where("drag to turn");
  const auto names = [&] {
    std::string all;
    for (const Command* text : driver.texts()) {
      all += text->text + std::to_string(static_cast<int>(text->rect.x)) + " ";
    }
    return all;
  };
  const std::string before = names();
  driver.press_at(hint + Vec{200, 200});
  driver.drag_by({80, 30});
  driver.release();
  driver.rest();
  EXPECT_NE(names(), before);
}

// The numbers that a step asks for stand nowhere before the answer; its picture is there.
TEST(WordMapView, TheVarianceIsHiddenUntilItIsAnswered) {
  Driver driver("word-map");
  driver.go_to_step("How much two directions show");
  driver.rest();
  ASSERT_TRUE(driver.session().asking());
  EXPECT_FALSE(driver.shows_part("6.6 %"));
  EXPECT_FALSE(driver.shows_part("on the map"));
  driver.press(Key::space);
  driver.rest();
  EXPECT_TRUE(driver.shows("6.6 %"));
  EXPECT_TRUE(driver.shows_part("12.6 % on the map"));
}

// The lines of what the dimensions add end at the word's coordinates.
TEST(WordMapView, TheTermsOfACoordinateAddUpToIt) {
  Driver driver("word-map");
  driver.go_to("pca.coordinates");
  driver.rest();
  const Tape& tape = driver.session().run()->tape;
  const Mat& at = tape.value(tape.find("pca.coordinates"));
  for (int c = 0; c < 2; ++c) EXPECT_TRUE(driver.shows(fmt::format("{:.3f}", at(0, c)))) << c;
}

// Each neighbour's tile is as large a part of the whole as its share.
TEST(WordMapView, TilesAreAsLargeAsTheShares) {
  Driver driver("word-map");
  driver.go_to("tsne.p");
  driver.rest();
  const Tape& tape = driver.session().run()->tape;
  const Mat& shares = tape.value(tape.find("tsne.p"));
  const DrawnPart& part = driver.app().parts().front();
  ASSERT_EQ(part.standing.part, "shares");
  std::vector<float> areas;
  for (std::size_t i = part.first; i < part.last; ++i) {
    const Command& command = driver.app().canvas().commands()[i];
    if (command.kind == Command::Kind::fill) areas.push_back(command.rect.w * command.rect.h);
  }
  ASSERT_EQ(areas.size(), static_cast<std::size_t>(shares.cols()));
  const float whole = part.standing.rect.w * part.standing.rect.h;
  EXPECT_NEAR(areas[0] / whole, shares(0, 0), 0.01);
  EXPECT_NEAR(areas[1] / whole, shares(0, 1), 0.01);
}

}  // namespace
}  // namespace glassformer
