#include "core/train/answer_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "core/decode/decode_memory.h"
#include "core/grad/backend.h"
#include "core/models/decoder.h"
#include "core/tensor/rng.h"
#include "core/text/tokenizers/learned.h"
#include "core/train/packed_task.h"

namespace glassformer {

namespace {

constexpr int kAtOnce = 512;  // questions that are answered side by side

class AnswerLearner : public PackedTask {
 public:
  AnswerLearner(Checkpoint& checkpoint, const AnswerPlan& plan,
                const std::vector<std::int64_t>& held_out)
      : PackedTask(next_token_network(checkpoint), checkpoint.params),
        tokenizer_(checkpoint.tokenizers.front()),
        task_(plan.task),
        settings_(plan.settings),
        d_model_(plan.config.d_model),
        held_out_(held_out) {}

  int begin_step(std::int64_t step) override {
    Rng rng(seed_of(settings_, "questions", step));
    batch_.clear();
    for (int i = 0; i < settings_.batch; ++i) batch_.push_back(example(draw(rng)));
    std::vector<const PackedExample*> examples;
    for (const PackedExample& one : batch_) examples.push_back(&one);
    return cut(examples, seed_of(settings_, "dropout", step));
  }
  double rate(std::int64_t step) const override { return rate_of(settings_, d_model_, step); }
  void check_step_memory(double beside) override {
    check_batch_memory({{0, task_.question_length() + task_.answer_length()}}, settings_.batch,
                       "take a narrower model", beside);
  }

 private:
  std::int64_t draw(Rng& rng) const {
    const auto all = static_cast<double>(task_.questions());
    for (;;) {
      const auto which = static_cast<std::int64_t>(rng.uniform() * all);
      if (!std::ranges::binary_search(held_out_, which)) return which;
    }
  }
  PackedExample example(std::int64_t which) const {
    const std::vector<int> ids = tokenizer_->encode(task_.line(which));
    PackedExample made{{}, {ids.begin(), ids.end() - 1}, {ids.begin() + 1, ids.end()}};
    // The question is given, and no task to predict: what follows the mark is.
    std::fill_n(made.next.begin(), task_.question_length(), PackedExample::not_learned);
    return made;
  }

