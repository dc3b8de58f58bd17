#include "app/widgets/motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/stage/measure.h"
#include "app/views/view.h"
#include "tests/app/interaction/driver.h"

// What moves on the stage: how it looks on the way, that a key ends it, and that it can be turned
// off.
namespace glassformer::testing {
namespace {

Driver::Options presented(bool motion = true) {
  Driver::Options options{1280, 720};
  options.settings.presenter = true;
  options.settings.motion = motion;
  return options;
}

// At rest on the step before; then the key is pressed, and the clock runs on to that share of the
// motion.
void go_part_way(Driver& d, int step, double share) {
  constexpr double frame = 1.0 / 60;
  d.moving = false;
  d.session().step = step - 1;
  d.session().enter_step();
  d.rest();
  if (d.session().asking()) d.session().answer();
  d.moving = true;
  d.rest();
  d.strike(Key::right);
  ASSERT_EQ(d.session().step, step);
  d.session().settle(d.time);  // however long the step's run takes
  for (double age = frame; age < share * kMotionSeconds; age += frame) d.frame(frame);
}

Rect cells_of(Driver& d, const std::string& path) {
  for (const DrawnCells& drawn : d.app().drawn().all())
    if (drawn.path == path && drawn.rows > 1) return drawn.rect;
  ADD_FAILURE() << path << " is not drawn";
  return {};
}

std::multiset<std::string> numbers_within(Driver& d, Rect rect) {
  std::multiset<std::string> numbers;
  for (const Command* text : d.texts())
    if (rect.contains(text->rect.center())) numbers.insert(text->text);
  return numbers;
}

std::vector<Color> fills_within(Driver& d, Rect rect) {
  std::vector<Color> colors;
  for (const Command& c : d.app().canvas().commands()) {
    const bool cell = c.kind == Command::Kind::fill && rect.contains(c.rect.center());
    if (cell && c.rect.w < 0.5F * rect.w && c.rect.h > 0.2F * rect.h) colors.push_back(c.color);
  }
  return colors;
}

constexpr int kWeightsStep = 8;  // of self-attention-by-hand: S / √d becomes A

TEST(StageMotion, ScoresMeltIntoWeights) {
  Driver d("self-attention-by-hand", presented());
  go_part_way(d, kWeightsStep, 1.5);
  const Rect rect = cells_of(d, "weights");
  const auto weights = numbers_within(d, rect);
  const auto end = fills_within(d, rect);
  ASSERT_EQ(weights.size(), 9U);
  go_part_way(d, kWeightsStep, 0.1);
  const Mat& scores = d.session().run()->tape.value(
      d.session().run()->tape.node(d.session().run()->tape.find("weights")).inputs[0]);
  ASSERT_EQ(scores.size(), 9U);
  const auto before = numbers_within(d, rect);
  EXPECT_EQ(before.size(), 9U);
  EXPECT_NE(before, weights) << "first the numbers of the scores";
  const auto begin = fills_within(d, rect);
  go_part_way(d, kWeightsStep, 0.5);
  EXPECT_TRUE(numbers_within(d, rect).empty()) << "no number is invented on the way";
  const auto middle = fills_within(d, rect);
  ASSERT_EQ(begin.size(), 9U);
  ASSERT_EQ(middle.size(), 9U);
  ASSERT_EQ(end.size(), 9U);
  EXPECT_NE(begin, middle);
  EXPECT_NE(middle, end);
  go_part_way(d, kWeightsStep, 0.85);
  EXPECT_EQ(numbers_within(d, rect), weights) << "then its own come";
}

// The hatched cells of a mask are covered from above.
TEST(StageMotion, AMaskFalls) {
  constexpr int kMasked = 9;  // of walkthrough: No looking ahead
  Driver d("walkthrough", presented());
  const auto lines = [&](double share) {
    go_part_way(d, kMasked, share);
    std::ptrdiff_t count = 0;
    const DrawnPart hero = d.app().parts().front();
    const auto& all = d.app().canvas().commands();
    for (std::size_t i = hero.first; i < hero.last; ++i)
      count += all[i].kind == Command::Kind::line && all[i].color != make_theme(false, 1).rule;
    return count;
  };
  const std::ptrdiff_t early = lines(0.2), middle = lines(0.5), late = lines(0.8), all = lines(1.5);
  EXPECT_LT(early, middle);
  EXPECT_LT(middle, late);
  EXPECT_LE(late, all);
}

float height_of(Driver& d, const std::string& word, Rect within) {
  for (const Command* text : d.texts())
    if (text->text == word && within.contains(text->rect.center())) return text->rect.center().y;
  ADD_FAILURE() << word << " is not listed";
  return 0;
}

// By the angle “hero” is fourth, by the distance third.
TEST(StageMotion, BarsSlideIntoTheirNewOrder) {
  constexpr int kDistance = 5;  // of word-map
  Driver d("word-map", presented());
  go_part_way(d, kDistance, 0);
  const auto hero = [&] { return height_of(d, "hero", d.app().parts().front().standing.rect); };
  const float from = hero();
  for (int i = 0; i < 6; ++i) d.frame(0.05);
  const float between = hero();
  d.frame(1);
  d.rest();
  const float to = hero();
  EXPECT_LT(to, from - 10);
  EXPECT_LT(between, from - 2);
  EXPECT_GT(between, to + 2);
}

TEST(StageMotion, AnyKeyEndsIt) {
  Driver d("self-attention-by-hand", presented());
  go_part_way(d, kWeightsStep, 1.5);
  const auto weights = numbers_within(d, cells_of(d, "weights"));
  go_part_way(d, kWeightsStep, 0.3);
  d.strike(Key::i);  // does nothing else
  EXPECT_EQ(numbers_within(d, cells_of(d, "weights")), weights);
  go_part_way(d, kWeightsStep, 0.3);
  d.strike(Key::right);
  EXPECT_EQ(d.session().step, kWeightsStep) << "the first press completes the step";
  EXPECT_EQ(numbers_within(d, cells_of(d, "weights")), weights);

  Driver map("word-map", presented());
  go_part_way(map, 5, 0.4);
  map.strike(Key::i);
  const float at = height_of(map, "hero", map.app().parts().front().standing.rect);
  map.rest();
  EXPECT_EQ(height_of(map, "hero", map.app().parts().front().standing.rect), at);
}

// With it off the first frame of a step is its last.
TEST(StageMotion, CanBeTurnedOff) {
  for (const auto& [lesson, step] : {std::pair{"self-attention-by-hand", kWeightsStep},
                                     {"self-attention-by-hand", 2},
                                     {"bahdanau", 2},
                                     {"word-arithmetic", 3},
                                     {"word-map", 5},
                                     {"walkthrough", 4}}) {
    Driver d(lesson, presented(false));
    go_part_way(d, step, 0);
    d.frame(0);  // what depends on sizes of the frame before
    const std::string first = d.app().layout();
    const auto texts = numbers_within(d, d.app().stage());
    d.frame(2);
    d.rest();
    EXPECT_EQ(d.app().layout(), first) << lesson << " step " << step + 1;
    EXPECT_EQ(numbers_within(d, d.app().stage()), texts) << lesson << " step " << step + 1;
  }
}

TEST(StageMotion, AKeyTurnsItOffAndOn) {
  Driver d("self-attention-by-hand");
  ASSERT_TRUE(d.app().settings().motion);
  d.press(Key::v);
  EXPECT_FALSE(d.app().settings().motion);
  EXPECT_TRUE(d.says("Motion is off"));
  d.press(Key::v);
  EXPECT_TRUE(d.app().settings().motion);
}

}  // namespace
}  // namespace glassformer::testing
