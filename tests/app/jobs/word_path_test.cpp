#include "app/jobs/word_path.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace glassformer {
namespace {

// A moment with these rows of the words a, b and c.
VectorTrainingSnapshotPtr moment(const std::vector<std::vector<float>>& rows) {
  constexpr std::array<const char*, 3> names{"a", "b", "c"};
  WordVectors vectors;
  RowsBuilder made(rows.size(), rows[0].size());
  for (std::size_t w = 0; w < rows.size(); ++w) {
    vectors.words.add(names.at(w));
    std::copy(rows[w].begin(), rows[w].end(), made[w].begin());
  }
  vectors.vectors = made.finish();
  auto snapshot = std::make_shared<VectorTrainingSnapshot>();
  snapshot->vectors = std::make_shared<const WordVectors>(std::move(vectors));
  return snapshot;
}

const std::vector<int> all{0, 1, 2};

TEST(WordPath, IsTheWordsPlaceAmongTheOthersAtEachMoment) {
  const std::vector moments{moment({{0, 0, 5}, {0, 0, 5}, {0, 0, 5}}),
                            moment({{3, 0, 1}, {0, 3, 1}, {0, 0, 1}}),
                            moment({{13, 0, 0}, {10, 3, 0}, {10, 0, 0}})};
  Mat axes(2, 3);
  axes(0, 0) = axes(1, 1) = 1;
  WordPath path;
  const Mat a = path.along({axes, all}, moments, "a");
  ASSERT_EQ(a.rows(), 3);
  EXPECT_EQ(a(0, 0), 0) << "in the middle";
  EXPECT_FLOAT_EQ(a(1, 0), 2);
  EXPECT_FLOAT_EQ(a(1, 1), -1);
  EXPECT_FLOAT_EQ(a(2, 0), 2) << "all words moved alike: among them it stays where it is";
  EXPECT_FLOAT_EQ(a(2, 1), -1);
  const Mat b = path.along({axes, all}, moments, "b");
  EXPECT_FLOAT_EQ(b(1, 1), 2);
}

TEST(WordPath, LeavesOutMomentsWithoutTheWordOrOfOtherDimensions) {
  const std::vector moments{moment({{1, 0}}), moment({{1, 0}, {0, 1}}), moment({{1}, {2}}),
                            std::make_shared<const VectorTrainingSnapshot>()};
  Mat axes(2, 2);
  axes(0, 0) = axes(1, 1) = 1;
  WordPath path;
  EXPECT_EQ(path.along({axes, all}, moments, "a").rows(), 2);
  EXPECT_EQ(path.along({axes, all}, moments, "b").rows(), 1);
  EXPECT_EQ(path.along({axes, all}, moments, "d").rows(), 0);
  EXPECT_EQ(path.along({Mat(1, 2), all}, moments, "a").rows(), 0);
}

TEST(WordPath, OfVectorsOfLengthOne) {
  const std::vector moments{moment({{5, 0}, {0, 3}, {0, 0}})};
  Mat axes(2, 2);
  axes(0, 0) = axes(1, 1) = 1;
  WordPath path;
  const Mat raw = path.along({axes, all}, moments, "a");
  EXPECT_FLOAT_EQ(raw(0, 0), 5 - 5.0F / 3);
  const Mat unit = path.along({axes, all, true}, moments, "a");
  EXPECT_NEAR(unit(0, 0), 1 - 1.0 / 3, 1e-6);
  EXPECT_NEAR(unit(0, 1), -1.0 / 3, 1e-6);
}

}  // namespace
}  // namespace glassformer
