#include "core/train/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/train/packed_task.h"

namespace glassformer {

namespace {

class TuningTask : public PackedTask {
 public:
  TuningTask(Checkpoint& checkpoint, const TaskSettings& settings, std::vector<AskedIds> examples)
      : PackedTask(next_token_network(checkpoint), checkpoint.params),
        settings_(settings),
        d_model_(next_token_network(checkpoint).d_model()) {
    for (const AskedIds& one : examples) {
      const std::vector<int> ids = one.together();
      PackedExample made{{}, {ids.begin(), ids.end() - 1}, {ids.begin() + 1, ids.end()}};
      std::fill_n(made.next.begin(), one.question.size() - 1, PackedExample::not_learned);
      longest_ = std::max(longest_, one.rows());
      examples_.push_back(std::move(made));
    }
  }

  int begin_step(std::int64_t step) override {
    Rng rng(seed_of(settings_, "examples", step));
    std::vector<const PackedExample*> batch;
    for (int i = 0; i < settings_.batch; ++i) {
      batch.push_back(
          &examples_[static_cast<std::size_t>(rng.below(static_cast<int>(examples_.size())))]);
    }
    return cut(batch, seed_of(settings_, "dropout", step));
  }
  double rate(std::int64_t step) const override { return rate_of(settings_, d_model_, step); }
  void check_step_memory(double beside) override {
    check_batch_memory({{0, longest_}}, settings_.batch, "take a smaller model", beside);
  }

 private:
  TaskSettings settings_;
  int d_model_, longest_ = 0;
  std::vector<PackedExample> examples_;
};

std::uint64_t hash_of(const Params& params) {
  std::uint64_t sum = 0;
  for (int i = 0; i < params.size(); ++i) {
    const Mat& value = params.value(i);
    const auto* const bytes = reinterpret_cast<const char*>(value.data());
    sum = Rng(sum ^ hash({bytes, value.size() * sizeof(Real)})).next();
  }
  return sum;
}

std::vector<AskedIds> ids_of(const TuningPlan& plan) {
  std::vector<AskedIds> made;
  for (const QuestionAnswer& one : plan.learned) {
    made.push_back(asked_ids(plan.from, one.question, one.answer));
  }
  if (made.empty()) throw UserError("there is no question to learn from");
  return made;
}

}  // namespace

std::string TuningPlan::described() const {
  std::string text;
  for (const QuestionAnswer& one : learned) {
    text += one.question + '\t' + one.answer + '\t' + one.worse + '\n';
  }
  return fmt::format("from {:016x}; {} examples {:016x}; {}", hash_of(from.params), learned.size(),
                     hash(text), glassformer::described(settings, adam));
}

Checkpoint tuned_from(const TuningPlan& plan) {
  if (next_token_network(plan.from).has_encoder()) {
    throw UserError(fmt::format(
        "tuning needs a language model, and this is a {}; name one that train language made",
        plan.from.network->architecture()));
  }
  check_training_memory(plan.from.network->parameters());
  Checkpoint made = plan.from;
  made.origin = plan.origin;
  return made;
}

AnswerTuning::AnswerTuning(TuningPlan plan) : AnswerTuning(plan, ids_of(plan)) {}

AnswerTuning::AnswerTuning(TuningPlan plan, std::vector<AskedIds> examples)
    : CheckpointTraining(
          tuned_from(plan),
          [&](Checkpoint& checkpoint) {
            return std::make_unique<TuningTask>(checkpoint, plan.settings, examples);
          },
          plan.adam),
      plan_(std::move(plan)) {}

std::string AnswerTuning::fingerprint() const {
  return "answers " + plan_.described();
}

}  // namespace glassformer
