#include "core/lesson/forms.h"

#include <gtest/gtest.h>

#include "core/models/checkpoint.h"

namespace glassformer {
namespace {

Resource shipped_model(const char* name) {
  return Resource(load_shipped(name));
}

TEST(Forms, HoldTheirClaims) {
  EXPECT_EQ(second_forms().size(), 4U);
  for (const Lesson& form : second_forms()) {
    EXPECT_EQ(check_lesson(form), std::vector<std::string>{}) << form.id;
    const Lesson first = find_lesson(form.id);
    EXPECT_NE(first.inputs.scene, form.inputs.scene) << form.id;
    EXPECT_EQ(first.view, form.view) << form.id;
    EXPECT_EQ(first.order, form.order) << form.id;
  }
}

TEST(Forms, AreChosenByTheModel) {
  const Lesson first = find_lesson("heads");
  const Resource gpt = shipped_model("gpt"), translator = shipped_model("en-de");
  EXPECT_FALSE(other_form(first, "model", translator)) << "it can show that itself";
  const auto second = other_form(first, "model", gpt);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->inputs.scene, "decoder-alone");
  EXPECT_FALSE(other_form(*second, "model", gpt));
  const auto back = other_form(*second, "model", translator);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->inputs.scene, first.inputs.scene);
  EXPECT_FALSE(other_form(first, "model", shipped_model("gru-luong"))) << "neither can";
  EXPECT_FALSE(other_form(find_lesson("decoding"), "model", gpt)) << "it has one form";
}

TEST(Forms, KnowTheModelThatTheyBring) {
  const Lesson& form = second_forms().front();
  EXPECT_TRUE(brings(form, "model", shipped_model("gpt")));
  EXPECT_FALSE(brings(form, "model", shipped_model("sort")));
}

}  // namespace
}  // namespace glassformer
