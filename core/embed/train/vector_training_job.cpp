#include "core/embed/train/vector_training_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/tensor/error.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostInTimeline = 128;
constexpr std::size_t kTimelineBytes = 256 << 20;
constexpr std::size_t kMostLosses = 2000;
constexpr double kCheckpointSeconds = 60;
// A snapshot copies the vectors: of the time, at most this share goes there.
constexpr double kSnapshotShare = 0.1;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::size_t bytes_of(const WordVectors& vectors) {
  return sizeof(float) * (vectors.vectors.count() * vectors.vectors.stride() +
                          vectors.outputs.count() * vectors.outputs.stride());
}

// Every second one; the first and the last stay.
template <class T>
std::vector<T> thinned(const std::vector<T>& all) {
  std::vector<T> half;
  for (std::size_t i = 0; i < all.size(); i += 2) half.push_back(all[i]);
  if (all.size() % 2 == 0 && !all.empty()) half.push_back(all.back());
  return half;
}

}  // namespace

VectorTrainingJob::VectorTrainingJob(Make make, VectorTrainingPace pace)
    : pace_(std::move(pace)), latest_(std::make_shared<const VectorTrainingSnapshot>()) {
  thread_ = std::thread([this, make = std::move(make)] { run(make); });
}

VectorTrainingJob::~VectorTrainingJob() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void VectorTrainingJob::start() {
  const std::scoped_lock lock(mutex_);
  wanted_ = -1;
  changed_.notify_all();
}

void VectorTrainingJob::pause() {
  const std::scoped_lock lock(mutex_);
  wanted_ = 0;
  changed_.notify_all();
}

void VectorTrainingJob::single_step() {
  const std::scoped_lock lock(mutex_);
  wanted_ = wanted_ > 0 ? wanted_ + 1 : 1;
  changed_.notify_all();
}

void VectorTrainingJob::cancel() {
  const std::scoped_lock lock(mutex_);
  cancelled_ = true;
  changed_.notify_all();
}

bool VectorTrainingJob::ended() const {
  return latest_->state == State::finished || latest_->state == State::failed ||
         latest_->state == State::cancelled;
}

void VectorTrainingJob::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] {
    return ended() || (wanted_ == 0 && !stepping_ && latest_->state == State::paused);
  });
}

VectorTrainingSnapshotPtr VectorTrainingJob::latest() const {
  const std::scoped_lock lock(mutex_);
  return latest_;
}

std::vector<VectorTrainingSnapshotPtr> VectorTrainingJob::timeline() const {
  const std::scoped_lock lock(mutex_);
  return timeline_;
}

void VectorTrainingJob::publish(VectorTraining* training, State state, std::string message) {
  auto made = std::make_shared<VectorTrainingSnapshot>();
  made->state = state;
  made->message = std::move(message);
  made->losses = losses_;
  made->scores = scores_;
  made->seconds = seconds_;
  if (training != nullptr) {
    made->words_done = training->done();
    made->words_total = training->total();
    made->done = training->finished() ? 1 : training->share();
    made->description = training->described();
    made->counted = training->counted();
    if (seconds_ > 0) {
      made->words_per_second = static_cast<double>(made->words_done - first_) / seconds_;
    }
    if (made->words_per_second > 0) {
      made->seconds_left =
          static_cast<double>(made->words_total - made->words_done) / made->words_per_second;
    }
    made->fallback = training->fallback();
    made->notes = training->notes();
    made->notes.insert(made->notes.end(), notes_.begin(), notes_.end());
    made->vectors = std::make_shared<const WordVectors>(
        state == State::finished ? training->finish() : training->snapshot());
  }
  const std::scoped_lock lock(mutex_);
  latest_ = std::move(made);
  if (training != nullptr) keep_in_timeline();
  changed_.notify_all();
}

