#include <gtest/gtest.h>

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

}  // namespace
}  // namespace glassformer
