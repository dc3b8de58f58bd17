#include "core/scenes/transformer/aggregates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/scenes/scene.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/traced.h"

// The heads of a Transformer taken together, and the model beside itself without switches.
namespace glassformer {
namespace {

using testing::at;

RunPtr translated(std::map<std::string, Option> options = {}) {
  Inputs inputs;
  inputs.scene = "transformer";
  inputs.resources.set(slots::model, std::make_shared<const Checkpoint>(
                                         testing::tiny_checkpoint(testing::small_config())));
  inputs.text = {"the red cat sees a dog .", "le chat rouge voit un chien ."};
  inputs.options = std::move(options);
  return run(inputs);
}

TEST(Aggregates, MeanAndMaxAreOverAllHeads) {
  const RunPtr made = translated();
  for (const std::string place : {"encoder", "decoder", "cross"}) {
    const Mat &mean = at(made, "aggregate." + place + ".mean"),
              &max = at(made, "aggregate." + place + ".max");
    for (int i = 0; i < mean.rows(); ++i) {
      for (int j = 0; j < mean.cols(); ++j) {
        double sum = 0, largest = 0;
        int heads = 0;
        for (const AttentionSite& site : made->sites) {
          if (!site.name.starts_with(place + ".")) continue;
          const double weight = made->tape.value(site.weights)(i, j);
          sum += weight;
          largest = std::max(largest, weight);
          ++heads;
        }
        ASSERT_EQ(heads, 4);
        EXPECT_NEAR(mean(i, j), sum / heads, 1e-6);
        EXPECT_NEAR(max(i, j), largest, 1e-6);
      }
    }
  }
}

// Of one layer the rollout is that layer's own mixed map, under a name of its own.
TEST(Aggregates, AModelOfOneLayerHasARollout) {
  TransformerConfig config = testing::small_config();
  config.encoder_layers = config.decoder_layers = 1;
  Inputs inputs;
  inputs.scene = "transformer";
  inputs.resources.set(slots::model,
                       std::make_shared<const Checkpoint>(testing::tiny_checkpoint(config)));
  inputs.text = {"the red cat sees a dog .", ""};
  const RunPtr made = run(inputs);
  for (const std::string stack : {"aggregate.encoder.", "aggregate.decoder."}) {
    EXPECT_EQ(at(made, stack + "rollout"), at(made, stack + "mixed_1"));
  }
}

// Rows of a rollout share out one whole, and later words never show in a causal one.
TEST(Aggregates, RolloutSharesOutEachToken) {
  const RunPtr made = translated();
  for (const char* path : {"aggregate.encoder.rollout", "aggregate.decoder.rollout"}) {
    const Mat& rollout = at(made, path);
    for (int i = 0; i < rollout.rows(); ++i) {
      double sum = 0;
      for (const Real cell : rollout.row(i)) sum += cell;
      EXPECT_NEAR(sum, 1, 1e-5) << path;
      EXPECT_GE(rollout(i, i), 0.25) << "half of the identity, twice";
    }
  }
  EXPECT_EQ(at(made, "aggregate.decoder.rollout")(0, 1), 0);
  EXPECT_FALSE(made->tape.find("aggregate.cross.rollout"));
}

TEST(Aggregates, TheOriginalStandsBesideASwitchedModel) {
  const RunPtr plain = translated(),
               made = translated({{"head_scale", std::string("cross.0.1=0")}});
  EXPECT_FALSE(plain->tape.find("original.loss"));
  EXPECT_EQ(at(made, "original.loss"), at(plain, "loss"));
  EXPECT_EQ(at(made, "original.logits"), at(plain, "logits"));
  EXPECT_FALSE(at(made, "loss") == at(plain, "loss"));
  EXPECT_EQ(made->sites.size(), plain->sites.size());
}

}  // namespace
}  // namespace glassformer
