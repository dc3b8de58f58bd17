#include "app/platform/input_queue.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

using Button = InputQueue::Button;

KeyPress plain(Key key) {
  return {key, false, false, false};
}

TEST(InputQueue, KeepsWhatLastsAndForgetsTheRest) {
  InputQueue queue;
  queue.move({10, 20});
  queue.modifiers(true, false, false);
  queue.wheel(0, 2);
  queue.wheel(1, 1);
  Input input = queue.take(false);
  EXPECT_EQ(input.mouse, (Vec{10, 20}));
  EXPECT_TRUE(input.ctrl);
  EXPECT_FLOAT_EQ(input.wheel, 3);
  EXPECT_FLOAT_EQ(input.wheel_x, 1);
  EXPECT_TRUE(queue.empty());
  input = queue.take(false);
  EXPECT_EQ(input.mouse, (Vec{10, 20}));
  EXPECT_TRUE(input.ctrl);
  EXPECT_FLOAT_EQ(input.wheel, 0);
}

TEST(InputQueue, AQuickClickIsSeenDownAndUpWhereItWas) {
  InputQueue queue;
  queue.move({1, 1});
  queue.button(Button::left, true, 0, 1);
  queue.button(Button::left, false, 0.01, 1);
  queue.move({50, 50});
  Input input = queue.take(false);
  EXPECT_TRUE(input.down);
  EXPECT_EQ(input.mouse, (Vec{1, 1}));
  input = queue.take(false);
  EXPECT_FALSE(input.down);
  EXPECT_EQ(input.mouse, (Vec{1, 1}));
  input = queue.take(false);
  EXPECT_EQ(input.mouse, (Vec{50, 50}));
  EXPECT_TRUE(queue.empty());
}

TEST(InputQueue, TwoClicksNearInTimeAndPlaceAreADoubleClick) {
  const auto second_is_double = [](double after, Vec moved) {
    InputQueue queue;
    queue.move({100, 100});
    queue.button(Button::left, true, 5, 1);
    queue.button(Button::left, false, 5.05, 1);
    queue.move(Vec{100, 100} + moved);
    queue.button(Button::left, true, 5 + after, 1);
    bool found = false;
    while (!queue.empty()) found = found || queue.take(false).double_click;
    return found;
  };
  EXPECT_TRUE(second_is_double(0.2, {1, 1}));
  EXPECT_FALSE(second_is_double(0.6, {0, 0}));
  EXPECT_FALSE(second_is_double(0.2, {20, 0}));
}

TEST(InputQueue, ThreeClicksAreOneDoubleClick) {
  InputQueue queue;
  queue.move({100, 100});
  std::vector<bool> doubles;
  for (int click = 0; click < 4; ++click) {
    queue.button(Button::left, true, 5 + 0.1 * click, 1);
    queue.button(Button::left, false, 5.02 + 0.1 * click, 1);
  }
  while (!queue.empty()) {
    const Input input = queue.take(false);
    if (input.down) doubles.push_back(input.double_click);
  }
  EXPECT_EQ(doubles, (std::vector{false, true, false, true})) << "four are two";
}

TEST(InputQueue, KeysThatActComeOneAFrame) {
  InputQueue queue;
  queue.key(plain(Key::right));
  queue.key(plain(Key::right));
  queue.key(plain(Key::space));
  queue.type(U' ');
  queue.key(plain(Key::space));
  queue.type(U' ');
  std::vector<Key> seen;
  while (!queue.empty()) {
    const Input input = queue.take(false);
    ASSERT_EQ(input.keys.size(), 1U);
    seen.push_back(input.keys[0].key);
  }
  EXPECT_EQ(seen, (std::vector{Key::right, Key::right, Key::space, Key::space}));
}

TEST(InputQueue, LettersMayComeTogetherInALineOfText) {
  InputQueue queue;
  for (const char32_t c : U"Grüße →") {
    if (c == 0) break;
    queue.key(plain(Key::a));
    queue.type(c);
  }
  const Input input = queue.take(true);
  EXPECT_EQ(input.typed, "Grüße →");
  EXPECT_TRUE(queue.empty());
}

TEST(InputQueue, LettersKeepTheirPlaceAmongCommands) {
  InputQueue queue;
  queue.key(plain(Key::a));
  queue.type(U'a');
  queue.key(plain(Key::left));
  queue.key(plain(Key::b));
  queue.type(U'b');
  EXPECT_EQ(queue.take(true).typed, "a");
  const Input left = queue.take(true);
  EXPECT_EQ(left.keys.size(), 1U);
  EXPECT_TRUE(left.typed.empty());
  EXPECT_EQ(queue.take(true).typed, "b");
  EXPECT_TRUE(queue.empty());
}

TEST(InputQueue, DroppedFilesArriveOnce) {
  InputQueue queue;
  queue.drop({"/a.json", "/b.json"});
  EXPECT_EQ(queue.take(false).dropped_files.size(), 2U);
  EXPECT_TRUE(queue.take(false).dropped_files.empty());
}

TEST(InputQueue, OfADoubleClickTheReachGrowsWithTheDisplay) {
  const auto is_double = [](Button which, double after, float moved, float scale) {
    InputQueue queue;
    queue.move({100, 100});
    queue.button(which, true, 5, scale);
    queue.button(which, false, 5.05, scale);
    queue.move({100 + moved, 100});
    queue.button(which, true, 5 + after, scale);
    bool found = false;
    while (!queue.empty()) found = found || queue.take(false).double_click;
    return found;
  };
  EXPECT_FALSE(is_double(Button::left, 0.1, 7, 1));
  EXPECT_TRUE(is_double(Button::left, 0.1, 7, 2)) << "two pixels for one";
  EXPECT_TRUE(is_double(Button::left, 0.39, 0, 1));
  EXPECT_FALSE(is_double(Button::left, 0.41, 0, 1));
  EXPECT_FALSE(is_double(Button::right, 0.1, 0, 1));
}

TEST(InputQueue, KeysThatAreHeldStayHeld) {
  InputQueue queue;
  queue.modifiers(false, true, true);
  EXPECT_TRUE(queue.take(false).shift);
  const Input later = queue.take(false);
  EXPECT_TRUE(later.shift);
  EXPECT_TRUE(later.alt);
  EXPECT_FALSE(later.ctrl);
  queue.modifiers(false, false, false);
  EXPECT_FALSE(queue.take(false).shift);
}

// A key that was pressed behind typed letters must not be seen before them.
TEST(InputQueue, AKeyBehindLettersWaits) {
  InputQueue queue;
  queue.type('a');
  queue.key(plain(Key::enter));
  const Input first = queue.take(true);
  EXPECT_EQ(first.typed, "a");
  EXPECT_TRUE(first.keys.empty());
  EXPECT_EQ(queue.take(true).keys.size(), 1u);
}

}  // namespace
}  // namespace glassformer
