// Whole models on the graphics card against the CPU: the shipped Transformer, a lesson, and a
// training curve.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/lesson/lesson.h"
#include "core/models/model.h"
#include "core/train/translation_task.h"
#include "tests/app/gpu/backend.h"
#include "tests/core/models/tiny_translator.h"

namespace glassformer {
namespace {

using testing_gpu::largest;

// Of the largest cell: some 10^3 roundings of 6e-8 in a row, through six layers.
constexpr double tolerance = 1e-4;

RunPtr on_card(const Inputs& inputs) {
  const OnBackend on(testing_gpu::backend());
  return run(inputs);
}

std::vector<int> chosen(const Mat& logits) {
  std::vector<int> columns;
  for (int r = 0; r < logits.rows(); ++r) {
    columns.push_back(
        static_cast<int>(std::ranges::max_element(logits.row(r)) - logits.row(r).begin()));
  }
  return columns;
}

const Mat& at(const Run& run, const std::string& path) {
  return run.tape.value(run.tape.find(path));
}

void expect_all_alike(const Run& cpu, const Run& card) {
  EXPECT_TRUE(card.on_device);
  EXPECT_EQ(card.tape.device_failure(), "");
  ASSERT_EQ(card.tape.paths(), cpu.tape.paths());
  for (const std::string& path : cpu.tape.paths()) {
    const Mat& wanted = at(cpu, path);
    EXPECT_LE(largest_difference(wanted, at(card, path)), tolerance * largest(wanted)) << path;
  }
}

TEST(GpuModels, TheShippedTransformerChoosesTheSameWords) {
  Inputs inputs;
  inputs.model = "transformer";
  inputs.options["weights"] = std::string("en-fr");
  inputs.text = {"the old man saw a beautiful bird in the garden .", ""};
  const RunPtr cpu = run(inputs), card = on_card(inputs);
  EXPECT_EQ(card->tokens, cpu->tokens);
  EXPECT_EQ(chosen(at(*card, "logits")), chosen(at(*cpu, "logits")));
  expect_all_alike(*cpu, *card);
}

TEST(GpuModels, GradientsOfEveryMatrixAreThose) {
  Inputs inputs;
  inputs.model = "transformer";
  inputs.options["gradients"] = 1.0;
  inputs.translator =
      std::make_shared<const Translator>(testing::tiny_translator(testing::small_config()));
  inputs.text = {"the red cat sees a dog .", "le chat rouge voit un chien ."};
  const RunPtr cpu = run(inputs), card = on_card(inputs);
  expect_all_alike(*cpu, *card);
  for (const std::string& path : cpu->tape.paths()) {
    const Mat &wanted = cpu->tape.grad(cpu->tape.find(path)),
              &got = card->tape.grad(card->tape.find(path));
    EXPECT_LE(largest_difference(wanted, got), tolerance * std::max(largest(wanted), 0.01)) << path;
  }
}

TEST(GpuModels, TheLessonAboutHeadsIsTheSame) {
  const Inputs inputs = find_lesson("multi-head").inputs;
  expect_all_alike(*run(inputs), *on_card(inputs));
}

// Whatever ops their models are made of.
class GpuLessons : public ::testing::TestWithParam<std::string> {};

TEST_P(GpuLessons, AreTheSame) {
  const Inputs inputs = find_lesson(GetParam()).inputs;
  const RunPtr cpu = run(inputs), card = on_card(inputs);
  EXPECT_EQ(card->tape.device_failure(), "");
  for (const std::string& path : cpu->tape.paths()) {
    const Mat& wanted = at(*cpu, path);
    EXPECT_LE(largest_difference(wanted, at(*card, path)),
              tolerance * std::max(largest(wanted), 1.0))
        << path;
  }
}

std::vector<std::string> lessons() {
  std::vector<std::string> ids;
  for (const Lesson& lesson : shipped_lessons()) ids.push_back(lesson.id);
  return ids;
}

INSTANTIATE_TEST_SUITE_P(All, GpuLessons, ::testing::ValuesIn(lessons()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

std::vector<double> curve(int steps) {
  TransformerConfig config = testing::small_config();
  config.d_model = 16;
  config.d_ff = 32;
  config.encoder_layers = config.decoder_layers = 1;
  Translator translator = testing::tiny_translator(config);
  TranslationSettings settings;
  settings.batch = 3;
  settings.warmup = 20;
  settings.rate = 0.2;
  const std::vector<SentencePair> pairs{
      {"the red cat sees a dog .", "le chat rouge voit un chien .", {}},
      {"a big dog eats .", "un grand chien mange .", {}},
      {"the cat eats .", "le chat mange .", {}},
      {"a red dog sees the cat .", "un chien rouge voit le chat .", {}}};
  TranslationTask task(translator, pairs, settings);
  Trainer trainer(task, {});
  std::vector<double> losses;
  for (int i = 0; i < steps; ++i) losses.push_back(trainer.step().loss);
  return losses;
}

// With dropout, whose cells are the same here and there. A hundred steps add up what each rounds.
TEST(GpuModels, TrainingGoesTheSameWayForAHundredSteps) {
  const std::vector<double> cpu = curve(100);
  const OnBackend on(testing_gpu::backend());
  const std::vector<double> card = curve(100);
  for (std::size_t i = 0; i < cpu.size(); ++i) {
    EXPECT_NEAR(card[i], cpu[i], 1e-3) << "step " << i + 1;
  }
  EXPECT_LT(card.back(), 0.7 * card.front());
}

}  // namespace
}  // namespace glassformer
