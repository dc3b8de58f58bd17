#include "core/embed/count_based/trainings.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

class GloveTraining : public VectorTraining {
 public:
  GloveTraining(EncodedTextPtr text, const GloveConfig& config, const KeepGoing& keep_going)
      : glove_(std::move(text), config, keep_going) {}
  double train(std::uint64_t amount) override {
    const auto parts_of_epoch = static_cast<std::uint64_t>(std::max(1, glove_.parts_of_epoch()));
    const std::uint64_t part = glove_.cells() / parts_of_epoch + 1;
    const std::uint64_t parts = std::min<std::uint64_t>(amount / part + 1, 1 << 20);
    return glove_.train(static_cast<int>(parts));
  }
  double loss() const override { return glove_.loss(); }
  std::uint64_t done() const override { return glove_.cells_done(); }
  std::uint64_t total() const override { return glove_.cells_total(); }
  std::string counted() const override { return "cells"; }
  std::string described() const override { return glassformer::described(glove_.config()); }
  bool diverged() const override { return glove_.diverged(); }
  WordVectors snapshot() const override { return glove_.snapshot(); }
  WordVectors finish() override { return glove_.finish(); }
  void save(const std::filesystem::path& file) const override { glove_.save(file); }
  void restore(const std::filesystem::path& file) override { glove_.restore(file); }

 private:
  Glove glove_;
};

class LsaTraining : public VectorTraining {
 public:
  LsaTraining(EncodedTextPtr text, const LsaConfig& config, KeepGoing keep_going)
      : text_(std::move(text)), config_(config), keep_going_(std::move(keep_going)) {
    check(config);
  }
  double train(std::uint64_t) override {
    if (!done_) made_ = train_lsa(*text_, config_, keep_going_);
    done_ = true;
    return std::numeric_limits<double>::quiet_NaN();
  }
  double loss() const override { return std::numeric_limits<double>::quiet_NaN(); }
  std::uint64_t done() const override { return done_ ? 1 : 0; }
  std::uint64_t total() const override { return 1; }
  std::string counted() const override { return "decompositions"; }
  std::string described() const override { return glassformer::described(config_); }
  bool diverged() const override { return false; }  // nothing is learned step by step
  WordVectors snapshot() const override {
    if (done_) return made_;
    WordVectors none;
    none.words = text_->words;
    none.counts = text_->counts;
    none.groups = text_->groups;
    none.origin = described();
    none.vectors = RowsBuilder(none.words.size(), static_cast<std::size_t>(config_.dim)).finish();
    return none;
  }
  void save(const std::filesystem::path&) const override {}
  void restore(const std::filesystem::path&) override {
    throw UserError("LSA is computed in one go and keeps no checkpoints; train without --resume");
  }

 private:
  EncodedTextPtr text_;
  LsaConfig config_;
  KeepGoing keep_going_;
  bool done_ = false;
  WordVectors made_;
};

}  // namespace

std::unique_ptr<VectorTraining> glove_training(EncodedTextPtr text, const GloveConfig& config,
                                               const KeepGoing& keep_going) {
  return std::make_unique<GloveTraining>(std::move(text), config, keep_going);
}

std::unique_ptr<VectorTraining> lsa_training(EncodedTextPtr text, const LsaConfig& config,
                                             KeepGoing keep_going) {
  return std::make_unique<LsaTraining>(std::move(text), config, std::move(keep_going));
}

}  // namespace glassformer
