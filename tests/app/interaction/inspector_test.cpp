#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/interaction/driver.h"

namespace glassformer::testing {
namespace {

// The pointer rests on the last word while an undo takes that word away: in the next frame what it
// touched is one more than there are.
TEST(Inspector, SaysNothingOfAWordThatIsGone) {
  Driver d("permutation");
  d.session().post(SetText{0, "dog bites man", 0});
  d.rest();
  const std::size_t words = d.session().run()->tokens[0].size();
  d.session().post(SetText{0, "dog bites man back", 1});
  d.rest();
  ASSERT_EQ(d.session().run()->tokens[0].size(), words + 1);
  d.move(d.where_in("back", d.app().stage()));
  d.frame();
  const Target touched = d.session().hover;
  ASSERT_EQ(touched.kind, Target::Kind::token);
  ASSERT_EQ(touched.token, static_cast<int>(words));
  const auto said = [&] {
    const Rect side = d.side();
    return std::ranges::any_of(d.texts(), [&](const Command* text) {
      return text->text == "back" && side.contains(text->rect.center());
    });
  };
  EXPECT_TRUE(said());
  d.strike(Key::z, true);
  EXPECT_EQ(d.session().run()->tokens[0].size(), words);
  EXPECT_FALSE(said());
}

}  // namespace
}  // namespace glassformer::testing
