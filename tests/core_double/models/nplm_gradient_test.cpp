// Bengio's model, loss and all, against central differences: every parameter.
#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/models/nplm.h"

namespace glassformer {
namespace {

static_assert(sizeof(Real) == 8, "a difference in float proves nothing");

const std::vector<int> contexts{-1, -1, 3, -1, 3, 1, 3, 1, 0, 4, 4, 4};
const std::vector<int> targets{1, 0, 4, 2};

double loss_of(const NplmConfig& config, const Params& params) {
  Tape tape;
  put_nplm(tape, params);
  const Nplm made = nplm(tape, config, params, contexts);
  return tape.value(cross_entropy(tape, nplm_logits(tape, params, made), targets))(0, 0);
}

TEST(NplmGradient, EqualsCentralDifferences) {
  for (const bool direct : {true, false}) {
    const NplmConfig config{5, 3, 3, 4, direct};
    Params params = make_nplm(config, 2);
    EXPECT_EQ(params.size(), direct ? 6 : 5);
    Tape tape;
    put_nplm(tape, params);
    const Nplm made = nplm(tape, config, params, contexts);
    EXPECT_EQ(tape.shape(made.x), (Shape{4, 9}));
    const Var surprisals = nplm_surprisal(tape, params, made, targets);
    tape.backward(scale(tape, sum(tape, surprisals), 1.0 / static_cast<double>(targets.size())));
    for (int i = 0; i < params.size(); ++i) {
      const Mat gradient = tape.grad(Var{i});
      for (std::size_t c = 0; c < gradient.size(); ++c) {
        Real& cell = params.value(i).cells()[c];
        const double x = cell, h = 1e-5;
        cell = x + h;
        const double up = loss_of(config, params);
        cell = x - h;
        const double down = loss_of(config, params);
        cell = x;
        EXPECT_NEAR(gradient.cells()[c], (up - down) / (2 * h), 1e-8) << params.name(i) << " " << c;
      }
    }
  }
}

}  // namespace
}  // namespace glassformer
