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

}  // namespace
}  // namespace glassformer
