#include "app/session/intent.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

// Two moves of one drag are one change; those of two drags, sentences or options are two.
TEST(Intent, OneGestureIsOfOneThing) {
  const SetCell cell{"w", {0, 1, 0.5}, 7}, same{"w", {0, 1, 0.75}, 7}, other{"w", {0, 1, 1}, 8},
      alone{"w", {0, 1, 1}, 0};
  EXPECT_TRUE(same_gesture(cell, same));
  EXPECT_FALSE(same_gesture(cell, other));
  EXPECT_FALSE(same_gesture(alone, alone)) << "0 is no gesture";
  EXPECT_TRUE(same_gesture(SetText{0, "a", 3}, SetText{0, "ab", 3}));
  EXPECT_FALSE(same_gesture(SetText{0, "a", 3}, SetText{1, "ab", 3})) << "the other sentence";
  EXPECT_FALSE(same_gesture(SetText{0, "a", 0}, SetText{0, "ab", 0}));
  EXPECT_TRUE(same_gesture(SetOption{"d_k", 1.0, 4}, SetOption{"d_k", 2.0, 4}));
  EXPECT_FALSE(same_gesture(SetOption{"d_k", 1.0, 4}, SetOption{"heads", 2.0, 4}));
  EXPECT_FALSE(same_gesture(SetCell{"w", {0, 0, 1}, 4}, SetOption{"w", 2.0, 4}));
}

// What the lesson itself sets is put back by saying so; what only the user set is forgotten.
TEST(Intent, ACellIsPutBack) {
  Inputs stage;
  stage.edits["w"] = {{0, 0, 9}};
  Changes own;
  add(SetCell{"w", {0, 0, 1}, 0}, own, stage);
  add(SetCell{"w", {0, 1, 2}, 0}, own, stage);
  add(ResetCell{"w", 0, 1}, own, stage);
  EXPECT_EQ(own.edits.at("w"), (std::vector<CellChange>{{0, 0, 1.0}})) << "it was the user's alone";
  add(ResetCell{"w", 0, 0}, own, stage);
  EXPECT_EQ(own.edits.at("w"), (std::vector<CellChange>{{0, 0, std::nullopt}}));
}

TEST(Intent, NoCellsAreNoChange) {
  Changes own;
  add(SetCell{"w", {2, 1, 1}, 0}, own, {});
  add(ResetCell{"w", 1, 2}, own, {});
  EXPECT_FALSE(own.empty()) << "another cell";
  add(ResetCell{"w", 2, 1}, own, {});
  EXPECT_TRUE(own.empty());
}

TEST(Intent, ResetAllPutsEverythingBack) {
  Changes own;
  add(SetOption{"d_k", 4.0, 0}, own, {});
  add(SetText{1, "a text", 0}, own, {});
  add(SetOrder{{1, 0}}, own, {});
  add(SetCell{"w", {0, 0, 1}, 0}, own, {});
  EXPECT_EQ(own.text[1], "a text");
  EXPECT_EQ(own.order, (std::vector<int>{1, 0}));
  add(ResetAll{}, own, {});
  EXPECT_TRUE(own.empty());
}

}  // namespace
}  // namespace glassformer
