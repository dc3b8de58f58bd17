#include "core/models/attention_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/formats/assets.h"
#include "core/lesson/lesson.h"
#include "core/lesson/stage.h"
#include "core/scenes/records/transformer.h"
#include "core/scenes/scene.h"
#include "core/scenes/transformer/write_attention.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

AttentionFilePtr made_up(int layers, int heads, int n, bool causal, int width) {
  auto made = std::make_shared<AttentionFile>();
  made->name = "mine.npz";
  made->layers = layers;
  made->heads = heads;
  made->causal = causal;
  for (int i = 0; i < n; ++i) made->tokens.push_back("t" + std::to_string(i));
  Rng rng(7);
  for (int map = 0; map < layers * heads; ++map) {
    Mat weights(n, n);
    for (int i = 0; i < n; ++i) {
      const int seen = causal ? i + 1 : n;
      double sum = 0;
      for (int j = 0; j < seen; ++j) {
        weights(i, j) = static_cast<Real>(std::exp(rng.normal()));
        sum += weights(i, j);
      }
      for (int j = 0; j < seen; ++j) weights(i, j) = static_cast<Real>(weights(i, j) / sum);
    }
    made->weights.push_back(std::make_shared<const Leaf>(std::move(weights)));
  }
  for (int state = 0; width > 0 && state <= layers; ++state) {
    Mat values(n, width);
    for (Real& cell : values.cells()) cell = static_cast<Real>(rng.normal());
    made->hidden.push_back(std::make_shared<const Leaf>(std::move(values)));
  }
  return made;
}

RunPtr shown(const AttentionFilePtr& file) {
  Inputs inputs;
  inputs.scene = "attention-file";
  inputs.resources.set(slots::attention, file);
  return run(inputs);
}

TEST(AttentionFileScene, ShowsEveryHeadAsItStandsInTheFile) {
  const AttentionFilePtr file = made_up(3, 2, 5, false, 4);
  const RunPtr made = shown(file);
  ASSERT_EQ(made->sites.size(), 6U);
  EXPECT_EQ(made->tokens[0], file->tokens);
  EXPECT_EQ(at(made, "layer.2.head.1.weights"), file->head(2, 0)->value);
  EXPECT_EQ(made->sites[3].place.stack, AttentionPlace::Stack::encoder);
  EXPECT_EQ(made->sites[3].place.layer, 1);
  EXPECT_EQ(made->sites[3].place.head, 2);
  EXPECT_FALSE(made->sites[3].q || made->sites[3].scores) << "nothing that the file does not hold";
}

TEST(AttentionFileScene, HabitsAreMeansOverTheTokensThatCanHaveThem) {
  const AttentionFilePtr file = made_up(2, 3, 5, false, 0);
  const RunPtr made = shown(file);
  for (int layer = 0; layer < 2; ++layer) {
    for (int head = 0; head < 3; ++head) {
      const Mat& a = file->head(layer, head)->value;
      EXPECT_NEAR(at(made, "habits.first")(layer, head),
                  (a(1, 0) + a(2, 0) + a(3, 0) + a(4, 0)) / 4, 1e-6);
      EXPECT_NEAR(at(made, "habits.previous")(layer, head),
                  (a(1, 0) + a(2, 1) + a(3, 2) + a(4, 3)) / 4, 1e-6);
      EXPECT_NEAR(at(made, "habits.itself")(layer, head),
                  (a(1, 1) + a(2, 2) + a(3, 3) + a(4, 4)) / 4, 1e-6);
      EXPECT_NEAR(at(made, "habits.next")(layer, head), (a(0, 1) + a(1, 2) + a(2, 3) + a(3, 4)) / 4,
                  1e-6);
      EXPECT_NEAR(at(made, "habits.last")(layer, head), (a(0, 4) + a(1, 4) + a(2, 4) + a(3, 4)) / 4,
                  1e-6);
    }
  }
  const auto& first = at(made, "habits.first").cells();
  EXPECT_EQ(at(made, "habits.strongest")(0, 0), *std::ranges::max_element(first));
}

