// What the lesson on training says of the smallest loss is the entropy of what label smoothing asks
// for, among as many words as the model has.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/grad/ops.h"
#include "core/grad/tape.h"
#include "core/lesson/lesson.h"
#include "core/models/transformer_config.h"

namespace glassformer {
namespace {

TEST(TrainingLesson, NamesTheSmallestLossWithItsWords) {
  const Lesson lesson = find_lesson("training");
  const RunPtr run = glassformer::run(lesson.inputs);
  const int words = run->tape.value(run->tape.find("probabilities")).cols();
  const double smoothing = TransformerConfig{}.label_smoothing;
  Mat logits(1, words, static_cast<Real>(std::log(smoothing / words)));
  logits(0, 0) = static_cast<Real>(std::log(1 - smoothing + smoothing / words));
  Tape tape;
  const Var loss = cross_entropy(tape, tape.input(logits), {0}, smoothing);
  const std::string smallest = fmt::format("{:.3f}", tape.value(loss)(0, 0));
  const std::string answer = lesson.steps.at(4).ask->answer;
  EXPECT_NE(answer.find("smallest possible loss is " + smallest + "."), std::string::npos)
      << smallest << " with " << words << " words: " << answer;
}

}  // namespace
}  // namespace glassformer
