#include "app/platform/damage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace glassformer {
namespace {

constexpr Rect whole{0, 0, 1000, 600};
constexpr Color white{255, 255, 255, 255}, red{255, 0, 0, 255}, blue{0, 0, 255, 255};

Command square(Rect rect, Color color) {
  Command c;
  c.rect = rect;
  c.color = color;
  c.clip = whole;
  return c;
}

std::vector<Rect> damaged(Damage& damage, const std::vector<Command>& commands, Rect edited = {}) {
  return damage.of(commands, whole, white, edited);
}

bool covers(const std::vector<Rect>& boxes, Vec at) {
  return std::any_of(boxes.begin(), boxes.end(), [&](const Rect& box) { return box.contains(at); });
}

TEST(Damage, IsAllOfTheFirstFrameAndNothingOfTheSameAgain) {
  Damage damage;
  const std::vector<Command> commands{square({10, 10, 20, 20}, red)};
  EXPECT_EQ(damaged(damage, commands), std::vector<Rect>{whole});
  EXPECT_TRUE(damaged(damage, commands).empty());
  damage.forget();
  EXPECT_EQ(damaged(damage, commands), std::vector<Rect>{whole});
}

TEST(Damage, IsAllOfAFrameOfAnotherSizeOrBackground) {
  Damage damage;
  damaged(damage, {});
  constexpr Rect wider{0, 0, 1001, 600};
  EXPECT_EQ(damage.of({}, wider, white, {}), std::vector<Rect>{wider});
  EXPECT_EQ(damage.of({}, wider, red, {}), std::vector<Rect>{wider});
  EXPECT_TRUE(damage.of({}, wider, red, {}).empty());
}

TEST(Damage, IsWhereACommandCameWentOrChanged) {
  Damage damage;
  std::vector<Command> commands;
  for (float x = 0; x < 900; x += 30) commands.push_back(square({x, 100, 20, 20}, red));
  damaged(damage, commands);
  commands[3].color = blue;
  EXPECT_EQ(damaged(damage, commands), (std::vector<Rect>{{90, 100, 20, 20}}));
  commands.erase(commands.begin() + 5);
  EXPECT_EQ(damaged(damage, commands), (std::vector<Rect>{{150, 100, 20, 20}}));
  commands.insert(commands.begin(), square({500, 500, 10, 10}, blue));
  EXPECT_EQ(damaged(damage, commands), (std::vector<Rect>{{500, 500, 10, 10}}));
  commands[0].rect.x = 700;  // from here to there
  const std::vector<Rect> moved = damaged(damage, commands);
  EXPECT_TRUE(covers(moved, {505, 505}) && covers(moved, {705, 505}));
  EXPECT_FALSE(covers(moved, {600, 505}) || covers(moved, {95, 105}));
}

TEST(Damage, IsWhereTheOrderOfTwoIsAnother) {
  Damage damage;
  std::vector<Command> commands{square({10, 10, 50, 50}, red), square({40, 40, 50, 50}, blue),
                                square({500, 10, 50, 50}, red)};
  damaged(damage, commands);
  std::swap(commands[0], commands[1]);
  const std::vector<Rect> boxes = damaged(damage, commands);
  EXPECT_TRUE(covers(boxes, {50, 50}));
  EXPECT_FALSE(covers(boxes, {510, 20}));
}

TEST(Damage, IsWhereTheSameTextMeansAnotherPicture) {
  Damage damage;
  Command text = square({10, 10, 60, 20}, red);
  text.kind = Command::Kind::text;
  text.text = "0.12";
  damaged(damage, {text});
  text.text = "0.13";
  EXPECT_TRUE(covers(damaged(damage, {text}), {20, 20}));
  text.type.size = 15;
  EXPECT_TRUE(covers(damaged(damage, {text}), {20, 20}));
  text.clip = {0, 0, 30, 30};
  EXPECT_TRUE(covers(damaged(damage, {text}), {60, 20}));  // where it was
  text.layer = 1;
  EXPECT_TRUE(covers(damaged(damage, {text}), {20, 20}));
}

TEST(Damage, IsWhereALineIsEditedAndWhereOneWas) {
  Damage damage;
  constexpr Rect line{100, 50, 200, 20};
  damaged(damage, {});
  EXPECT_EQ(damaged(damage, {}, line), std::vector<Rect>{line});
  EXPECT_EQ(damaged(damage, {}, line), std::vector<Rect>{line});
  EXPECT_EQ(damaged(damage, {}), std::vector<Rect>{line});
  EXPECT_TRUE(damaged(damage, {}).empty());
}

TEST(Damage, IsAFewBoxesHoweverMuchChanges) {
  Damage damage;
  std::vector<Command> commands;
  for (float x = 0; x < 900; x += 30) {
    for (float y = 0; y < 600; y += 30) commands.push_back(square({x, y, 10, 10}, red));
  }
  damaged(damage, commands);
  for (std::size_t i = 0; i < commands.size(); i += 7) commands[i].color = blue;
  const std::vector<Rect> boxes = damaged(damage, commands);
  EXPECT_LE(boxes.size(), Damage::max_boxes);
  for (std::size_t i = 0; i < commands.size(); i += 7) {
    EXPECT_TRUE(covers(boxes, commands[i].rect.center()));
  }
}

TEST(Damage, IsWhereALineIsThickerOrCutOtherwise) {
  Damage damage;
  std::vector<Command> commands{square({10, 10, 20, 20}, red), square({100, 10, 20, 20}, red)};
  commands[0].kind = Command::Kind::frame;
  commands[0].thickness = 1;
  damaged(damage, commands);
  commands[0].thickness = 2;
  EXPECT_TRUE(covers(damaged(damage, commands), {15, 15}));
  commands[0].radius = 4;
  EXPECT_TRUE(covers(damaged(damage, commands), {15, 15}));
  commands[1].clip = {0, 0, 110, 600};
  EXPECT_TRUE(covers(damaged(damage, commands), {105, 15}));
  EXPECT_TRUE(damaged(damage, commands).empty());
}

TEST(Damage, IsWhereAnotherPictureStands) {
  Damage damage;
  Command picture = square({10, 10, 20, 20}, white);
  picture.kind = Command::Kind::image;
  picture.image = Image::make(1, 1, {0xFF000000U}, false);
  damaged(damage, {picture});
  EXPECT_TRUE(damaged(damage, {picture}).empty());
  picture.image = Image::make(1, 1, {0xFFFFFFFFU}, false);
  EXPECT_TRUE(covers(damaged(damage, {picture}), {20, 20}));
}

// Of one box too many the two are joined whose common box wastes least: those side by side.
TEST(Damage, JoinsWhatLiesTogether) {
  Damage damage;
  std::vector<Command> commands;
  for (std::size_t i = 0; i < Damage::max_boxes; ++i) {
    const float x = static_cast<float>(i % 4) * 240, y = static_cast<float>(i / 4) * 140;
    commands.push_back(square({x, y, 10, 10}, red));
  }
  commands.push_back(square({14, 0, 10, 10}, red));  // beside the first
  damaged(damage, commands);
  for (Command& command : commands) command.color = blue;
  const std::vector<Rect> boxes = damaged(damage, commands);
  EXPECT_EQ(boxes.size(), Damage::max_boxes);
  EXPECT_TRUE(std::ranges::count(boxes, Rect{0, 0, 24, 10}) == 1);
}

}  // namespace
}  // namespace glassformer
