#include "core/text/alignment.h"

#include <gtest/gtest.h>

namespace glassformer {
namespace {

TEST(Alignment, ErrorRateCountsOverAllSentences) {
  AlignmentErrors errors;
  EXPECT_EQ(errors.rate(), 0);
  const std::vector<Link> truth{{0, 0}, {1, 1}, {2, 1}}, right{{0, 0}, {1, 1}}, wrong{{2, 0}};
  errors.add(right, truth);
  EXPECT_NEAR(errors.rate(), 1 - 4.0 / 5, 1e-12);  // both right, one missing
  errors.add(wrong, std::vector<Link>{{0, 0}});
  EXPECT_NEAR(errors.rate(), 1 - 4.0 / 7, 1e-12);
}

TEST(Alignment, EachTargetWordTakesItsStrongestSource) {
  const Mat weights{{0.1, 0.7, 0.2}, {0.5, 0.1, 0.4}, {0.1, 0.2, 0.7}};
  EXPECT_EQ(strongest_links(weights, 2, 3), (std::vector<Link>{{1, 0}, {0, 1}}));
  EXPECT_EQ(strongest_links(weights, 3, 2), (std::vector<Link>{{1, 0}, {0, 1}, {1, 2}}));
  EXPECT_TRUE(strongest_links(weights, 3, 0).empty());
}

}  // namespace
}  // namespace glassformer
