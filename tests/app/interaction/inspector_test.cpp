#include <gtest/gtest.h>

#include <algorithm>
#include <string>

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

// The words of the lowest line at the right.
std::string lowest_line(Driver& d) {
  const Rect side = d.side();
  float bottom = 0;
  std::string line;
  for (const Command* text : d.texts()) {
    if (!side.contains(text->rect.center())) continue;
    if (text->rect.bottom() > bottom + 4) line.clear();
    if (text->rect.bottom() > bottom - 4) line += text->text + " ";
    bottom = std::max(bottom, text->rect.bottom());
  }
  return line;
}

// Why a softmax subtracts the largest is asked when it is seen to be: below the terms. What a note
// says of another op is needed to read its terms, and stands above them.
TEST(Inspector, ANoteStandsAboveTheTermsAndThatOfASoftmaxBelow) {
  Driver soft("thinking-machines");
  soft.go_to("weights");
  if (soft.session().asking()) soft.session().answer();
  soft.rest();
  soft.move(soft.find_cell("weights", 0, 0));
  soft.rest();
  ASSERT_TRUE(soft.says("is subtracted first"));
  EXPECT_NE(lowest_line(soft).find("same"), std::string::npos) << lowest_line(soft);
  Driver norm("gradients");
  norm.go_to("decoder.1.norm_2");
  if (norm.session().asking()) norm.session().answer();
  norm.rest();
  ASSERT_TRUE(norm.says("the row has mean"));
  EXPECT_EQ(lowest_line(norm).find("variance"), std::string::npos) << lowest_line(norm);
}

}  // namespace
}  // namespace glassformer::testing
