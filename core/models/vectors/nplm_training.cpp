#include "core/models/vectors/nplm_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/embed/checkpoint_file.h"
#include "core/grad/ops.h"
#include "core/models/nplm.h"
#include "core/tensor/error.h"
#include "core/tensor/rng.h"
#include "core/text/number_of.h"
#include "core/train/trainer.h"

namespace glassformer {

namespace {

// The words of a text in batches of neighbours, the batches of each epoch in an order of its own. A
// batch is one shard, over the cores word by word of the vocabulary: each further one would have
// gradients as large as the model.
class NplmTask : public TrainingTask {
 public:
  NplmTask(EncodedTextPtr text, const NplmSettings& settings)
      : text_(std::move(text)),
        settings_(settings),
        config_{static_cast<int>(text_->words.size()), settings.dim, settings.contexts,
                settings.hidden, settings.direct},
        params_(make_nplm(config_, settings.seed)) {
    if (settings.batch < 1 || settings.epochs < 1 || !(settings.rate > 0)) {
      throw UserError("Bengio's model needs a batch, epochs and a rate above 0");
    }
  }

  std::int64_t steps_of_epoch() const {
    const auto batch = static_cast<std::uint64_t>(settings_.batch);
    return static_cast<std::int64_t>((text_->ids.size() + batch - 1) / batch);
  }
  std::int64_t steps() const { return steps_of_epoch() * settings_.epochs; }
  const EncodedText& text() const { return *text_; }
  const NplmConfig& config() const { return config_; }
  const NplmSettings& settings() const { return settings_; }

  Params& params() override { return params_; }
  const Params& params() const { return params_; }
  int begin_step(std::int64_t step) override {
    read_batch(batch_of(step - 1));
    return 1;
  }
  double run_shard(int) override {
    tape_.clear();
    put_nplm(tape_, params_);
    if (targets_.empty()) {  // nothing but ends of sentences
      for (int i = 0; i < params_.size(); ++i) tape_.grad(Var{i});
      return 0;
    }
    const Nplm made = nplm(tape_, config_, params_, contexts_);
    const Var loss =
        scale(tape_, sum(tape_, nplm_surprisal(tape_, params_, made, targets_)), 1.0 / tokens());
    tape_.backward(loss);
    return static_cast<double>(tape_.value(loss)(0, 0));
  }
  const Mat& gradient(int, int param) override { return tape_.grad(Var{param}); }
  void forget_gradients() { tape_ = Tape(); }
  double rate(std::int64_t step) const override {
    return settings_.rate * (1 - static_cast<double>(step - 1) / static_cast<double>(steps()));
  }
  int tokens() const override { return static_cast<int>(targets_.size()); }

 private:
  std::int64_t batch_of(std::int64_t step) {
    const std::int64_t count = steps_of_epoch(), epoch = step / count;
    if (epoch != epoch_) {
      epoch_ = epoch;
      order_.resize(static_cast<std::size_t>(count));
      std::iota(order_.begin(), order_.end(), 0);
      Rng rng =
          Rng::at(settings_.seed ^ hash("nplm.order"), static_cast<std::uint64_t>(epoch) << 32);
      for (int i = static_cast<int>(count) - 1; i > 0; --i) {
        std::swap(order_[static_cast<std::size_t>(i)],
                  order_[static_cast<std::size_t>(rng.below(i + 1))]);
      }
    }
    return order_[static_cast<std::size_t>(step % count)];
  }

  void read_batch(std::int64_t batch) {
    const auto n = static_cast<std::uint64_t>(config_.contexts);
    const auto size = static_cast<std::uint64_t>(settings_.batch);
    const std::uint64_t begin = static_cast<std::uint64_t>(batch) * size;
    const std::uint64_t from = begin - std::min(begin, n);
    ids_.resize(static_cast<std::size_t>(begin - from + size));
    ids_.resize(text_->ids.read(from, ids_));
    const std::size_t first = static_cast<std::size_t>(begin - from);
    contexts_.clear();
    targets_.clear();
    for (std::size_t i = first; i < ids_.size(); ++i) {
      if (ids_[i] < 0) continue;
      targets_.push_back(ids_[i]);
      contexts_.resize(contexts_.size() + static_cast<std::size_t>(n), -1);
      for (std::size_t d = 1; d <= n && d <= i && ids_[i - d] >= 0; ++d) {
        contexts_[contexts_.size() - d] = ids_[i - d];
      }
    }
  }

