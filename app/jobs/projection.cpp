#include "app/jobs/projection.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>

#include "app/vector_engines.h"
#include "core/embed/default_vectors.h"
#include "core/kernels/threads.h"
#include "core/project/finite_rows.h"
#include "core/project/word_rows.h"
#include "core/tensor/error.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

using Clock = std::chrono::steady_clock;
using State = ProjectionSnapshot::State;
// Iterations: it costs one, and brings the positions to the host.
constexpr int divergence_every = 25;
constexpr std::chrono::milliseconds frame{15};
constexpr int watched_steps = 2;  // in a frame

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// Throws UserError for a word without distances, which t-SNE cannot place.
void check_places(const WordVectors& vectors, const Rows& rows) {
  for (std::size_t word = 0; word < rows.count(); ++word) {
    if (is_finite(rows[word])) continue;
    throw UserError(fmt::format(
        "t-SNE: the vector of \"{}\" holds a number that is infinite or none, so it has no "
        "distance to the others; {}",
        readable(vectors.words[word]),
        word < 3 ? "take it out of the file" : fmt::format("show the first {} words only", word)));
  }
}

}  // namespace

ProjectionJob::ProjectionJob(ProjectionPlan plan)
    : plan_(std::move(plan)),
      number_(next_number()),
      latest_(std::make_shared<const ProjectionSnapshot>()) {
  thread_ = std::thread([this] { run(); });
}

ProjectionJob::~ProjectionJob() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ProjectionJob::start(bool fast) {
  const std::scoped_lock lock(mutex_);
  running_ = true;
  fast_ = fast;
  changed_.notify_all();
}

void ProjectionJob::pause() {
  const std::scoped_lock lock(mutex_);
  running_ = false;
  changed_.notify_all();
}

void ProjectionJob::wait(int iteration) {
  std::unique_lock lock(mutex_);
  wanted_ = std::max(wanted_, std::min(iteration, iterations));
  changed_.notify_all();
  changed_.wait(lock, [&] {
    const bool there = latest_->iteration >= wanted_ && latest_->state != State::preparing;
    return there || latest_->state == State::failed;
  });
}

ProjectionSnapshotPtr ProjectionJob::latest() const {
  const std::scoped_lock lock(mutex_);
  return latest_;
}

bool ProjectionJob::watch(double share) {
  auto made = std::make_shared<ProjectionSnapshot>();
  made->share = share;
  const std::scoped_lock lock(mutex_);
  latest_ = std::move(made);
  changed_.notify_all();
  return !ending_;
}

void ProjectionJob::publish(Tsne* tsne, State state, std::string message) {
  auto made = std::make_shared<ProjectionSnapshot>();
  made->state = state;
  made->job = number_;
  made->message = std::move(message);
  made->milliseconds = milliseconds_;
  if (tsne != nullptr) {
    made->share = 1;
    made->iteration = tsne->iteration();
    if (state != State::running) tsne->synchronise();
    made->on_card = tsne->places_on_device();
    made->placed = tsne->positioned();
    made->x.assign(tsne->positions().x.begin(), tsne->positions().x.end());
    made->y.assign(tsne->positions().y.begin(), tsne->positions().y.end());
    made->divergence = divergence_;
    made->fallback = tsne->fallback();
  }
  const std::scoped_lock lock(mutex_);
  latest_ = std::move(made);
  changed_.notify_all();
}

bool ProjectionJob::next_step(const Tsne& tsne) {
  const std::scoped_lock lock(mutex_);
  return !ending_ && (running_ || tsne.iteration() < wanted_);
}

void ProjectionJob::run() {
  use_threads(0);
  try {
    const Rows rows = word_rows(plan_.vectors, plan_.words, plan_.unit_length);
    check_places(*plan_.vectors, rows);
    Tsne tsne(rows, plan_.settings, [this](double share) { return watch(share); });
    if (!tsne.ready()) return;
    if (auto forces = tsne_forces(plan_.backend)) tsne.compute_with(std::move(forces));
    publish(&tsne, State::paused, "");
    Clock::time_point last = Clock::now();
    int steps = 0;     // since `last`
    double spent = 0;  // ms, in `counted` iterations since the last pause
    int counted = 0;
    while (tsne.iteration() < iterations) {
      if (!next_step(tsne)) {
        publish(&tsne, State::paused, "");
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return ending_ || running_ || tsne.iteration() < wanted_; });
        if (ending_) return;
        spent = counted = steps = 0;
        last = Clock::now();
      }
      const auto begin = Clock::now();
      tsne.step();
      spent += std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
      milliseconds_ = spent / ++counted;
      if (tsne.iteration() % divergence_every == 0 || tsne.iteration() == 1) {
        divergence_.emplace_back(tsne.iteration(), tsne.divergence());
      }
      ++steps;
      const bool due = Clock::now() - last >= frame;
      std::unique_lock lock(mutex_);
      const bool slowly = running_ && !fast_ && tsne.iteration() >= wanted_;
      if (slowly && steps >= watched_steps && !due) {
        changed_.wait_until(lock, last + frame, [&] { return ending_ || !running_ || fast_; });
      }
      const bool reached = tsne.iteration() == wanted_;
      lock.unlock();
      if (reached) tsne.synchronise();
      if (due || slowly || reached || tsne.iteration() == 1) {
        publish(&tsne, State::running, "");
        last = Clock::now();
        steps = 0;
      }
    }
    publish(&tsne, State::finished, "");
  } catch (const std::exception& error) {
    publish(nullptr, State::failed, error.what());
  }
}

WordVectorsPtr shown_vectors(const Inputs& inputs, std::size_t which) {
  return inputs.vectors[which] ? inputs.vectors[which] : default_vectors();
}

}  // namespace glassformer
