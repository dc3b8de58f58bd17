// Whole models on the graphics card against the CPU: the shipped Transformer, a lesson, and a
// training curve.
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/gpu/gpu_backend.h"
#include "app/platform/egl.h"
#include "core/lesson/lesson.h"
#include "core/scenes/scene.h"
#include "core/tensor/error.h"
#include "core/train/pair_task.h"
#include "tests/app/gpu/backend.h"
#include "tests/app/gpu/instead.h"
#include "tests/app/lessons/shipped.h"
#include "tests/core/models/tiny_checkpoint.h"
#include "tests/support/traced.h"

namespace glassformer {
namespace {

using testing::at;

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
  inputs.scene = "transformer";
  inputs.options["weights"] = std::string("en-fr");
  inputs.text = {"the old man saw a beautiful bird in the garden .", ""};
  const RunPtr cpu = run(inputs), card = on_card(inputs);
  EXPECT_EQ(card->tokens, cpu->tokens);
  EXPECT_EQ(chosen(at(*card, "logits")), chosen(at(*cpu, "logits")));
  expect_all_alike(*cpu, *card);
}

TEST(GpuModels, GradientsOfEveryMatrixAreThose) {
  Inputs inputs;
  inputs.scene = "transformer";
  inputs.options["gradients"] = 1.0;
  inputs.resources.set(slots::model, std::make_shared<const Checkpoint>(
                                         testing::tiny_checkpoint(testing::small_config())));
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

INSTANTIATE_TEST_SUITE_P(All, GpuLessons, ::testing::ValuesIn(testing::shipped_ids()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TransformerConfig tiny_config() {
  TransformerConfig config = testing::small_config();
  config.d_model = 16;
  config.d_ff = 32;
  config.encoder_layers = config.decoder_layers = 1;
  return config;
}

TaskSettings tiny_settings() {
  TaskSettings settings;
  settings.batch = 3;
  settings.warmup = 20;
  settings.rate = 0.2;
  return settings;
}

struct Training {
  Checkpoint checkpoint = testing::tiny_checkpoint(tiny_config());
  std::vector<SentencePair> pairs{
      {"the red cat sees a dog .", "le chat rouge voit un chien .", {}},
      {"a big dog eats .", "un grand chien mange .", {}},
      {"the cat eats .", "le chat mange .", {}},
      {"a red dog sees the cat .", "un chien rouge voit le chat .", {}}};
  PairTask task{checkpoint, pairs, tiny_settings()};
  Trainer trainer{task, {}};

  std::vector<double> losses(int steps) {
    std::vector<double> made;
    for (int i = 0; i < steps; ++i) made.push_back(trainer.step().loss);
    return made;
  }
};

std::vector<double> curve(int steps) {
  return Training().losses(steps);
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

// Weights, gradients and moments too, on a card that takes only 1 KB at once.
TEST(GpuModels, TrainingInPiecesGoesTheSameWay) {
  const std::vector<double> cpu = curve(5);
  const DevicePtr device = Device::make(make_egl_compute_context());
  device->set_max_bytes(1024);
  const OnBackend on(make_gpu_backend(device));
  Training card;
  const std::vector<double> there = card.losses(5);
  EXPECT_EQ(card.trainer.device_failure(), "");
  for (std::size_t i = 0; i < cpu.size(); ++i) EXPECT_NEAR(there[i], cpu[i], 1e-3);
}

// On a card shards would run one after the other, each with a wait for its loss.
TEST(GpuModels, ABatchIsOneShard) {
  Training training;
  std::vector<SentencePair> many;
  for (int i = 0; i < 24; ++i) {
    many.insert(many.end(), training.pairs.begin(), training.pairs.end());
  }
  TaskSettings settings = tiny_settings();
  settings.batch = 96;
  PairTask task(training.checkpoint, many, settings);
  EXPECT_GT(task.begin_step(1), 1);
  const OnBackend on(testing_gpu::backend());
  EXPECT_EQ(task.begin_step(1), 1);
}

void expect_same_weights(const Training& a, const Training& b) {
  for (int i = 0; i < a.checkpoint.params.size(); ++i) {
    EXPECT_LE(largest_difference(a.checkpoint.params.value(i), b.checkpoint.params.value(i)), 1e-3)
        << a.checkpoint.params.name(i);
  }
}

TEST(GpuModels, TheWeightsStayOnTheCardUntilTheyAreAskedFor) {
  Training cpu, card;
  const Params before = card.checkpoint.params;
  const auto wanted = cpu.losses(4);
  const OnBackend on(testing_gpu::backend());
  EXPECT_NEAR(card.losses(4).back(), wanted.back(), 1e-4);
  const Params& params = card.checkpoint.params;
  EXPECT_EQ(params.value(0), before.value(0)) << "nobody has asked";
  card.trainer.synchronise();
  EXPECT_NE(params.value(0), before.value(0));
  EXPECT_EQ(card.trainer.adam().steps, 4);
  expect_same_weights(cpu, card);
  EXPECT_NEAR(card.losses(1).back(), cpu.losses(1).back(), 1e-4) << "and it goes on from there";
}

// Counts what the host asks the card for.
class GpuRoundTrips : public ::testing::Test {
 protected:
  void SetUp() override {  // OpenGL's functions put themselves into their slots when first called
    Mat none;
    testing_gpu::device()->zeros({1, 1})->read(none);
    real = epoxy_glGetBufferSubData;
  }
  static void counted(GLenum target, GLintptr offset, GLsizeiptr size, void* to) {
    ++reads;
    real(target, offset, size, to);
  }
  static inline int reads = 0;
  static inline auto* real = epoxy_glGetBufferSubData;
};

TEST_F(GpuRoundTrips, AStepReadsNothingAndItsLossIsReadWhenAskedFor) {
  const std::vector<double> wanted = curve(20);
  const OnBackend on(testing_gpu::backend());
  Training card;
  card.losses(1);
  const testing_gpu::Instead counting(epoxy_glGetBufferSubData, &counted);
  reads = 0;
  for (int i = 0; i < 5; ++i) card.trainer.advance();
  EXPECT_EQ(reads, 0);
  const std::vector<StepResult> results = card.trainer.results();
  EXPECT_EQ(reads, 1);
  ASSERT_EQ(results.size(), 5U);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].step, static_cast<std::int64_t>(i) + 2);
    EXPECT_NEAR(results[i].loss, wanted[i + 1], 1e-3);
    EXPECT_GT(results[i].gradient, 0);
  }
  // Of very many, some are read before.
  for (int i = 0; i < 20; ++i) card.trainer.advance();
  EXPECT_EQ(card.trainer.results().size(), 20U);
  EXPECT_TRUE(card.trainer.results().empty());
  EXPECT_EQ(card.trainer.device_failure(), "");
}

// The first step makes the weights so large that the second has no loss; nothing moves from there
// on, whatever is asked for before the host knows.
TEST(GpuModels, AfterALossThatIsNoNumberNothingMoves) {
  const OnBackend on(testing_gpu::backend());
  TaskSettings settings = tiny_settings();
  settings.rate = 1e30;
  Training one, many;
  PairTask of_one(one.checkpoint, one.pairs, settings);
  PairTask of_many(many.checkpoint, many.pairs, settings);
  Trainer first(of_one, {}), trainer(of_many, {});
  first.step();
  first.synchronise();
  for (int i = 0; i < 6; ++i) trainer.advance();
  EXPECT_THROW(trainer.results(), UserError);
  EXPECT_EQ(trainer.results().size(), 1U);
  trainer.synchronise();
  EXPECT_EQ(trainer.adam().steps, 1);
  for (int i = 0; i < one.checkpoint.params.size(); ++i) {
    EXPECT_EQ(many.checkpoint.params.value(i), one.checkpoint.params.value(i));
    EXPECT_EQ(trainer.adam().second[static_cast<std::size_t>(i)],
              first.adam().second[static_cast<std::size_t>(i)]);
  }
  EXPECT_THROW(trainer.step(), UserError) << "and so again";
  EXPECT_EQ(trainer.device_failure(), "");
}

// Eight steps are on the card, five of them are known to the host: three are done again.
TEST(GpuModels, ATrainingThatLosesItsCardGoesOnAsIfNothingHadBeen) {
  Training cpu, card;
  const std::vector<double> wanted = cpu.losses(12);
  // A card of its own: what is lost is no other test's.
  const OnBackend on(make_gpu_backend(Device::make(make_egl_compute_context())));
  card.losses(5);
  card.trainer.synchronise();
  card.losses(3);
  std::vector<double> rest;
  {
    const testing_gpu::ResetCard lost;
    rest = card.losses(4);
  }
  EXPECT_NE(card.trainer.device_failure().find("was reset"), std::string::npos);
  EXPECT_EQ(card.trainer.adam().steps, 12);
  for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_NEAR(rest[i], wanted[8 + i], 1e-3);
  expect_same_weights(cpu, card);
}

}  // namespace
}  // namespace glassformer
