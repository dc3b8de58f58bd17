#include "core/scenes/resources.h"

#include <gtest/gtest.h>

#include "core/embed/eval/question_file.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"

namespace glassformer {
namespace {

TEST(Resources, ASlotGivesBackWhatWasPutThere) {
  const auto vectors = std::make_shared<const WordVectors>();
  Resources resources;
  EXPECT_EQ(resources.get(slots::vectors), nullptr);
  resources.set(slots::vectors, vectors);
  EXPECT_EQ(resources.get(slots::vectors), vectors);
  EXPECT_EQ(resources.get(slots::compared), nullptr);
  resources.set(slots::vectors, nullptr);
  EXPECT_EQ(resources, Resources());
}

TEST(Resources, TheSameObjectIsEqualAndAnotherIsNot) {
  const auto vectors = std::make_shared<const WordVectors>();
  Resources a, b;
  a.set(slots::vectors, vectors);
  b.set(slots::vectors, vectors);
  EXPECT_EQ(a, b);
  b.set(slots::vectors, std::make_shared<const WordVectors>());
  EXPECT_NE(a, b);
}

TEST(Resources, AnotherTypeIsAnErrorThatNamesTheSlot) {
  Resources resources;
  resources.set("vectors", Resource(std::make_shared<const QuestionFile>()));
  try {
    static_cast<void>(resources.get(slots::vectors));
    FAIL() << "questions were taken for word vectors";
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "the slot \"vectors\" holds something else; it takes word vectors "
                 "alone");
  }
}

TEST(Scene, SaysWhichSlotsItUses) {
  Inputs inputs;
  inputs.scene = "evaluate-vectors";
  EXPECT_TRUE(uses(inputs, slots::questions));
  EXPECT_FALSE(uses(inputs, slots::model));
  inputs.scene = "transformer";
  ASSERT_NE(slot_use(inputs, slots::model.name), nullptr);
  EXPECT_EQ(slot_use(inputs, slots::model.name)->stand_in, "weights");
}

// As the controls above the canvas ask it.
TEST(Scene, AnOptionSaysWhenItIsShown) {
  const Scene& scene = *find_scene("attention");
  Inputs inputs;
  inputs.scene = "attention";
  glassformer::Run run;
  const auto shown = [&](std::string_view name) {
    for (const OptionSpec& spec : scene.options) {
      if (spec.name == name) return !spec.shown || spec.shown(inputs, run);
    }
    return false;
  };
  EXPECT_TRUE(shown("mask"));
  EXPECT_FALSE(shown("window")) << "the mask is no window";
  inputs.options["mask"] = std::string("window");
  EXPECT_TRUE(shown("window"));
  EXPECT_TRUE(shown("d_k"));
  inputs.options["scale"] = 0.0;
  EXPECT_FALSE(shown("d_k"));
  EXPECT_FALSE(shown("seed")) << "nothing is drawn from it";
  run.random = true;
  EXPECT_TRUE(shown("seed"));
}

}  // namespace
}  // namespace glassformer
