// What a matrix is, and of which head, decides its colour, its scale and what is said of it.
#include <gtest/gtest.h>

#include "core/nn/attention.h"

namespace glassformer {
namespace {

Mat counted(int rows, int cols) {
  Mat made(rows, cols);
  for (std::size_t i = 0; i < made.size(); ++i) made.cells()[i] = static_cast<Real>(i % 5) / 5;
  return made;
}

MultiHead record(Tape& tape) {
  MultiHeadWeights weights;
  for (int head = 0; head < 2; ++head) {
    const auto leaf = [](int rows, int cols) {
      return std::make_shared<const Leaf>(counted(rows, cols));
    };
    weights.heads.push_back({leaf(4, 2), leaf(4, 2), leaf(4, 2)});
  }
  weights.wo = std::make_shared<const Leaf>(counted(4, 4));
  AttentionSpec spec;
  spec.bias = std::make_shared<const Leaf>(Mat(3, 3));
  const Var x = tape.input(counted(3, 4));
  return multi_head_attention(tape, x, x, weights, spec);
}

TEST(Attention, EachStepHasItsRole) {
  Tape tape;
  record(tape);
  const std::pair<const char*, Role> roles[] = {{"wq", Role::query_weight},
                                                {"wk", Role::key_weight},
                                                {"wv", Role::value_weight},
                                                {"q", Role::query},
                                                {"k", Role::key},
                                                {"v", Role::value},
                                                {"scores", Role::score},
                                                {"scaled", Role::score},
                                                {"bias", Role::position},
                                                {"biased", Role::score},
                                                {"mask", Role::mask},
                                                {"masked", Role::score},
                                                {"weights", Role::probability},
                                                {"output", Role::output}};
  for (const char* const head : {"head.1.", "head.2."}) {
    for (const auto& [name, role] : roles) {
      const Var var = tape.find(std::string(head) + name);
      ASSERT_TRUE(var) << head << name;
      EXPECT_EQ(tape.node(var).label.role, role) << head << name;
    }
  }
  EXPECT_EQ(tape.node(tape.find("concat")).label.role, Role::output);
  EXPECT_EQ(tape.node(tape.find("wo")).label.role, Role::output_weight);
  EXPECT_EQ(tape.node(tape.find("output")).label.role, Role::output);
}

TEST(Attention, HeadsAreCountedFromOne) {
  Tape tape;
  const MultiHead made = record(tape);
  ASSERT_EQ(made.sites.size(), 2u);
  EXPECT_EQ(made.sites[0].place.head, 1);
  EXPECT_EQ(made.sites[1].place.head, 2);
  EXPECT_NE(made.sites[0].name, made.sites[1].name);
}

// A temperature above 1 makes weights more even (Hinton, Vinyals and Dean 2015, §2).
TEST(Attention, ATemperatureDividesTheScores) {
  Tape tape;
  AttentionSpec spec;
  spec.d_k = 4;
  spec.temperature = 5;
  attend_from_scores(tape, tape.input(Mat{{10, 20}}), {}, spec);
  EXPECT_EQ(tape.value(tape.find("scaled")), (Mat{{1, 2}}));
}

}  // namespace
}  // namespace glassformer