  EncodedTextPtr text_;
  NplmSettings settings_;
  NplmConfig config_;
  Params params_;
  Tape tape_;
  std::vector<int> contexts_, targets_;  // of the batch, for nplm()
  std::vector<int> order_;
  std::vector<std::int32_t> ids_;
  std::int64_t epoch_ = -1;  // of order_
};

class OfNplm : public VectorTraining {
 public:
  OfNplm(EncodedTextPtr text, const NplmSettings& settings)
      : task_(std::move(text), settings), trainer_(task_, {}) {}

  double train(std::uint64_t amount) override {
    const std::uint64_t until = done() + amount;
    double loss = 0;
    int steps = 0;
    do {
      loss += trainer_.step().loss;
      ++steps;
    } while (done() < until && !finished());
    return loss / steps;
  }
  std::uint64_t done() const override {
    const double share =
        static_cast<double>(trainer_.adam().steps) / static_cast<double>(task_.steps());
    return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(total())));
  }
  std::uint64_t total() const override {
    return task_.text().kept * static_cast<std::uint64_t>(task_.settings().epochs);
  }
  std::string described() const override {
    const NplmSettings& s = task_.settings();
    return fmt::format("Bengio's model{}, {} before, {} hidden, {}, {}, seed {}",
                       s.direct ? "" : " without direct connection", number_of(s.contexts, "word"),
                       s.hidden, number_of(s.dim, "dimension"), number_of(s.epochs, "epoch"),
                       s.seed);
  }
  bool diverged() const override { return any_not_finite(vectors().cells()); }
  WordVectors snapshot() const override {
    const Mat& c = vectors();
    WordVectors made;
    made.words = task_.text().words;
    made.counts = task_.text().counts;
    made.groups = task_.text().groups;
    made.origin = described();
    RowsBuilder rows(made.words.size(), static_cast<std::size_t>(c.cols()));
    for (std::size_t r = 0; r < made.words.size(); ++r) {
      const auto from = c.row(static_cast<int>(r));
      std::copy(from.begin(), from.end(), rows[r].begin());
    }
    made.vectors = rows.finish();
    return made;
  }
  WordVectors finish() override {  // what only a step needs is freed before the copy is made
    task_.forget_gradients();
    trainer_.adam().first.clear();
    trainer_.adam().second.clear();
    return snapshot();
  }
  void save(const std::filesystem::path& file) const override {
    save_floats(file, {"GFnplm_2", fingerprint(), steps_done()},
                parts_of<const float>(task_.params(), trainer_.adam()));
  }
  void restore(const std::filesystem::path& file) override {
    const auto most = static_cast<std::uint64_t>(task_.steps());
    trainer_.adam().steps =
        static_cast<std::int64_t>(restore_floats(file, {"GFnplm_2", fingerprint(), 0}, most,
                                                 parts_of<float>(task_.params(), trainer_.adam())));
  }

 private:
  const Mat& vectors() const { return task_.params().value(task_.params().find("c")); }
  std::uint64_t steps_done() const { return static_cast<std::uint64_t>(trainer_.adam().steps); }
  // All that a step changes: each parameter and its two running means.
  template <class Float, class SomeParams, class SomeAdam>
  static std::vector<std::span<Float>> parts_of(SomeParams& params, SomeAdam& adam) {
    std::vector<std::span<Float>> all;
    for (int i = 0; i < params.size(); ++i) {
      all.push_back(params.value(i).cells());
      all.push_back(adam.first[static_cast<std::size_t>(i)].cells());
      all.push_back(adam.second[static_cast<std::size_t>(i)].cells());
    }
    return all;
  }
  std::uint64_t fingerprint() const {
    const NplmSettings& s = task_.settings();
    const EncodedText& text = task_.text();
    const std::uint64_t config =
        hash(fmt::format("{} {} {} {} {} {} {} {} {}", s.dim, s.contexts, s.hidden, s.direct,
                         s.batch, s.rate, s.epochs, s.seed, text.ids.size()));
    return fingerprint_of(text, config);
  }

  NplmTask task_;
  Trainer trainer_;
};

}  // namespace

std::unique_ptr<VectorTraining> nplm_training(EncodedTextPtr text, const NplmSettings& settings) {
  return std::make_unique<OfNplm>(std::move(text), settings);
}

}  // namespace glassformer
