// What README.md promises of the first ten minutes, in its order.
#include <gtest/gtest.h>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

TEST(FirstTenMinutes, AreAsReadmeTellsThem) {
  Driver d("self-attention-by-hand");

  // Where a step asks something, the next press shows the answer.
  d.go_to_step("Scores");
  d.rest();
  EXPECT_TRUE(d.says("Which inputs is input 1 most related to?"));
  const int step = d.session().step;
  const std::size_t words = d.texts().size();
  d.press(Key::space);
  d.rest();
  EXPECT_EQ(d.session().step, step) << "the answer comes before the next step";
  EXPECT_GT(d.texts().size(), words);

  // A cell that is dragged changes, and so does all that is made from it.
  d.go_to("x");
  d.rest();
  const Vec cell = d.find_cell("x", 0, 1);
  const double before = d.value("x", 0, 1), query = d.value("q", 0, 0);
  d.click(cell);
  d.press_at(cell);
  d.drag_by({0, -40});
  d.release();
  EXPECT_NE(d.value("x", 0, 1), before);
  EXPECT_NE(d.value("q", 0, 0), query);
  d.press(Key::r, true);
  EXPECT_EQ(d.value("x", 0, 1), before);

  // P: a click hides, another shows.
  d.press(Key::p);
  d.click(cell);
  EXPECT_EQ(d.session().predicted.size(), 1U);
  d.click(cell);
  EXPECT_TRUE(d.session().predicted.empty());
  d.press(Key::p);

  // Another lesson by its name, and a sentence of one's own.
  d.press(Key::slash);
  d.type("walk");
  d.press(Key::enter);
  EXPECT_EQ(d.session().lesson().id, "walkthrough");
  d.rest();
  d.strike(Key::l, true);
  d.type("The small dog does not eat any bread.");
  d.press(Key::enter);
  d.rest();
  const std::vector<std::string>& tokens = d.session().run()->tokens[0];
  EXPECT_NE(std::ranges::find(tokens, "bread"), tokens.end());
}

}  // namespace
}  // namespace glassformer::testing