  TokenizerPtr tokenizer_;
  AnswerTask task_;
  TaskSettings settings_;
  int d_model_;
  std::vector<std::int64_t> held_out_;
  std::vector<PackedExample> batch_;
};

Checkpoint untrained(const AnswerPlan& plan) {
  Checkpoint made;
  const std::vector<std::string> characters{plan.task.characters()};
  made.tokenizers = {std::make_shared<const LearnedTokenizer>(
      LearnedTokenizer::train(characters, LearnedTokenizer::Kind::character, 1000))};
  made.origin = plan.origin;
  GptConfig config = plan.config;
  config.vocab_size = made.target().size();
  config.max_len = plan.task.question_length() + plan.task.answer_length() + 1;
  made.network = std::make_shared<Gpt>(config);
  check_training_memory(made.network->parameters());
  made.params = make_params(made.network->parameters(), plan.settings.seed);
  return made;
}

// Sizes, rates and steps were tried for few seconds with which the seeds 1, 2 and 3 come there.
AnswerGoal goal(std::string_view name, AnswerTask task, int kept_apart, int steps, double seconds,
                double share) {
  AnswerGoal made;
  made.name = name;
  made.plan.task = task;
  made.plan.kept_apart = kept_apart;
  made.plan.config.layers = 2;
  made.plan.config.dropout = 0;
  made.plan.settings.schedule = TaskSettings::Schedule::constant;
  made.plan.settings.batch = 64;
  made.plan.settings.rate = 0.003;
  made.plan.settings.steps = steps;
  made.plan.settings.decay = steps / 2;
  made.seconds = seconds;
  made.share = share;
  return made;
}

void set_width(AnswerGoal& goal, int d_model, int heads) {
  goal.plan.config.d_model = d_model;
  goal.plan.config.d_ff = 4 * d_model;
  goal.plan.config.heads = heads;
}

std::vector<AnswerGoal> all_goals() {
  using Kind = AnswerTask::Kind;
  std::vector<AnswerGoal> goals{
      goal("letters of three kinds", {.kind = Kind::sort, .kinds = 3}, 182, 200, 3, 1),
      goal("letters of ten kinds", {.kind = Kind::sort, .kinds = 10}, 5000, 700, 8, 0.999),
      goal("sums, backwards", {.kind = Kind::add, .backwards = true}, 1000, 450, 8, 0.99),
      goal("sums, forwards", {.kind = Kind::add, .backwards = false}, 1000, 1000, 25, 0.99)};
  set_width(goals[0], 32, 4);
  goals[0].plan.config.layers = 1;
  goals[0].plan.settings.rate = 0.005;
  set_width(goals[1], 48, 2);
  set_width(goals[2], 64, 4);
  set_width(goals[3], 64, 4);
  return goals;
}

}  // namespace

AnswerTraining::AnswerTraining(AnswerPlan plan)
    : AnswerTraining(plan,
                     glassformer::kept_apart(plan.task, plan.kept_apart, plan.settings.seed)) {}

AnswerTraining::AnswerTraining(AnswerPlan plan, std::vector<std::int64_t> held_out)
    : CheckpointTraining(
          untrained(plan),
          [&](Checkpoint& checkpoint) {
            return std::make_unique<AnswerLearner>(checkpoint, plan, held_out);
          },
          plan.adam),
      plan_(std::move(plan)),
      held_out_(std::move(held_out)) {}

double AnswerTraining::exact_match(int most) const {
  return exact_match(checkpoint(), most);
}

double AnswerTraining::exact_match(const Checkpoint& model, int most) const {
  const OnBackend on_cpu(nullptr);
  std::vector<std::string> questions;
  for (const std::int64_t which : held_out_) {
    if (most > 0 && static_cast<int>(questions.size()) == most) break;
    questions.push_back(plan_.task.question(which));
  }
  const std::vector<std::string> answers = written_answers(model, plan_.task, questions);
  int right = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    right += answers[i] == plan_.task.answer(questions[i]) ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(questions.size());
}

std::string AnswerTraining::fingerprint() const {
  return fmt::format("{}; {} kept apart; {}", plan_.task.words(), plan_.kept_apart,
                     described(plan_.settings, plan_.adam));
}

std::vector<std::string> written_answers(const Checkpoint& model, const AnswerTask& task,
                                         std::span<const std::string> questions) {
  const std::unique_ptr<Decoder> decoder = make_decoder(model);
  std::vector<std::string> answers;
  while (answers.size() < questions.size()) {
    const auto part = questions.subspan(
        answers.size(), std::min<std::size_t>(kAtOnce, questions.size() - answers.size()));
    std::vector<std::vector<int>> ids;
    for (const std::string& question : part) {
      ids.push_back(model.target().encode(question + AnswerTask::mark));
    }
    const std::size_t given = ids.front().size();
    decoder->start(std::vector<std::vector<int>>(part.size()));
    std::vector<int> next(part.size());
    for (std::size_t at = 0; at + 1 < given + static_cast<std::size_t>(task.answer_length());
         ++at) {
      for (std::size_t row = 0; row < part.size(); ++row) next[row] = ids[row][at];
      const Mat& logits = decoder->step(next);
      if (at + 1 < given) continue;
      for (std::size_t row = 0; row < part.size(); ++row) {
        const auto of_row = logits.row(static_cast<int>(row));
        ids[row].push_back(static_cast<int>(std::ranges::max_element(of_row) - of_row.begin()));
      }
    }
    for (const std::vector<int>& all : ids) {
      answers.push_back(model.target().decode(std::span(all).subspan(given)));
    }
  }
  return answers;
}

std::span<const AnswerGoal> answer_goals() {
  static const std::vector<AnswerGoal> goals = all_goals();
  return goals;
}

}  // namespace glassformer
