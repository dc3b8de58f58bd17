#include "app/widgets/label_places.h"

#include <gtest/gtest.h>

#include <vector>

namespace glassformer {
namespace {

constexpr Rect area{0, 0, 400, 300};

LabelPlaces::Wish at(Vec point) {
  return {.at = point, .size = {60, 20}, .gap = 5};
}

TEST(LabelPlaces, TheFirstStandsOnTheRightOfItsPoint) {
  const LabelPlaces places(area);
  const auto place = places.find(at({100, 100}));
  ASSERT_TRUE(place);
  EXPECT_EQ(place->box.x, 105);
  EXPECT_EQ(place->box.center().y, 100);
}

TEST(LabelPlaces, EachGivesWayToThoseBeforeIt) {
  LabelPlaces places(area);
  std::vector<Rect> taken;
  for (int i = 0; i < 2; ++i) {  // on the right and on the left: these two touch all the others
    const auto place = places.find(at({200, 150}));
    ASSERT_TRUE(place) << i;
    for (const Rect& other : taken) EXPECT_FALSE(other.overlaps(place->box)) << i;
    taken.push_back(place->box);
    places.keep_free(place->box);
  }
  EXPECT_FALSE(places.find(at({200, 150}))) << "no place is left";
  LabelPlaces::Wish far = at({200, 150});
  far.rings = 4;
  far.ring = 20;
  ASSERT_TRUE(places.find(far));
  EXPECT_GT(places.find(far)->ring, 0);
}

// The line that leads from farther off to its point would be taken for that of the other name.
TEST(LabelPlaces, NoLineLeadsThroughAnotherName) {
  LabelPlaces places(area);
  const Vec point{200, 150};
  places.keep_free({135, 110, 60, 80});  // all of the left is taken
  places.keep_name({205, 140, 60, 20});
  LabelPlaces::Wish far = at(point);
  far.corners = false;
  far.on_lines = false;
  far.rings = 5;
  far.ring = 30;
  places.keep_free({180, 105, 40, 42});  // and above and below it as well
  places.keep_free({180, 153, 40, 42});
  const auto through = places.find(far);
  ASSERT_TRUE(through);
  EXPECT_FALSE(places.line_end(point, {270, 140, 60, 20})) << "behind the other name";
  far.led = true;
  const auto led = places.find(far);
  ASSERT_TRUE(led);
  const auto end = places.line_end(point, led->box);
  ASSERT_TRUE(end);
  EXPECT_FALSE(crosses(point, *end, {205, 140, 60, 20}));
  EXPECT_NE(led->box, through->box);
}

TEST(LabelPlaces, NoneReachesOverTheEdge) {
  const LabelPlaces places(area);
  const auto place = places.find(at({390, 100}));
  ASSERT_TRUE(place);
  EXPECT_LE(place->box.right(), 390);
  LabelPlaces::Wish moved = at({398, 2});
  moved.into_area = true;
  ASSERT_TRUE(places.find(moved));
  EXPECT_TRUE(places.is_free(places.find(moved)->box));
}

TEST(LabelPlaces, ALineIsCoveredOnlyWhereThereIsNoOtherRoom) {
  LabelPlaces places(area);
  places.add_line({100, 100}, {300, 100});
  const auto place = places.find(at({100, 100}));
  ASSERT_TRUE(place);
  EXPECT_EQ(place->lines, 0);
  EXPECT_LT(place->box.right(), 100) << "the left side is free";
  EXPECT_EQ(places.lines_under({150, 90, 60, 20}).lines, 1) << "the line is counted once";
  for (const Vec end : {Vec{0, 100}, Vec{100, 0}, Vec{100, 300}, Vec{0, 0}, Vec{300, 300},
                        Vec{0, 200}, Vec{300, 0}}) {
    places.add_line({100, 100}, end);
  }
  ASSERT_TRUE(places.find(at({100, 100})));
  EXPECT_GT(places.find(at({100, 100}))->lines, 0);
  LabelPlaces::Wish strict = at({100, 100});
  strict.on_lines = false;
  EXPECT_FALSE(places.find(strict));
}

TEST(LabelPlaces, TheSideAwayFromTheRestComesFirst) {
  const LabelPlaces places(area);
  LabelPlaces::Wish wish = at({100, 100});
  wish.away_from = Vec{200, 100};
  ASSERT_TRUE(places.find(wish));
  EXPECT_EQ(places.find(wish)->box.right(), 95);
}

// On the right it would cover a short line, on the left the ends of two long ones.
TEST(LabelPlaces, AShortLineIsNotCoveredForLongOnes) {
  LabelPlaces places(area);
  places.keep_free({170, 100, 60, 40});
  places.keep_free({170, 160, 60, 40});
  places.add_line({210, 150}, {260, 150});
  places.add_line({140, 142}, {0, 10});
  places.add_line({140, 158}, {0, 290});
  const auto place = places.find(at({200, 150}));
  ASSERT_TRUE(place);
  EXPECT_EQ(place->box.right(), 195);
  EXPECT_NEAR(share_inside({0, 0}, {100, 0}, {25, -1, 50, 2}), 0.5, 1e-6);
  EXPECT_EQ(share_inside({0, 0}, {100, 0}, {25, 1, 50, 2}), 0);
}

}  // namespace
}  // namespace glassformer
