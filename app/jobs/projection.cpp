#include "app/jobs/projection.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

#include "app/card/vector_engines.h"
#include "core/kernels/threads.h"
#include "core/project/finite_rows.h"
#include "core/project/word_rows.h"
#include "core/tensor/error.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

using Clock = JobControl::Clock;
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

// The similarities that were worked out last, which takes longer than all else before the first
// step: another seed or rate leaves them as they are, and so does to open the map again.
class LastAffinities {
 public:
  AffinitiesPtr find(const ProjectionPlan& plan) {
    const std::scoped_lock lock(mutex_);
    const bool same = of_.lock() == plan.vectors && words_ == plan.words &&
                      unit_length_ == plan.unit_length && perplexity_ == plan.settings.perplexity;
    return same ? kept_ : nullptr;
  }
  void keep(const ProjectionPlan& plan, const AffinitiesPtr& made) {
    constexpr std::size_t most = 4'000'000;  // pairs, of 8 bytes each
    if (made->ids.size() > most) return;
    const std::scoped_lock lock(mutex_);
    of_ = plan.vectors;
    words_ = plan.words;
    unit_length_ = plan.unit_length;
    perplexity_ = plan.settings.perplexity;
    kept_ = made;
  }

 private:
  std::mutex mutex_;
  std::weak_ptr<const WordVectors> of_;
  std::size_t words_ = 0;
  bool unit_length_ = false;
  double perplexity_ = 0;
  AffinitiesPtr kept_;
};

// t-SNE, and what was measured of it.
class MeasuredTsne {
 public:
  explicit MeasuredTsne(Tsne& tsne) : tsne_(tsne), number_(next_number()) {}

  void step() {
    const auto begin = Clock::now();
    tsne_.step();
    spent_ += std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    milliseconds_ = spent_ / ++counted_;
    if (tsne_.iteration() % divergence_every == 0 || tsne_.iteration() == 1) {
      divergence_.emplace_back(tsne_.iteration(), tsne_.divergence());
    }
  }
  ProjectionSnapshot snapshot() const {
    ProjectionSnapshot made;
    made.job = number_;
    made.progress = static_cast<double>(tsne_.iteration()) / kProjectionIterations;
    made.iteration = tsne_.iteration();
    made.milliseconds = milliseconds_;
    made.on_card = tsne_.places_on_device();
    made.placed = tsne_.positioned();
    made.x.assign(tsne_.positions().x.begin(), tsne_.positions().x.end());
    made.y.assign(tsne_.positions().y.begin(), tsne_.positions().y.end());
    made.divergence = divergence_;
    made.fallback = tsne_.fallback();
    return made;
  }
  // Where it stands still the positions come to the host.
  ProjectionSnapshot at_rest() {
    tsne_.synchronise();
    spent_ = counted_ = 0;
    return snapshot();
  }

 private:
  Tsne& tsne_;
  const std::uint64_t number_;
  std::vector<std::pair<int, double>> divergence_;
  double milliseconds_ = 0;
  double spent_ = 0;  // ms, in `counted_` iterations since the last pause
  int counted_ = 0;
};

ProjectionSnapshot lay_out(ProjectionJob& job, const ProjectionPlan& plan) {
  use_threads(0);
  const Rows rows = word_rows(plan.vectors, plan.words, plan.unit_length);
  check_places(*plan.vectors, rows);
  static LastAffinities last_affinities;
  const auto tell = [&](double share) {
    ProjectionSnapshot made;
    made.progress = share;
    return job.publish(std::move(made));
  };
  Tsne tsne(rows, plan.settings, tell, last_affinities.find(plan));
  if (!tsne.ready()) return {};  // cancelled
  last_affinities.keep(plan, tsne.affinities());
  if (auto forces = tsne_forces(plan.backend)) tsne.compute_with(std::move(forces));
  MeasuredTsne measured(tsne);
  Clock::time_point last = Clock::now();
  int steps = 0;  // since `last`
  const auto at_rest = [&] { return measured.at_rest(); };
  while (tsne.iteration() < kProjectionIterations && job.next(at_rest)) {
    measured.step();
    ++steps;
    const bool due = Clock::now() - last >= frame;
    const bool watched = job.pace() == JobControl::Pace::watched;
    if (watched && steps >= watched_steps && !due) job.rest_until(last + frame);
    if (!due && !watched && tsne.iteration() != 1) continue;
    job.publish(measured.snapshot());
    last = Clock::now();
    steps = 0;
  }
  return measured.at_rest();
}

}  // namespace

ProjectionJob::Body projection_body(ProjectionPlan plan) {
  return [plan = std::move(plan)](ProjectionJob& job) { return lay_out(job, plan); };
}

}  // namespace glassformer
