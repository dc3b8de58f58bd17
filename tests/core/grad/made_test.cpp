#include "core/grad/made.h"

#include <gtest/gtest.h>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "tests/core/grad/op_inputs.h"

namespace glassformer {
namespace {

using testing_ops::OpCase;

int count(Shape shape, bool cols) {
  return cols ? shape.cols : shape.rows;
}

class MadeOf : public ::testing::TestWithParam<OpCase> {};

// n, m and k differ, so that an axis taken from the wrong place has another length.
TEST_P(MadeOf, HasAnAxisOfAnInputOnlyWhereItIsAsLong) {
  const testing_ops::Sizes sizes{3, 4, 5};
  Tape tape;
  const testing_ops::Recorded made = testing_ops::record(
      tape, GetParam(), testing_ops::random_inputs(GetParam(), sizes, 1), sizes);
  const Node& node = tape.node(made.result);
  for (const bool cols : {false, true}) {
    const OpMakes::From from = cols ? node.op->makes.cols : node.op->makes.rows;
    if (from == OpMakes::kNothing) continue;
    ASSERT_LT(from.input, static_cast<int>(node.inputs.size()));
    const Var input = node.inputs[static_cast<std::size_t>(from.input)];
    EXPECT_EQ(count(tape.shape(made.result), cols), count(tape.shape(input), from.cols))
        << (cols ? "columns" : "rows");
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, MadeOf, ::testing::ValuesIn(testing_ops::op_cases()),
                         [](const auto& one) { return std::string(one.param.op); });

struct Named {
  Tape tape;
  Var put(int rows, int cols, const char* name, Role role) {
    return tape.name(tape.input(Mat(rows, cols)),
                     {name, "", role, numbered(std::string(name) + " row"),
                      numbered(std::string(name) + " column")});
  }
};

TEST(Made, ProductsHaveTheRowsOfOneAndTheColumnsOfTheOther) {
  Named on;
  const Var a = on.put(2, 3, "a", Role::input), b = on.put(3, 4, "b", Role::plain),
            c = on.put(5, 3, "c", Role::key), d = on.put(2, 6, "d", Role::plain);
  const Made ab = made_of(on.tape, matmul(on.tape, a, b));
  EXPECT_EQ(ab.rows.name, "a row");
  EXPECT_EQ(ab.cols.name, "b column");
  const Made ac = made_of(on.tape, matmul_nt(on.tape, a, c));
  EXPECT_EQ(ac.rows.name, "a row");
  EXPECT_EQ(ac.cols.name, "c row");
  EXPECT_EQ(ac.role, Role::score) << "dot products of rows are scores";
  const Made ad = made_of(on.tape, matmul_tn(on.tape, a, d));
  EXPECT_EQ(ad.rows.name, "a column");
  EXPECT_EQ(ad.cols.name, "d column");
}

TEST(Made, AProductWithWeightsIsWhatTheWeightsAreFor) {
  Named on;
  const Var x = on.put(2, 3, "x", Role::input);
  for (const auto& [weight, made] :
       {std::pair{Role::query_weight, Role::query}, std::pair{Role::key_weight, Role::key},
        std::pair{Role::value_weight, Role::value}, std::pair{Role::output_weight, Role::output},
        std::pair{Role::plain, Role::plain}}) {
    const std::string name = "w" + std::to_string(static_cast<int>(weight));
    EXPECT_EQ(made_of(on.tape, matmul(on.tape, x, on.put(3, 2, name.c_str(), weight))).role, made);
  }
  const Var v = on.put(3, 2, "v", Role::value);
  EXPECT_EQ(made_of(on.tape, matmul(on.tape, softmax(on.tape, x), v)).role, Role::output)
      << "values weighed by probabilities";
}

TEST(Made, FollowsThroughWhatHasNoName) {
  Named on;
  const Var a = on.put(2, 3, "a", Role::score);
  const Var turned = transpose(on.tape, scale(on.tape, tanh(on.tape, a), 2));
  const Made made = made_of(on.tape, turned);
  EXPECT_EQ(made.rows.name, "a column");
  EXPECT_EQ(made.cols.name, "a row");
  EXPECT_EQ(made.role, Role::score);
}

// A map of many heads is a sum of as many without a name: each is looked at once.
TEST(Made, EndsForALongChainWithoutNames) {
  Named on;
  Var sum = on.put(1, 1, "a", Role::score);
  for (int i = 0; i < 200; ++i) sum = add(on.tape, sum, sum);
  EXPECT_EQ(made_of(on.tape, sum).rows.name, "a row");
  EXPECT_EQ(made_of(on.tape, sum).role, Role::score);
}

TEST(Made, SumsAndPartsKeepWhatTheyDoNotGoOver) {
  Named on;
  const Var a = on.put(2, 3, "a", Role::probability);
  EXPECT_EQ(made_of(on.tape, sum_rows(on.tape, a)).rows.name, "");
  EXPECT_EQ(made_of(on.tape, sum_rows(on.tape, a)).cols.name, "a column");
  EXPECT_EQ(made_of(on.tape, sum_cols(on.tape, a)).rows.name, "a row");
  EXPECT_EQ(made_of(on.tape, sum_cols(on.tape, a)).cols.name, "");
  EXPECT_EQ(made_of(on.tape, slice_cols(on.tape, a, 1, 1)).rows.name, "a row");
  EXPECT_EQ(made_of(on.tape, slice_cols(on.tape, a, 1, 1)).cols.name, "");
  EXPECT_EQ(made_of(on.tape, gather(on.tape, a, {1, 0})).cols.name, "a column");
  EXPECT_EQ(made_of(on.tape, gather(on.tape, a, {1, 0})).rows.name, "") << "their order is another";
}

}  // namespace
}  // namespace glassformer