void VectorTrainingJob::keep_in_timeline() {
  if (!timeline_.empty() && timeline_.back()->words_done == latest_->words_done) {
    timeline_.back() = latest_;  // what it says of itself is newer
    return;
  }
  // Where it stands still is always shown.
  if (published_++ % timeline_gap_ != 0 && latest_->state == State::running) return;
  timeline_.push_back(latest_);
  const std::size_t fitting =
      kTimelineBytes / std::max<std::size_t>(1, bytes_of(*latest_->vectors));
  if (timeline_.size() <= std::clamp<std::size_t>(fitting, 2, kMostInTimeline)) return;
  timeline_ = thinned(timeline_);
  timeline_gap_ *= 2;
}

void VectorTrainingJob::save(const VectorTraining& training) {
  if (pace_.checkpoint.empty() || unkept_) return;
  try {
    training.save(pace_.checkpoint);
  } catch (const UserError& error) {
    if (!pace_.checkpoint_optional) throw;
    unkept_ = true;
    notes_.push_back(fmt::format("Not kept in between: {}.", error.what()));
  }
}

void VectorTrainingJob::restore(VectorTraining& training) {
  std::error_code none;
  if (pace_.checkpoint.empty() || !std::filesystem::exists(pace_.checkpoint, none)) return;
  try {
    training.restore(pace_.checkpoint);
  } catch (const UserError&) {
    if (!pace_.checkpoint_optional) throw;
    return;  // it is as it was, and begins
  }
  notes_.push_back(training.finished() ? "Learned before, and kept."
                                       : fmt::format("Goes on from {:.0f} %, where it was left.",
                                                     100 * training.share()));
}

bool VectorTrainingJob::next_round(VectorTraining& training) {
  std::unique_lock lock(mutex_);
  while (!ending_ && !cancelled_ && wanted_ == 0) {
    if (latest_->state != State::paused || latest_->words_done != training.done()) {
      lock.unlock();
      if (training.done() > first_) save(training);  // first: it may leave a note
      publish(&training, State::paused);
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
  return !ending_ && !cancelled_;
}

void VectorTrainingJob::train(VectorTraining& training) {
  if (!training.finished()) publish(&training, State::paused);
  auto shown = Clock::now(), saved = shown;
  double publishing = 0, next_score = pace_.score_every;
  std::uint64_t round = pace_.round;
  while (!training.finished() && next_round(training)) {
    // A first round may take long, and be the only one.
    if (latest()->state == State::paused) publish(&training, State::running);
    const auto begin = Clock::now();
    const double loss = training.train(round);
    const double took = seconds_since(begin);
    seconds_ += took;
    if (pace_.round_seconds > 0 && took < pace_.round_seconds / 2) round *= 2;
    if (pace_.round_seconds > 0 && took > pace_.round_seconds * 2) round = round / 2 + 1;
    if (std::isfinite(loss)) losses_.push_back({training.share(), loss});
    if (losses_.size() > kMostLosses) losses_ = thinned(losses_);
    if (pace_.score && (training.finished() || training.share() >= next_score)) {
      scores_.push_back({training.share(), seconds_, pace_.score(training.snapshot())});
      while (next_score <= training.share()) next_score += std::max(pace_.score_every, 1e-3);
    }
    const double gap = std::max(pace_.snapshot_seconds, publishing / kSnapshotShare);
    if (!training.finished() && seconds_since(shown) >= gap) {
      const auto before = Clock::now();
      publish(&training, State::running);
      publishing = seconds_since(before);
      shown = Clock::now();
    }
    if (seconds_since(saved) > kCheckpointSeconds) {
      save(training);
      saved = Clock::now();
    }
  }
}

void VectorTrainingJob::run(const Make& make) {
  std::unique_ptr<VectorTraining> training;
  try {
    training = make();
    restore(*training);
    first_ = training->done();
    train(*training);
    if (training->finished()) {
      if (training->done() > first_) save(*training);  // before finish() takes the rows away
      publish(training.get(), State::finished);
    } else {
      if (training->done() > first_) save(*training);
      publish(training.get(), State::cancelled);
    }
  } catch (const std::exception& error) {
    publish(nullptr, State::failed, error.what());
  }
}

}  // namespace glassformer
