#include "core/train/answer_recording.h"

#include <algorithm>

#include "core/formats/recording_file.h"
#include "core/train/answer_training.h"

namespace glassformer {

namespace {

constexpr std::string_view kKind = "sums";
constexpr int kSteps = 1000, kEvery = 25, kSeeds = 3;

// Both in as many steps, whose rate falls over the second half.
AnswerPlan plan_of(bool backwards, std::uint64_t seed) {
  const auto of_sums = [](const AnswerGoal& goal) {
    return goal.plan.task.kind == AnswerTask::Kind::add;
  };
  AnswerPlan plan = std::ranges::find_if(answer_goals(), of_sums)->plan;
  plan.task.backwards = backwards;
  plan.settings.steps = kSteps;
  plan.settings.decay = kSteps / 2;
  plan.settings.seed = seed;
  return plan;
}

}  // namespace

SumCurves record_sums(const std::function<void(double)>& tell) {
  SumCurves curves;
  const int moments = kSteps / kEvery + 1;
  for (int i = 0; i < moments; ++i) curves.steps.push_back(i * kEvery);
  curves.backwards = curves.forwards = Mat(moments, kSeeds);
  double done = 0;
  for (int seed = 0; seed < kSeeds; ++seed) {
    for (const bool backwards : {true, false}) {
      AnswerTraining training(plan_of(backwards, static_cast<std::uint64_t>(seed) + 1));
      Mat& exact = backwards ? curves.backwards : curves.forwards;
      for (int i = 0; i < moments; ++i) {
        if (i > 0) {
          for (int step = 0; step < kEvery; ++step) training.step();
        }
        exact(i, seed) = static_cast<Real>(training.exact_match());
        tell(++done / (2.0 * kSeeds * moments));
      }
    }
  }
  return curves;
}

int steps_until(const SumCurves& curves, const Mat& exact, double share) {
  int until = 0;
  for (int i = exact.rows() - 1; i >= 0; --i) {
    double sum = 0;
    for (const Real cell : exact.row(i)) sum += cell;
    if (sum / exact.cols() < share) break;
    until = curves.steps[static_cast<std::size_t>(i)];
  }
  return until;
}

void write_sums(const std::filesystem::path& file, const SumCurves& curves) {
  TensorFile content = begin_recording(kKind, sums_command);
  content.metadata["steps"] = joined_lines(curves.steps);
  add_matrix(content, "backwards", curves.backwards);
  add_matrix(content, "forwards", curves.forwards);
  write_safetensors(file, content);
}

SumCurves read_sums(const std::filesystem::path& file) {
  const RecordingFile from(file, kKind, sums_command);
  SumCurves curves;
  curves.steps = from.numbers("steps");
  curves.backwards = from.matrix("backwards", 0);
  curves.forwards = from.matrix("forwards", curves.backwards.cols());
  const int moments = static_cast<int>(curves.steps.size());
  if (curves.backwards.rows() != moments || curves.forwards.rows() != moments || moments == 0) {
    from.fail("has not as many scores as steps");
  }
  return curves;
}

}  // namespace glassformer