TEST(AttentionFileScene, RolloutMultipliesTheMixedMeans) {
  const AttentionFilePtr file = made_up(2, 2, 4, true, 0);
  const RunPtr made = shown(file);
  const auto mixed = [&](int layer, int i, int j) {
    const double mean = (file->head(layer, 0)->value(i, j) + file->head(layer, 1)->value(i, j)) / 2;
    return (mean + (i == j ? 1 : 0)) / 2;
  };
  for (int i = 0; i < 4; ++i) {
    double of_row = 0;
    for (int j = 0; j < 4; ++j) {
      double sum = 0;
      for (int k = 0; k < 4; ++k) sum += mixed(1, i, k) * mixed(0, k, j);
      EXPECT_NEAR(at(made, "aggregate.rollout")(i, j), sum, 1e-6);
      of_row += sum;
    }
    EXPECT_NEAR(of_row, 1, 1e-6);
  }
  EXPECT_EQ(made->sites[0].place.stack, AttentionPlace::Stack::decoder) << "it is causal";
  EXPECT_FALSE(made->tape.find("habits.next")) << "no token sees the one after";
  EXPECT_TRUE(made->records.get<TransformerRecord>().together[1].rollout);
}

TEST(AttentionFileScene, ComparesHiddenStatesByTheirCosine) {
  const AttentionFilePtr file = made_up(2, 1, 3, false, 5);
  const RunPtr made = shown(file);
  for (int layer = 0; layer < 2; ++layer) {
    for (int token = 0; token < 3; ++token) {
      double product = 0, before = 0, after = 0;
      for (int j = 0; j < 5; ++j) {
        const double a = file->hidden[static_cast<std::size_t>(layer)]->value(token, j);
        const double b = file->hidden[static_cast<std::size_t>(layer) + 1]->value(token, j);
        product += a * b;
        before += a * a;
        after += b * b;
      }
      EXPECT_NEAR(at(made, "similar")(token, layer), product / std::sqrt(before * after), 1e-5);
    }
  }
  EXPECT_FALSE(shown(made_up(2, 1, 3, false, 0))->tape.find("similar"));
}

TEST(AttentionFileScene, LetsNoCellBeChanged) {
  Inputs inputs;
  inputs.scene = "attention-file";
  inputs.edits["layer.0.head.1.weights"] = {{0, 0, 0.5}};
  try {
    run(inputs);
    FAIL() << "it was changed";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("come from a file"), std::string::npos);
  }
  inputs.edits.clear();
  EXPECT_TRUE(run(inputs)->cells_stay);
}

// assets/attentions/README.md says with which command it was made.
TEST(AttentionFileScene, TheShippedFileIsWhatOurEncoderAttendsTo) {
  const Lesson heads = find_lesson("heads");
  const AttentionFile fresh = attention_of(*run(stage_inputs(heads, 0)));
  const AttentionFilePtr file =
      read_attention_file(assets_folder() / "attentions" / "encoder.safetensors");
  EXPECT_EQ(file->tokens, fresh.tokens);
  EXPECT_EQ(file->layers, fresh.layers);
  EXPECT_EQ(file->heads, fresh.heads);
  EXPECT_EQ(file->causal, fresh.causal);
  ASSERT_EQ(file->weights.size(), fresh.weights.size());
  for (std::size_t i = 0; i < fresh.weights.size(); ++i) {
    EXPECT_LT(largest_difference(file->weights[i]->value, fresh.weights[i]->value), 1e-4) << i;
  }
  ASSERT_EQ(file->hidden.size(), fresh.hidden.size());
  for (std::size_t i = 0; i < fresh.hidden.size(); ++i) {
    EXPECT_LT(largest_difference(file->hidden[i]->value, fresh.hidden[i]->value), 1e-3) << i;
  }
}

TEST(AttentionFileScene, WhatIsWrittenOfARunIsWhatTheRunHas) {
  const AttentionFilePtr file = made_up(2, 2, 4, true, 0);
  const AttentionFile again = attention_of(*shown(file));
  EXPECT_EQ(again.tokens, file->tokens);
  EXPECT_EQ(again.layers, 2);
  EXPECT_EQ(again.heads, 2);
  EXPECT_TRUE(again.causal);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(again.weights[i]->value, file->weights[i]->value);
  const glassformer::Run none;
  EXPECT_THROW(attention_of(none), UserError);
}

}  // namespace
}  // namespace glassformer
