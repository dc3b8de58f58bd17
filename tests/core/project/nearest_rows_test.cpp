#include "core/project/nearest_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/kernels/threads.h"
#include "tests/core/project/seeded_rows.h"

namespace glassformer {
namespace {

// Blocks of rows, an odd and an even number of them.
TEST(NearestRows, AreThoseThatEveryPairGives) {
  for (const std::size_t count : {701U, 1000U}) {
    const Rows rows = testing::seeded_rows(count, 13, 5, 3);
    const NearestRows near = nearest_rows(rows, 20);
    ASSERT_EQ(near.k, 20);
    for (std::size_t i = 0; i < rows.count(); i += 7) {
      std::vector<std::pair<double, int>> all;
      for (std::size_t j = 0; j < rows.count(); ++j) {
        double sum = 0;
        for (std::size_t d = 0; d < rows.dim(); ++d) {
          const double gap = static_cast<double>(rows[i][d]) - static_cast<double>(rows[j][d]);
          sum += gap * gap;
        }
        if (j != i) all.emplace_back(sum, static_cast<int>(j));
      }
      std::sort(all.begin(), all.end());
      for (std::size_t k = 0; k < 20; ++k) {
        EXPECT_EQ(near.ids[i * 20 + k], all[k].second) << i << " " << k;
        EXPECT_NEAR(near.squared[i * 20 + k], all[k].first, 1e-4 * all[k].first);
      }
    }
  }
}

TEST(NearestRows, AreTheSameForAnyNumberOfThreads) {
  const Rows rows = testing::seeded_rows(2000, 16);
  const auto with = [&](int threads) {
    std::vector<int> result;
    with_threads(threads, [&] { result = nearest_rows(rows, 9).ids; });
    return result;
  };
  EXPECT_EQ(with(1), with(3));
}

TEST(NearestRows, GiveAllOthersWhereThereAreFew) {
  const NearestRows near = nearest_rows(testing::seeded_rows(3, 4), 90);
  EXPECT_EQ(near.k, 2);
  EXPECT_EQ(near.ids.size(), 6U);
  EXPECT_TRUE(nearest_rows(testing::seeded_rows(1, 4), 5).ids.empty());
}

TEST(NearestRows, StopWhenTheyAreToldTo) {
  const Rows rows = testing::seeded_rows(4000, 4);
  EXPECT_TRUE(nearest_rows(rows, 5, [](double share) { return share < 0.1; }).ids.empty());
  double last = -1;
  EXPECT_FALSE(nearest_rows(rows, 5, [&](double share) {
                 EXPECT_GT(share, last);
                 last = share;
                 return true;
               }).ids.empty());
}

}  // namespace
}  // namespace glassformer
