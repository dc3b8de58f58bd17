// Every request for memory of a forward pass and of a training step is refused once.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "core/embed/count_based/glove.h"
#include "core/embed/count_based/lsa.h"
#include "core/embed/count_based/trainings.h"
#include "core/formats/safetensors.h"
#include "core/lesson/lesson.h"
#include "core/lesson/stage.h"
#include "core/scenes/scene.h"
#include "core/train/nplm_training.h"
#include "tests/faults/core/small.h"
#include "tests/faults/trying.h"

namespace glassformer {
namespace {

// The bits of all values of a run, as one number.
std::string bits_of(const Run& run) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::string& path : run.tape.paths()) {
    for (const Real cell : run.tape.value(run.tape.find(path)).cells()) {
      hash = (hash ^ std::bit_cast<std::uint32_t>(cell)) * 0x100000001b3U;
    }
  }
  return fmt::format("{} matrices, {:x}", run.tape.paths().size(), hash);
}

// What is measured anew each time is never the same twice.
bool measures(const Lesson& lesson) {
  const Scene* const scene = find_scene(lesson.inputs.scene);
  return scene != nullptr && scene->subject == Subject::speed;
}

std::vector<std::string> lesson_ids() {
  std::vector<std::string> ids;
  for (const Lesson& lesson : shipped_lessons()) {
    if (!measures(lesson)) ids.push_back(lesson.id);
  }
  return ids;
}

// Its text is long enough to need memory of its own.
TEST(Options, ACopyIsMadeOrRefused) {
  Inputs inputs;
  inputs.options["expression"] = std::string(64, 'x');
  testing::every_request({.what = "a copy of options", .act = [&] {
                            const Inputs copy = inputs;
                            return std::get<std::string>(copy.options.at("expression"));
                          }});
}

class ForwardPass : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Lessons, ForwardPass, ::testing::ValuesIn(lesson_ids()),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST_P(ForwardPass, EveryRequestForMemoryIsRefusedOnce) {
  const Lesson lesson = find_lesson(GetParam());
  const Inputs inputs = stage_inputs(lesson, static_cast<int>(lesson.steps.size()) - 1);
  testing::every_request({.what = lesson.id, .act = [&] { return bits_of(*run(inputs)); }}, 24);
}

// A step that fails is as if it had never been asked for: done again, it gives what it would have
// given.
class Step : public ::testing::Test {
 protected:
  void try_all(const TrainingPlan& plan) {
    Training whole(plan, testing::some_pairs(), {});
    for (int i = 0; i < 3; ++i) whole.step();
    const std::string wanted = bytes_of(whole);
    std::int64_t steps = 0;
    testing::every_request({.what = "the third step",
                            .act =
                                [&] {
                                  Training training(plan, testing::some_pairs(), {});
                                  training.step();
                                  training.step();
                                  training.step();
                                  return bytes_of(training);
                                }},
                           60);
    // The same with one training that goes on.
    Training going_on(plan, testing::some_pairs(), {});
    testing::every_request({.what = "a step of a training that goes on",
                            .act =
                                [&] {
                                  try {
                                    going_on.step();
                                  } catch (...) {
                                    EXPECT_EQ(going_on.steps(), steps);
                                    throw;
                                  }
                                  EXPECT_EQ(going_on.steps(), ++steps);
                                  return std::string("a step");
                                }},
                           200);
    Training undisturbed(plan, testing::some_pairs(), {});
    for (std::int64_t i = 0; i < steps; ++i) undisturbed.step();
    EXPECT_EQ(going_on.losses(), undisturbed.losses());
    EXPECT_EQ(bytes_of(going_on), bytes_of(undisturbed));
    EXPECT_FALSE(wanted.empty());
  }
  static std::string bytes_of(const Training& training) {
    return safetensors_bytes(to_tensors(training.checkpoint()));
  }
};

TEST_F(Step, OfATransformer) {
  try_all(testing::some_plan());
}

TEST_F(Step, OfARecurrentNetwork) {
  try_all(testing::some_recurrent_plan());
}

std::string vectors_of(const VectorTraining& training) {
  const WordVectors made = training.snapshot();
  std::string all;
  for (std::size_t i = 0; i < made.words.size(); ++i) {
    all += fmt::format("{} {}\n", made.words[i], fmt::join(made.vectors[i], " "));
  }
  return all;
}

TEST(VectorStep, OfEveryModel) {
  const EncodedTextPtr text = testing::some_text();
  const auto trained = [](std::unique_ptr<VectorTraining> training) {
    while (!training->finished()) training->train(1);
    return vectors_of(*training);
  };
  testing::every_request(
      {.what = "skip-gram", .act = [&] { return trained(testing::some_word2vec()); }});
  testing::every_request({.what = "GloVe", .act = [&] {
                            GloveConfig config;
                            config.dim = 4;
                            config.threads = 1;
                            config.epochs = 1;
                            return trained(glove_training(text, config));
                          }});
  testing::every_request({.what = "LSA", .act = [&] {
                            LsaConfig config;
                            config.dim = 4;
                            return trained(lsa_training(text, config));
                          }});
  testing::every_request({.what = "Bengio's model", .act = [&] {
                            NplmSettings settings;
                            settings.dim = 4;
                            settings.hidden = 4;
                            settings.batch = 16;
                            return trained(nplm_training(text, settings));
                          }});
}

}  // namespace
}  // namespace glassformer
