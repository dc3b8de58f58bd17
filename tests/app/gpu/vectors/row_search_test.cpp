#include "app/gpu/vectors/row_search.h"

#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <limits>

#include "app/card/vector_engines.h"
#include "core/embed/search/analogy.h"
#include "core/tensor/device_mat.h"
#include "core/tensor/rng.h"
#include "tests/app/gpu/backend.h"
#include "tests/app/gpu/instead.h"

namespace glassformer {
namespace {

using testing_gpu::device;

RowsBuilder random_rows(std::size_t count, std::size_t dim, std::uint64_t seed) {
  RowsBuilder rows(count, dim);
  Rng rng(seed);
  for (std::size_t i = 0; i < count; ++i) {
    for (float& cell : rows[i]) cell = static_cast<float>(rng.normal());
  }
  return rows;
}

void expect_equal(const std::vector<Scored>& found, const std::vector<Scored>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].id, wanted[i].id) << i;
    EXPECT_EQ(found[i].score, wanted[i].score) << i;
  }
}

TEST(RowSearchOnCard, FindsTheNeighboursThatTheProcessorFinds) {
  for (const auto& [count, dim] :
       {std::pair{1, 5}, {40, 2}, {1024, 100}, {2500, 33}, {3000, 300}}) {
    const Rows rows =
        random_rows(static_cast<std::size_t>(count), static_cast<std::size_t>(dim), 3).finish();
    const auto search = make_row_search_on_card(device(), rows);
    for (const Nearness nearness : {Nearness::cosine, Nearness::euclid}) {
      for (const std::size_t row : {0, count / 2, count - 1}) {
        const int own[] = {static_cast<int>(row), 7};
        for (const std::size_t first : {0, 17}) {
          expect_equal(neighbours(*search, rows[row], 10, nearness, own, first),
                       neighbours(rows, rows[row], 10, nearness, own, first));
        }
      }
    }
  }
}

TEST(RowSearchOnCard, OfSeveralQueriesEachHasItsOwn) {
  const Rows rows = random_rows(1500, 20, 4).finish();
  const auto search = make_row_search_on_card(device(), rows);
  std::vector<std::vector<float>> queries;
  for (const std::size_t row : {3, 1400, 700}) queries.push_back(unit(rows[row]));
  const auto found = search->nearest(queries, 5, Nearness::cosine, 0);
  ASSERT_EQ(found.size(), 3U);
  for (std::size_t q = 0; q < 3; ++q) {
    const auto wanted = neighbours(rows, queries[q], 5);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(found[q][i], wanted[i].id);
  }
}

TEST(RowSearchOnCard, WhatDoesNotFitOneBindingIsCut) {
  const Rows rows = random_rows(3000, 24, 5).finish();
  const std::size_t most = device()->max_bytes();
  device()->set_max_bytes(std::size_t{100'000});
  const auto search = make_row_search_on_card(device(), rows);
  const auto found = neighbours(*search, rows[2999], 40);
  device()->set_max_bytes(most);
  expect_equal(found, neighbours(rows, rows[2999], 40));
}

TEST(RowSearchOnCard, MoreThanAGroupHasAreAllFound) {
  const Rows rows = random_rows(2100, 3, 6).finish();
  const auto search = make_row_search_on_card(device(), rows);
  expect_equal(neighbours(*search, rows[5], 5000), neighbours(rows, rows[5], 5000));
  expect_equal(neighbours(*search, rows[5], 1500), neighbours(rows, rows[5], 1500));
}

// Of a large set the card is asked, and gives the processor's answer; should it be lost, the
// processor gives it.
TEST(RowSearchOnCard, TakesTheQuestionsOfAThread) {
  const Rows large = random_rows(40'000, 100, 8).finish(), small = random_rows(20, 4, 8).finish();
  const auto wanted = neighbours(large, large[5], 7, Nearness::euclid);
  const RowSearchesPtr searches = row_searches(testing_gpu::backend());
  EXPECT_EQ(searches->of(small), nullptr);
  EXPECT_EQ(row_searches(nullptr), nullptr);
  const RowSearchPtr search = searches->of(large);
  ASSERT_NE(search, nullptr);
  EXPECT_EQ(searches->of(large), search);
  {
    const SearchWith with(searches);
    expect_equal(neighbours(large, large[5], 7, Nearness::euclid), wanted);
    const testing_gpu::ResetCard lost;
    EXPECT_THROW(neighbours(*search, large[5], 7), DeviceError);
    expect_equal(neighbours(large, large[5], 7, Nearness::euclid), wanted);
  }
  expect_equal(neighbours(large, large[5], 7, Nearness::euclid), wanted);
}

// 3CosAdd is asked of the card, and has the processor's scores; a card that is lost says why, once.
TEST(RowSearchOnCard, AnswersAnalogies) {
  WordVectors v;
  for (int w = 0; w < 40'000; ++w) v.words.add("w" + std::to_string(w));
  v.vectors = random_rows(40'000, 100, 8).finish();
  const std::vector<WordTerm> terms{term_of(v, "w5"), term_of(v, "w17", -1), term_of(v, "w900")};
  const auto ask = [&] { return answers(v, terms, AnalogyMethod::add); };
  const std::vector<Answer> wanted = ask();
  const auto expect_wanted = [&](const std::vector<Answer>& found) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].id, wanted[i].id);
      EXPECT_EQ(found[i].score, wanted[i].score);
      EXPECT_EQ(found[i].cosines, wanted[i].cosines);
    }
  };
  const RowSearchesPtr searches = row_searches(testing_gpu::backend());
  {
    const SearchWith with(searches);
    expect_wanted(ask());
    EXPECT_EQ(search_failure(), "");
    const testing_gpu::ResetCard lost;
    expect_wanted(ask());
    EXPECT_NE(search_failure().find("was reset"), std::string::npos) << search_failure();
  }
  EXPECT_EQ(search_failure(), "");
  const SearchWith with(searches);
  expect_wanted(ask());
  EXPECT_EQ(search_failure(), "") << "it was said";
}

TEST(RowSearchOnCard, ZerosAreFarAndWhatIsNoNumberIsNever) {
  RowsBuilder rows(6, 2);
  rows[0][0] = 1;
  rows[2][0] = std::numeric_limits<float>::quiet_NaN();
  rows[3][1] = std::numeric_limits<float>::infinity();
  rows[4][0] = -1;
  rows[5][0] = 2;
  const float query[] = {1, 0};
  const Rows all = rows.finish();
  const auto search = make_row_search_on_card(device(), all);
  const auto found = neighbours(*search, query, 6);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].id, 0);
  EXPECT_EQ(found[1].id, 5);
  EXPECT_EQ(found[2].id, 1);
  EXPECT_EQ(found[3].id, 4);
  expect_equal(found, neighbours(all, query, 6));
}

}  // namespace
}  // namespace glassformer
