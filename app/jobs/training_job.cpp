#include "app/jobs/training_job.h"

#include <utility>

#include "core/kernels/threads.h"

namespace glassformer {

namespace {

using Clock = JobControl::Clock;

// A training, and what was measured of it.
class MeasuredTraining {
 public:
  MeasuredTraining(std::unique_ptr<Training> training, const TrainingPace& pace)
      : training_(std::move(training)), pace_(pace) {}

  std::int64_t steps() const { return training_->steps(); }
  void step() {
    const auto begin = Clock::now();
    {
      const OnBackend on(pace_.backend);  // a step at a time: others compute there too
      training_->step();
    }
    spent_ += Clock::now() - begin;
    tokens_ += training_->tokens();
  }
  void score() {
    take_time();
    scores_.push_back(training_->score(pace_.scored));
  }
  // One that waits, perhaps for hours, keeps only what it has learned.
  TrainingSnapshot at_rest() {
    TrainingSnapshot made = snapshot();
    training_->rest();
    return made;
  }
  TrainingSnapshot snapshot() {
    take_time();
    TrainingSnapshot made;
    made.step = training_->steps();
    made.progress = static_cast<double>(made.step) / static_cast<double>(pace_.steps);
    made.losses = training_->losses();
    made.scores = scores_;
    made.model = std::make_shared<const Checkpoint>(training_->checkpoint());
    made.example = training_->held_out().front().source;
    made.tokens_per_second = tokens_per_second_;
    return made;
  }

 private:
  // Of the steps since the last time. A device may still be at them: the losses wait for it.
  void take_time() {
    const auto begin = Clock::now();
    training_->losses();
    spent_ += Clock::now() - begin;
    if (tokens_ > 0) {
      tokens_per_second_ =
          static_cast<double>(tokens_) / std::chrono::duration<double>(spent_).count();
    }
    tokens_ = 0;
    spent_ = {};
  }

  std::unique_ptr<Training> training_;
  const TrainingPace& pace_;
  std::vector<TrainingScore> scores_;
  double tokens_per_second_ = 0;
  std::int64_t tokens_ = 0;  // since the time was taken, and how long they took
  Clock::duration spent_{};
};

}  // namespace

std::size_t TrainingSnapshot::bytes() const {
  return model ? sizeof(Real) * model->params.cells() : 0;
}

TrainingJob::Body training_body(std::function<std::unique_ptr<Training>()> make,
                                TrainingPace pace) {
  return [make = std::move(make), pace = std::move(pace)](TrainingJob& job) {
    use_threads(pace.threads);
    MeasuredTraining training(make(), pace);
    const auto at_rest = [&] { return training.at_rest(); };
    while (training.steps() < pace.steps && job.next(at_rest)) {
      training.step();
      const bool last = training.steps() == pace.steps;
      if (last || training.steps() % pace.score_every == 0) training.score();
      if (!last && training.steps() % pace.snapshot_every == 0) job.publish(training.snapshot());
    }
    return training.snapshot();
  };
}

}  // namespace glassformer
