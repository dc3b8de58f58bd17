#include "core/scenes/facts.h"

#include <gtest/gtest.h>

#include "core/embed/vectors/word_vectors.h"
#include "core/models/checkpoint.h"
#include "core/tensor/error.h"
#include "tests/core/models/tiny_checkpoint.h"

// What texts of lessons may say of a model and of word vectors, whoever made them.
namespace glassformer {
namespace {

std::string model(const Inputs& inputs, std::string_view name) {
  const auto fact = model_fact(inputs, name);
  if (!fact) return "not known";
  return fact->number ? std::to_string(static_cast<int>(*fact->number)) : fact->text;
}

TEST(Facts, OfTheShippedTranslator) {
  Inputs inputs;
  inputs.scene = "transformer";
  EXPECT_EQ(model(inputs, "architecture"), "transformer");
  EXPECT_EQ(model(inputs, "source"), "English");
  EXPECT_EQ(model(inputs, "language"), "French");
  EXPECT_EQ(model(inputs, "layers"), "2");
  EXPECT_EQ(model(inputs, "decoder_layers"), "2");
  EXPECT_EQ(model(inputs, "heads"), "4");
  EXPECT_EQ(model(inputs, "width"), "64");
  EXPECT_EQ(model(inputs, "activation"), "ReLU");
  EXPECT_EQ(model(inputs, "positions"), "sinusoidal");
  EXPECT_EQ(model(inputs, "tokens"), "words");
  EXPECT_EQ(model(inputs, "words"), "579");
  inputs.options["weights"] = std::string("en-de");
  EXPECT_EQ(model(inputs, "language"), "German");
}

TEST(Facts, OfAnotherModel) {
  TransformerConfig config = testing::small_config();
  config.activation = Activation::gelu;
  config.positions = PositionKind::learned;
  Inputs inputs;
  inputs.scene = "transformer";
  inputs.resources.set(slots::model,
                       std::make_shared<const Checkpoint>(testing::tiny_checkpoint(config)));
  EXPECT_EQ(model(inputs, "activation"), "GELU");
  EXPECT_EQ(model(inputs, "positions"), "learned");
  EXPECT_EQ(model(inputs, "origin"), "a test");
  EXPECT_EQ(model(inputs, "language"), "not known") << "of so few words it cannot be told";
  EXPECT_THROW(model_fact(inputs, "layer"), UserError);
  inputs.scene = "word-map";
  EXPECT_THROW(model_fact(inputs, "layers"), UserError) << "it shows no model";
}

TEST(Facts, OfWordVectors) {
  Inputs inputs;
  inputs.scene = "word-map";
  EXPECT_EQ(vectors_fact(inputs, "name")->text, "the small world");
  EXPECT_EQ(vectors_fact(inputs, "language")->text, "English");
  EXPECT_EQ(vectors_fact(inputs, "words")->number, 2394);
  EXPECT_GT(vectors_fact(inputs, "groups")->number, 5);
  inputs.options["word_set"] = std::string("real words");
  EXPECT_EQ(vectors_fact(inputs, "name")->text, "real words");
  auto mine = std::make_shared<WordVectors>();
  mine->words.add("zig");
  mine->origin = "mine.vec";
  inputs.resources.set(slots::vectors, mine);
  EXPECT_FALSE(vectors_fact(inputs, "name"));
  EXPECT_FALSE(vectors_fact(inputs, "language"));
  EXPECT_EQ(vectors_fact(inputs, "origin")->text, "mine.vec");
  EXPECT_THROW(vectors_fact(inputs, "colour"), UserError);
}

}  // namespace
}  // namespace glassformer
