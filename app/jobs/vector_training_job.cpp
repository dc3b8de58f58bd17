#include "app/jobs/vector_training_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Clock = JobControl::Clock;

constexpr std::size_t kMaxLosses = 2000;
constexpr double kCheckpointSeconds = 60;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A training with its checkpoint and what was measured of it.
class MeasuredVectorTraining {
 public:
  MeasuredVectorTraining(std::unique_ptr<VectorTraining> training, const VectorTrainingPace& pace)
      : training_(std::move(training)), pace_(pace), round_(pace.round) {
    restore();
    first_ = training_->done();
    next_score_ = pace_.score_every;
  }

  bool finished() const { return training_->finished(); }
  void train() {
    const auto begin = Clock::now();
    const double loss = training_->train(round_);
    const double took = seconds_since(begin);
    seconds_ += took;
    if (pace_.round_seconds > 0 && took < pace_.round_seconds / 2) round_ *= 2;
    if (pace_.round_seconds > 0 && took > pace_.round_seconds * 2) round_ = round_ / 2 + 1;
    if (std::isfinite(loss)) losses_.push_back({training_->share(), loss});
    if (losses_.size() > kMaxLosses) losses_ = subsampled(losses_);
    if (pace_.score && (finished() || training_->share() >= next_score_)) {
      scores_.push_back({training_->share(), seconds_, pace_.score(training_->snapshot())});
      while (next_score_ <= training_->share()) next_score_ += std::max(pace_.score_every, 1e-3);
    }
    if (seconds_since(saved_) > kCheckpointSeconds) save();
  }
  // What was learned since the job began.
  void save() {
    saved_ = Clock::now();
    if (pace_.checkpoint.empty() || unkept_ || training_->done() <= first_) return;
    try {
      training_->save(pace_.checkpoint);
    } catch (const UserError& error) {
      if (!pace_.checkpoint_optional) throw;
      unkept_ = true;
      notes_.push_back(fmt::format("Not kept in between: {}.", error.what()));
    }
  }
  VectorTrainingSnapshot snapshot() const {
    VectorTrainingSnapshot made = measured();
    if (pace_.watched) made.vectors = std::make_shared<const WordVectors>(training_->snapshot());
    return made;
  }
  VectorTrainingSnapshot snapshot_on_the_way() const {
    if (!pace_.watched || pace_.watched_words == 0) return snapshot();
    VectorTrainingSnapshot made = measured();
    made.vectors = std::make_shared<const WordVectors>(training_->first(pace_.watched_words));
    return made;
  }
  VectorTrainingSnapshot finish() {
    VectorTrainingSnapshot made = measured();  // first: the training is spent afterwards
    made.vectors = std::make_shared<const WordVectors>(training_->finish());
    return made;
  }

 private:
  VectorTrainingSnapshot measured() const {
    VectorTrainingSnapshot made;
    made.losses = losses_;
    made.scores = scores_;
    made.seconds = seconds_;
    made.words_done = training_->done();
    made.words_total = training_->total();
    made.progress = finished() ? 1 : training_->share();
    made.description = training_->described();
    made.counted = training_->counted();
    if (seconds_ > 0) {
      made.words_per_second = static_cast<double>(made.words_done - first_) / seconds_;
    }
    if (made.words_per_second > 0) {
      made.seconds_left =
          static_cast<double>(made.words_total - made.words_done) / made.words_per_second;
    }
    made.fallback = training_->fallback();
    made.notes = training_->notes();
    made.notes.insert(made.notes.end(), notes_.begin(), notes_.end());
    return made;
  }
  void restore() {
    std::error_code none;
    if (pace_.checkpoint.empty() || !std::filesystem::exists(pace_.checkpoint, none)) return;
    try {
      training_->restore(pace_.checkpoint);
    } catch (const UserError&) {
      if (!pace_.checkpoint_optional) throw;
      return;  // it is as it was, and begins
    }
    notes_.push_back(finished() ? "Learned before, and kept."
                                : fmt::format("Goes on from {:.0f} %, where it was left.",
                                              100 * training_->share()));
  }

  std::unique_ptr<VectorTraining> training_;
  const VectorTrainingPace& pace_;
  std::uint64_t round_;      // words
  std::uint64_t first_ = 0;  // done when the job began, by an earlier one
  std::vector<VectorTrainingSnapshot::Loss> losses_;
  std::vector<VectorTrainingSnapshot::Score> scores_;
  double seconds_ = 0, next_score_ = 0;
  std::vector<std::string> notes_;
  bool unkept_ = false;  // a checkpoint could not be written
  Clock::time_point saved_ = Clock::now();
};

VectorTrainingSnapshot train(VectorTrainingJob& job, MeasuredVectorTraining& training,
                             const VectorTrainingPace& pace) {
  auto shown = Clock::now();
  double publishing = 0;
  const auto at_rest = [&] {
    training.save();  // first: it may leave a note
    return training.snapshot();
  };
  while (!training.finished() && job.next(at_rest)) {
    training.train();
    const double gap = std::max(pace.snapshot_seconds, publishing / pace.snapshot_share);
    if (training.finished() || seconds_since(shown) < gap) continue;
    const auto before = Clock::now();
    job.publish(training.snapshot_on_the_way());
    publishing = seconds_since(before);
    shown = Clock::now();
  }
  training.save();  // before finish() takes the rows away
  return training.finished() ? training.finish() : training.snapshot();
}

}  // namespace

std::size_t VectorTrainingSnapshot::bytes() const {
  if (!vectors) return 0;
  return sizeof(float) * (vectors->vectors.count() * vectors->vectors.stride() +
                          vectors->outputs.count() * vectors->outputs.stride());
}

VectorTrainingJob::Body vector_training_body(MakeVectorTraining make, VectorTrainingPace pace) {
  return [make = std::move(make), pace = std::move(pace)](VectorTrainingJob& job) {
    MeasuredVectorTraining training(make([&] { return !job.cancelled(); }), pace);
    return train(job, training, pace);
  };
}

}  // namespace glassformer
