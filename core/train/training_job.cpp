#include "core/train/training_job.h"

#include "core/kernels/threads.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_in_timeline = 128;

}  // namespace

TrainingJob::TrainingJob(Make make, TrainingPace pace)
    : pace_(std::move(pace)), latest_(std::make_shared<const TrainingSnapshot>()) {
  thread_ = std::thread([this, make = std::move(make)] { run(make); });
}

TrainingJob::~TrainingJob() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void TrainingJob::start() {
  const std::scoped_lock lock(mutex_);
  wanted_ = -1;
  changed_.notify_all();
}

void TrainingJob::pause() {
  const std::scoped_lock lock(mutex_);
  wanted_ = 0;
  changed_.notify_all();
}

void TrainingJob::single_step() {
  const std::scoped_lock lock(mutex_);
  wanted_ = wanted_ > 0 ? wanted_ + 1 : 1;
  changed_.notify_all();
}

bool TrainingJob::done() const {
  return latest_->state == TrainingSnapshot::State::finished ||
         latest_->state == TrainingSnapshot::State::failed;
}

void TrainingJob::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return done() ||
           (wanted_ == 0 && !stepping_ && latest_->state == TrainingSnapshot::State::paused);
  });
}

TrainingSnapshotPtr TrainingJob::latest() const {
  const std::scoped_lock lock(mutex_);
  return latest_;
}

std::vector<TrainingSnapshotPtr> TrainingJob::timeline() const {
  const std::scoped_lock lock(mutex_);
  return timeline_;
}

// Of the steps since the last time. A device may still be at them.
void TrainingJob::take_time(const Training& training) {
  const auto begin = Clock::now();
  training.losses();
  spent_ += Clock::now() - begin;
  if (tokens_ > 0) {
    tokens_per_second_ =
        static_cast<double>(tokens_) / std::chrono::duration<double>(spent_).count();
  }
  tokens_ = 0;
  spent_ = {};
}

void TrainingJob::publish(const Training* training, TrainingSnapshot::State state,
                          std::string message) {
  if (training != nullptr) take_time(*training);
  auto made = std::make_shared<TrainingSnapshot>();
  made->state = state;
  made->message = std::move(message);
  made->scores = scores_;
  made->tokens_per_second = tokens_per_second_;
  if (training != nullptr) {
    made->step = training->steps();
    made->example = training->held_out().front().source;
    made->losses = training->losses();
    made->model = std::make_shared<const Checkpoint>(training->checkpoint());
  }
  const std::scoped_lock lock(mutex_);
  latest_ = std::move(made);
  changed_.notify_all();
  if (training == nullptr) return;
  const bool again = !timeline_.empty() && timeline_.back()->step == latest_->step;
  if (again || published_++ % timeline_gap_ != 0) return;
  timeline_.push_back(latest_);
  if (timeline_.size() <= most_in_timeline) return;
  std::vector<TrainingSnapshotPtr> half;
  for (std::size_t i = 0; i < timeline_.size(); i += 2) half.push_back(timeline_[i]);
  timeline_ = std::move(half);
  timeline_gap_ *= 2;
}

bool TrainingJob::next_step(const Training& training) {
  std::unique_lock lock(mutex_);
  while (!ending_ && wanted_ == 0) {
    if (latest_->state != TrainingSnapshot::State::paused || latest_->step != training.steps()) {
      lock.unlock();
      publish(&training, TrainingSnapshot::State::paused, "");
      lock.lock();
    } else {
      // Not before what the round made is published: wait() returns then.
      stepping_ = false;
      changed_.notify_all();
      changed_.wait(lock);
    }
  }
  if (wanted_ > 0) --wanted_;
  stepping_ = true;
  return !ending_;
}

void TrainingJob::run(const Make& make) {
  using State = TrainingSnapshot::State;
  use_threads(pace_.threads);
  std::unique_ptr<Training> training;
  try {
    training = make();
    publish(training.get(), State::paused, "");
    while (training->steps() < pace_.steps && next_step(*training)) {
      const auto begin = Clock::now();
      {
        const OnBackend on(pace_.backend);  // a step at a time: others compute there too
        training->step();
      }
      spent_ += Clock::now() - begin;
      tokens_ += training->tokens();
      const bool last = training->steps() == pace_.steps;
      if (last || training->steps() % pace_.score_every == 0) {
        take_time(*training);
        scores_.push_back(training->score(pace_.scored));
      }
      if (last || training->steps() % pace_.snapshot_every == 0) {
        publish(training.get(), last ? State::finished : State::running, "");
      }
    }
  } catch (const std::exception& error) {
    publish(training.get(), State::failed, error.what());
  }
}

}  // namespace glassformer
