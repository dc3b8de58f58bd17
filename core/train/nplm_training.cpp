#include "core/train/nplm_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "core/embed/train/checkpoint_file.h"
#include "core/embed/train/running_loss.h"
#include "core/grad/ops.h"
#include "core/models/nplm.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"
#include "core/train/large_adam.h"
#include "core/train/nplm_batches.h"

namespace glassformer {

namespace {

NplmConfig config_of(const EncodedText& text, const NplmSettings& s) {
  check_range("dim", s.dim, 1, 10'000);
  check_range("the number of words before", s.contexts, 1, 1000);
  check_range("hidden", s.hidden, 1, 100'000);
  if (s.batch < 1 || s.epochs < 1 || !(s.rate > 0)) {
    throw UserError("Bengio's model needs a batch, epochs and a rate above 0");
  }
  return {static_cast<int>(text.words.size()), s.dim, s.contexts, s.hidden, s.direct};
}

// A step is the model of the words of its batch: c has the rows of these alone, so that its
// gradient has no more. The other gradients are as large as their matrices; they are computed over
// the cores, word by word of the vocabulary.
class OfNplm : public VectorTraining {
 public:
  OfNplm(EncodedTextPtr text, const NplmSettings& settings)
      : text_(std::move(text)),
        settings_(settings),
        params_(make_nplm(config_of(*text_, settings), settings.seed)),
        adam_(params_, {}),
        batches_(text_, settings.batch, settings.contexts, settings.seed) {}

  double train(std::uint64_t amount) override {
    const std::uint64_t until = done() + amount;
    double loss = 0;
    int steps = 0;
    do {
      loss += step();
      ++steps;
    } while (done() < until && !finished());
    loss_.take(loss / steps, static_cast<double>(steps) / static_cast<double>(this->steps()));
    return loss / steps;
  }
  double loss() const override { return loss_.value(); }
  std::uint64_t done() const override {
    const double share = static_cast<double>(adam_.steps) / static_cast<double>(steps());
    return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(total())));
  }
  std::uint64_t total() const override {
    return text_->kept * static_cast<std::uint64_t>(settings_.epochs);
  }
  std::string described() const override {
    const NplmSettings& s = settings_;
    return fmt::format("Bengio's model{}, {} before, {} hidden, {}, {}, seed {}",
                       s.direct ? "" : " without direct connection", number_of(s.contexts, "word"),
                       s.hidden, number_of(s.dim, "dimension"), number_of(s.epochs, "epoch"),
                       s.seed);
  }
  bool diverged() const override { return any_not_finite(vectors().cells()); }
  WordVectors snapshot() const override { return made_of(vectors()); }
  WordVectors finish() override {  // what only a step needs is freed before the copy is made
    tape_ = Tape();
    adam_.forget_means();
    const Mat c = std::move(params_.value(params_.find("c")));
    params_ = Params();
    return made_of(c);
  }
  void save(const std::filesystem::path& file) const override {
    const auto next = static_cast<std::uint64_t>(adam_.steps);
    save_floats(file, {kind, fingerprint(), next, loss_.value()}, [&](const TakeFloats& take) {
      for (int i = 0; i < params_.size(); ++i) take(params_.value(i).cells());
      adam_.each(take);
    });
  }
  void restore(const std::filesystem::path& file) override {
    CheckpointReader reader(file, {kind, fingerprint(), 0}, static_cast<std::uint64_t>(steps()),
                            params_.cells() + adam_.means());
    for (int i = 0; i < params_.size(); ++i) reader.read(params_.value(i).cells());
    adam_.fill([&](std::span<float> means) { reader.read(means); });
    adam_.steps = static_cast<std::int64_t>(reader.found().next);
    loss_.restore(reader.found().loss);
  }

 private:
  static constexpr std::string_view kind = "GFnplm_3";

  const Mat& vectors() const { return params_.value(params_.find("c")); }
  std::int64_t steps() const { return batches_.of_epoch() * settings_.epochs; }

  WordVectors made_of(const Mat& c) const {
    WordVectors made;
    made.words = text_->words;
    made.counts = text_->counts;
    made.groups = text_->groups;
    made.origin = described();
    RowsBuilder rows(made.words.size(), static_cast<std::size_t>(c.cols()));
    for (std::size_t r = 0; r < made.words.size(); ++r) {
      const auto from = c.row(static_cast<int>(r));
      std::copy(from.begin(), from.end(), rows[r].begin());
    }
    made.vectors = rows.finish();
    return made;
  }

  // Returns the mean surprisal of the words of the batch.
  double step() {
    const double loss = run(batches_.at(adam_.steps));
    const int c = params_.find("c");
    std::vector<RowsGradient> gradients;
    for (int i = 0; i < params_.size(); ++i) {
      gradients.push_back({&tape_.grad(Var{i}), i == c ? rows_ : std::span<const int>()});
    }
    const double rate =
        settings_.rate * (1 - static_cast<double>(adam_.steps) / static_cast<double>(steps()));
    const double length = adam_.step(params_, gradients, rate);
    if (!std::isfinite(loss) || !std::isfinite(length)) {
      throw UserError(
          fmt::format("the loss is no number any more after {}; train with a smaller learning rate",
                      number_of(adam_.steps, "step")));
    }
    return loss;
  }

  double run(const NplmBatch& batch) {
    rows_ = batch.words;
    rows_.push_back(static_cast<int>(text_->words.size()));  // for what stands before a sentence
    Mat looked_up(Shape{static_cast<int>(rows_.size()), settings_.dim});
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const auto from = vectors().row(rows_[r]);
      std::copy(from.begin(), from.end(), looked_up.row(static_cast<int>(r)).begin());
    }
    tape_.clear();
    const auto c = std::make_shared<const Leaf>(std::move(looked_up));
    for (int i = 0; i < params_.size(); ++i) {
      tape_.input(i == params_.find("c") ? c : params_.leaf(i));
    }
    if (batch.targets.empty()) return 0;  // nothing but ends of sentences
    NplmConfig config = config_of(*text_, settings_);
    config.words = static_cast<int>(batch.words.size());
    const Nplm made = nplm(tape_, config, params_, batch.contexts);
    const Var loss = mean_rows(tape_, nplm_surprisal(tape_, params_, made, batch.targets));
    tape_.backward(loss);
    return static_cast<double>(tape_.value(loss)(0, 0));
  }

  std::uint64_t fingerprint() const {
    const NplmSettings& s = settings_;
    const std::uint64_t config =
        hash(fmt::format("{} {} {} {} {} {} {} {} {}", s.dim, s.contexts, s.hidden, s.direct,
                         s.batch, s.rate, s.epochs, s.seed, text_->ids.size()));
    return fingerprint_of(*text_, config);
  }

  EncodedTextPtr text_;
  NplmSettings settings_;
  Params params_;
  LargeAdam adam_;
  NplmBatches batches_;
  RunningLoss loss_;
  Tape tape_;              // of the last step, for its gradients
  std::vector<int> rows_;  // of c on the tape: the batch's words and the begin of a sentence
};

}  // namespace

std::unique_ptr<VectorTraining> nplm_training(EncodedTextPtr text, const NplmSettings& settings) {
  return std::make_unique<OfNplm>(std::move(text), settings);
}

}  // namespace glassformer
