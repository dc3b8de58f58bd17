#include <gtest/gtest.h>

#include "app/views/parts/step_choice.h"
#include "tests/app/interaction/driver.h"

// What the user chose by hand lasts until a step wants something else, and that says so.
namespace glassformer::testing {
namespace {

constexpr const char* kSaid = "in place of your choice";

bool is_told(const Session& session) {
  return session.message.find(kSaid) != std::string::npos;
}

TEST(StepChoice, TheUsersStaysUntilAStepWantsAnother) {
  Driver d("heads");
  StepChoice<int> choice;
  EXPECT_EQ(choice.follow(d.session(), 0, 2), 2);
  EXPECT_FALSE(is_told(d.session())) << "nobody chose";
  EXPECT_EQ(choice.follow(d.session(), 5, 2), 5) << "this step wants what the one before did";
  EXPECT_FALSE(is_told(d.session()));
  EXPECT_EQ(choice.follow(d.session(), 5, 3), 3);
  EXPECT_TRUE(is_told(d.session()));
  EXPECT_EQ(choice.follow(d.session(), 3, 4), 4);
  EXPECT_FALSE(is_told(d.session())) << "it is gone with the next step";
  EXPECT_EQ(choice.follow(d.session(), 6, 6), 6);
  EXPECT_FALSE(is_told(d.session())) << "the step wants what the user chose";
}

// Another head is opened by a click on its small map.
TEST(StepChoice, AStepThatOpensAnotherHeadSaysSo) {
  Driver d("heads");
  const std::string first = d.app().parts().front().shows.front();
  const Rect rail = d.app().parts()[1].standing.rect;
  const float scale = d.scale();
  d.click(rail.origin() + Vec{rail.w * 0.35F, 40 * scale});
  d.rest();
  const std::string chosen = d.app().parts().front().shows.front();
  ASSERT_NE(chosen, first);
  EXPECT_FALSE(is_told(d.session()));
  d.press(Key::right);
  d.rest();
  EXPECT_NE(d.app().parts().front().shows.front(), chosen);
  EXPECT_TRUE(is_told(d.session()));
  d.press(Key::right);
  d.press(Key::right);
  d.rest();
  EXPECT_FALSE(is_told(d.session()));
}

}  // namespace
}  // namespace glassformer::testing
