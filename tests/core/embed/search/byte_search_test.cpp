#include "core/embed/search/byte_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/embed/search/kept_searches.h"
#include "core/tensor/rng.h"

namespace glassformer {
namespace {

Rows random_rows(std::size_t count, std::size_t dim, float spread = 1) {
  RowsBuilder rows(count, dim);
  Rng rng(3);
  for (std::size_t r = 0; r < count; ++r) {
    for (float& cell : rows[r]) cell = 1 + spread * (static_cast<float>(rng.uniform()) - 1);
  }
  return rows.finish();
}

void expect_the_same(const Rows& rows, std::span<const float> query, std::size_t k,
                     Nearness nearness = Nearness::cosine, std::span<const int> excluded = {},
                     std::size_t first = 0) {
  const auto wanted = neighbours(rows, query, k, nearness, excluded, first);
  const RowSearchPtr search = make_byte_search(rows);
  const auto found = neighbours(*search, query, k, nearness, excluded, first);
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].id, wanted[i].id);
    EXPECT_EQ(found[i].score, wanted[i].score);
  }
}

TEST(ByteSearch, FindsWhatFloatsFind) {
  for (const std::size_t dim : {1U, 2U, 63U, 64U, 65U, 300U}) {
    SCOPED_TRACE(dim);
    const Rows rows = random_rows(5000, dim, 2);
    for (const std::size_t r : {0U, 17U, 4999U}) expect_the_same(rows, rows[r], 10);
    expect_the_same(rows, rows[8], 10, Nearness::euclid);
    expect_the_same(rows, rows[8], 6000);
    expect_the_same(rows, rows[8], 10, Nearness::cosine, std::vector{8, 9}, 100);
    expect_the_same(rows, std::vector<float>(dim), 10);
  }
}

// Rows a thousandth apart: most of them round to bytes that are further from the query than others
// are, and all must be measured again.
TEST(ByteSearch, FindsThemAmongManyThatAreNearlyAsNear) {
  const Rows rows = random_rows(9000, 50, 1e-3F);
  const std::vector<std::vector<float>> queries{unit(rows[7])};
  EXPECT_GT(make_byte_search(rows)->nearest(queries, 10, Nearness::cosine, 0)[0].size(), 1000U);
  expect_the_same(rows, rows[7], 10);
}

// One number that is far larger than the others leaves those no bytes.
TEST(ByteSearch, FindsThemWhereOneNumberDwarfsTheOthers) {
  RowsBuilder rows(3000, 40);
  Rng rng(4);
  for (std::size_t r = 0; r < rows.count(); ++r) {
    for (float& cell : rows[r]) cell = static_cast<float>(rng.uniform());
    rows[r][r % 7] = 1e4F;
  }
  const Rows all = rows.finish();
  for (const std::size_t r : {0U, 1U, 2U, 2999U}) expect_the_same(all, all[r], 20);
}

TEST(ByteSearch, KnowsHugeTinyZeroAndWhatIsNoNumber) {
  RowsBuilder rows(8, 3);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float values[8][3] = {{1, 2, 3},           {0, 0, 0},     {nan, 1, 2},
                              {3e38F, 3e38F, 1},   {-1, -2, -3},  {INFINITY, 0, 1},
                              {1e-30F, 2e-30F, 0}, {2, 4, 6.001F}};
  for (std::size_t r = 0; r < 8; ++r) std::copy_n(values[r], 3, rows[r].begin());
  const Rows all = rows.finish();
  expect_the_same(all, all[0], 8);
  expect_the_same(all, all[0], 2);
  expect_the_same(all, all[6], 3);
}

// Rows of 64 numbers lie without a gap: the next one's first number is none of its own.
TEST(ByteSearch, ARowEndsWhereTheNextBegins) {
  RowsBuilder rows(3, 64);
  for (std::size_t r = 0; r < 3; ++r) std::ranges::fill(rows[r], static_cast<float>(r + 1));
  rows[1][0] = std::numeric_limits<float>::quiet_NaN();
  const Rows all = rows.finish();
  ASSERT_EQ(all.stride(), 64U);
  expect_the_same(all, all[0], 1);
}

TEST(ByteSearches, AreMadeForLargeSetsThatAreAskedAgain) {
  const Rows large = random_rows(40'001, 100), other = random_rows(40'002, 100),
             small = random_rows(100, 100);
  const Rows narrow = random_rows(200'000, 20);
  const RowSearchesPtr searches = byte_searches();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(searches->of(narrow), nullptr) << "nothing is won";
  EXPECT_EQ(searches->of(small), nullptr);
  EXPECT_EQ(searches->of(small), nullptr);
  EXPECT_EQ(searches->of(large), nullptr);
  const RowSearchPtr search = searches->of(large);
  ASSERT_NE(search, nullptr);
  EXPECT_EQ(searches->of(other), nullptr);
  EXPECT_EQ(searches->of(large), search);
  const SearchWith with(searches);
  const auto found = neighbours(large, large[5], 7);
  ASSERT_EQ(found.size(), 7U);
  EXPECT_EQ(found.front().id, 5);
  searches->give_up();
  EXPECT_EQ(searches->of(large), nullptr);
}

// A large set that was closed does not stay in memory.
TEST(ByteSearches, LetGoOfRowsThatNobodyElseHolds) {
  const RowSearchesPtr searches = byte_searches();
  auto rows = std::make_unique<Rows>(random_rows(40'000, 100));
  searches->of(*rows);
  const std::weak_ptr<RowSearch> search = searches->of(*rows);
  searches->tidy();
  EXPECT_FALSE(search.expired());
  rows.reset();
  searches->tidy();
  EXPECT_TRUE(search.expired());
}

// Those asked last are kept, and no more.
TEST(KeptSearches, KeepsTwo) {
  int made = 0;
  KeptSearches searches(
      [&](const Rows& rows) {
        ++made;
        return make_byte_search(rows);
      },
      false);
  const Rows a = random_rows(40'000, 100), b = random_rows(40'000, 101),
             c = random_rows(40'000, 102);
  for (const Rows& rows : {a, b, a, c, a}) EXPECT_NE(searches.of(rows), nullptr);
  EXPECT_EQ(made, 3);
  searches.of(b);
  EXPECT_EQ(made, 4);
}

}  // namespace
}  // namespace glassformer
