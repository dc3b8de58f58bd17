#include "core/train/preferences.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

#include "core/grad/backend.h"
#include "core/grad/held.h"
#include "core/grad/ops.h"
#include "core/tensor/error.h"
#include "core/tensor/memory_limit.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr int kPairsOfAShard = 4, kMostShards = 4;

struct Pair {
  AskedIds better, worse;
};

Pair pair_of(const Checkpoint& checkpoint, const QuestionAnswer& one) {
  if (one.worse.empty()) {
    throw UserError(
        fmt::format("“{}” has one answer; a preference needs a worse one, too", one.question));
  }
  return {asked_ids(checkpoint, one.question, one.answer),
          asked_ids(checkpoint, one.question, one.worse)};
}

// The better answers, then the worse ones.
std::vector<const AskedIds*> answers_of(std::span<const Pair* const> pairs) {
  std::vector<const AskedIds*> all;
  for (const Pair* pair : pairs) all.push_back(&pair->better);
  for (const Pair* pair : pairs) all.push_back(&pair->worse);
  return all;
}

std::vector<Pair> pairs_of(const Checkpoint& checkpoint, std::span<const QuestionAnswer> examples) {
  std::vector<Pair> pairs;
  for (const QuestionAnswer& one : examples) pairs.push_back(pair_of(checkpoint, one));
  return pairs;
}

std::vector<double> log_probabilities_of(const Checkpoint& model, const std::vector<Pair>& pairs) {
  std::vector<const Pair*> all;
  for (const Pair& pair : pairs) all.push_back(&pair);
  return log_probabilities(model, answers_of(all));
}

class PreferenceTask : public TrainingTask {
 public:
  PreferenceTask(Checkpoint& checkpoint, const PreferencePlan& plan)
      : network_(next_token_network(checkpoint)),
        params_(checkpoint.params),
        settings_(plan.settings),
        beta_(plan.beta),
        pairs_(pairs_of(checkpoint, plan.learned)),
        reference_(log_probabilities_of(checkpoint, pairs_)) {}

  Params& params() override { return params_; }
  int tokens() const override { return tokens_; }
  double rate(std::int64_t step) const override {
    return rate_of(settings_, network_.d_model(), step);
  }

  int begin_step(std::int64_t step) override {
    Rng rng(seed_of(settings_, "pairs", step));
    const int wanted =
        current_backend() ? 1 : std::clamp(settings_.batch / kPairsOfAShard, 1, kMostShards);
    if (static_cast<int>(shards_.size()) < wanted) {
      shards_.resize(static_cast<std::size_t>(wanted));
    }
    for (Shard& shard : shards_) shard.pairs.clear();
    tokens_ = 0;
    for (int i = 0; i < settings_.batch; ++i) {
      const auto which = static_cast<std::size_t>(rng.below(static_cast<int>(pairs_.size())));
      shards_[static_cast<std::size_t>(i * wanted / settings_.batch)].pairs.push_back(which);
      tokens_ +=
          static_cast<int>(pairs_[which].better.answer.size() + pairs_[which].worse.answer.size());
    }
    return wanted;
  }

  double run_shard(int which) override {
    Shard& shard = shards_[static_cast<std::size_t>(which)];
    return shard.tape.value(forward_and_back(shard))(0, 0);
  }
  const Mat& gradient(int shard, int param) override {
    Tape& tape = shards_[static_cast<std::size_t>(shard)].tape;
    const Var var{param};
    return tape.has_grad(var) ? std::as_const(tape).grad(var) : tape.grad(var);
  }
  const SomeRows* gradient_rows(int shard, int param) override {
    const Tape& tape = shards_[static_cast<std::size_t>(shard)].tape;
    return tape.has_grad(Var{param}) ? &tape.rows_of_grad(Var{param}) : nullptr;
  }
  void rest() override { shards_.clear(); }

  // By passes over one and two of the longest pairs.
  void check_step_memory(double beside) override {
    const OnBackend on_cpu(nullptr);
    const auto longest = std::ranges::max_element(
        pairs_, {}, [](const Pair& pair) { return pair.better.rows() + pair.worse.rows(); });
    const auto bytes = [&](int pairs) {
      Shard shard;
      shard.pairs.assign(static_cast<std::size_t>(pairs),
                         static_cast<std::size_t>(longest - pairs_.begin()));
      forward_and_back(shard);
      return static_cast<double>(bytes_held(shard.tape));
    };
    const double one = bytes(1), more = bytes(2) - one;
    const int shards = std::clamp(settings_.batch / kPairsOfAShard, 1, kMostShards);
    check_memory(fmt::format("a training step of {} pairs", settings_.batch),
                 beside + shards * one + (settings_.batch - shards) * more,
                 "take a smaller --batch, or a smaller model");
  }

 private:
  struct Shard {
    std::vector<std::size_t> pairs;
    Tape tape;
  };

  // Its share of the loss. Without dropout: a model is compared with its reference, and dropout
  // would be seen as a difference between them.
  Var forward_and_back(Shard& shard) {
    std::vector<const Pair*> pairs;
    const int count = static_cast<int>(shard.pairs.size());
    Mat ref_better(1, count), ref_worse(1, count);
    for (int i = 0; i < count; ++i) {
      const std::size_t which = shard.pairs[static_cast<std::size_t>(i)];
      pairs.push_back(&pairs_[which]);
      ref_better(0, i) = static_cast<Real>(reference_[which]);
      ref_worse(0, i) = static_cast<Real>(reference_[pairs_.size() + which]);
    }
    Tape& tape = shard.tape;
    Pass pass = Pass::packed(tape, params_);
    const Var sums = log_probabilities(pass, network_, answers_of(pairs));
    const Var loss =
        preference_loss(tape, slice_cols(tape, sums, 0, count),
                        slice_cols(tape, sums, count, count), ref_better, ref_worse, beta_);
    const Var share = scale(tape, loss, static_cast<double>(count) / settings_.batch);
    tape.backward(share);
    return share;
  }

  const NextTokenNetwork& network_;
  Params& params_;
  TaskSettings settings_;
  double beta_;
  std::vector<Pair> pairs_;
  std::vector<double> reference_;  // of the better answers, then of the worse ones
  std::deque<Shard> shards_;
  int tokens_ = 0;
};

}  // namespace

PreferenceTraining::PreferenceTraining(PreferencePlan plan)
    : CheckpointTraining(
          tuned_from(plan),
          [&](Checkpoint& checkpoint) {
            if (plan.learned.empty()) throw UserError("there is no pair to learn from");
            return std::make_unique<PreferenceTask>(checkpoint, plan);
          },
          plan.adam),
      plan_(std::move(plan)) {}

PreferenceMargins PreferenceTraining::margins(std::span<const QuestionAnswer> pairs) const {
  return margins(checkpoint(), pairs);
}

PreferenceMargins PreferenceTraining::margins(const Checkpoint& model,
                                              std::span<const QuestionAnswer> examples) const {
  const OnBackend on_cpu(nullptr);
  const std::vector<Pair> pairs = pairs_of(plan_.from, examples);
  const std::vector<double> now = log_probabilities_of(model, pairs),
                            before = log_probabilities_of(plan_.from, pairs);
  PreferenceMargins made;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    made.better.push_back(now[i] - before[i]);
    made.worse.push_back(now[pairs.size() + i] - before[pairs.size() + i]);
  }
  return made;
}

std::string PreferenceTraining::fingerprint() const {
  return fmt::format("preferences β {}; {}", plan_.beta, plan_.described());
}

}  // namespace glassformer
