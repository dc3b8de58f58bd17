#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "core/models/transformer_cost.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"

// The counts that the lesson derives box by box are those of the model that is built.
namespace glassformer {
namespace {

RunPtr architecture(std::map<std::string, Option> options) {
  Inputs inputs;
  inputs.scene = "architecture";
  inputs.options = std::move(options);
  return run(inputs);
}

double number(const RunPtr& made, std::string_view path) {
  return made->tape.value(made->tape.find(path))(0, 0);
}

TEST(Architecture, CountsWhatIsBuilt) {
  const std::pair<std::string, TransformerConfig> presets[] = {
      {"tiny", tiny_transformer()}, {"base", base_transformer()}, {"big", big_transformer()}};
  for (const auto& [name, config] : presets) {
    for (const double tokens : {7.0, 32.0}) {
      const RunPtr made = architecture({{"preset", name}, {"tokens", tokens}});
      const auto count = static_cast<double>(parameter_count(config));
      EXPECT_NEAR(number(made, "total.parameters"), count, 1e-7 * count) << name;
      const int n = static_cast<int>(tokens);
      const double flops = forward_flops(config, n, n);
      EXPECT_NEAR(number(made, "flops.forward"), flops, 1e-6 * flops) << name;
      EXPECT_NEAR(number(made, "flops.training"), training_flops(config, n, n), 3e-6 * flops);
      EXPECT_NEAR(number(made, "memory.training"), training_bytes(config), 1e-5 * count);
    }
  }
}

TEST(Architecture, OwnSizeMustBeOneThatCanBeBuilt) {
  const std::string own = "own";
  EXPECT_NO_THROW(architecture({{"preset", own}, {"own_d_model", 48.0}, {"own_heads", 3.0}}));
  EXPECT_THROW(architecture({{"preset", own}, {"own_d_model", 50.0}, {"own_heads", 3.0}}),
               UserError);
  // Only the two models of the paper have a training to speak of.
  EXPECT_FALSE(architecture({{"preset", own}})->tape.find("cost.share"));
  EXPECT_TRUE(architecture({{"preset", std::string("big")}})->tape.find("cost.share"));
}

// Vaswani et al. 2017, table 2: 3.3 · 10¹⁸ and 2.3 · 10¹⁹ operations, from 12 hours and 3.5 days of
// eight cards at 9.5 TFLOP/s (§5.2 and §6.1); a step has 25,000 tokens of each language (§5.1).
TEST(Architecture, CostsWhatThePaperSays) {
  for (const auto& [name, cost, steps] :
       {std::tuple("base", 3.3e18, 1e5), std::tuple("big", 2.3e19, 3e5)}) {
    const RunPtr made = architecture({{"preset", std::string(name)}, {"tokens", 32.0}});
    EXPECT_NEAR(number(made, "cost.hardware"), cost, 0.01 * cost) << name;
    EXPECT_NEAR(number(made, "cost.pairs"), 25000.0 / 32 * steps, 1e-6 * 25000 * steps) << name;
  }
}

// What grows with the square of the length is the same share of the work as counted one by one.
TEST(Architecture, SharesAreThoseOfTheProducts) {
  const RunPtr made = architecture({{"preset", std::string("base")}, {"tokens", 2048.0}});
  const Tape& tape = made->tape;
  const Var each = tape.find("flops.each"), shares = tape.find("flops.shares");
  const Labels& names = tape.node(each).label.rows.labels;
  std::map<std::string, double> counted;
  for (int r = 0; r < tape.shape(each).rows; ++r) {
    const std::string& name = names[static_cast<std::size_t>(r)];
    const bool scores = name.ends_with("Q Kᵀ") || name.ends_with("A V");
    const bool feed_forward = name.find("FFN") != name.npos;
    counted[scores            ? "Q Kᵀ and A V"
            : feed_forward    ? "feed-forward"
            : name == "words" ? name
                              : "Q, K, V, O"] += tape.value(each)(r, 0);
  }
  const auto& lengths = tape.node(shares).label.rows.labels.words();
  const auto row = static_cast<int>(std::ranges::find(lengths, "2048 tokens") - lengths.begin());
  ASSERT_LT(row, tape.shape(shares).rows);
  const Labels& kinds = tape.node(shares).label.cols.labels;
  ASSERT_EQ(kinds.size(), counted.size());
  for (int k = 0; k < tape.shape(shares).cols; ++k) {
    const std::string& kind = kinds[static_cast<std::size_t>(k)];
    EXPECT_NEAR(tape.value(shares)(row, k), counted[kind] / number(made, "flops.forward"), 1e-6)
        << kind;
  }
  for (int r = 0; r < tape.shape(shares).rows; ++r) {
    double sum = 0;
    for (const Real share : tape.value(shares).row(r)) sum += share;
    EXPECT_NEAR(sum, 1, 1e-6);
  }
}

// A layer of the encoder attends once and one of the decoder twice, and each has an Add & Norm
// behind every part.
TEST(Architecture, LayersHaveTheirParts) {
  const RunPtr made = architecture({{"preset", std::string("base")}});
  const auto counts = [&](const char* path) { return made->tape.value(made->tape.find(path)); };
  EXPECT_EQ(counts("encoder.count"), (Mat{{1, 1, 2}}));
  EXPECT_EQ(counts("decoder.count"), (Mat{{2, 1, 3}}));
  EXPECT_EQ(counts("total.count"), (Mat{{1, 6, 6}}));
  EXPECT_NEAR(number(made, "memory.parameters"), 4 * number(made, "total.parameters"), 100);
}

}  // namespace
}  // namespace glassformer
