#include "app/jobs/pretraining_job.h"

#include <chrono>
#include <utility>

#include "core/kernels/threads.h"

namespace glassformer {

namespace {

constexpr int kPublishEvery = 20;  // steps
using Clock = JobControl::Clock;

class Learning {
 public:
  Learning(const PretrainingPlan& plan, std::shared_ptr<Backend> backend)
      : run_(plan), steps_(plan.steps), backend_(std::move(backend)) {}

  bool done() const { return run_.steps() >= steps_; }
  void step() {
    const auto begin = Clock::now();
    {
      const OnBackend on(backend_);  // a step at a time: others compute there too
      run_.step();
    }
    spent_ += Clock::now() - begin;
    tokens_ += run_.tokens_of_step();
  }
  bool is_due() const {
    return is_pretraining_moment(run_.steps()) || run_.steps() % kPublishEvery == 0;
  }
  PretrainingSnapshot snapshot() {
    if (is_pretraining_moment(run_.steps())) run_.measure();
    return made();
  }
  // Where it waits or ends, the newest model is one to look at.
  PretrainingSnapshot at_rest() {
    run_.measure();
    PretrainingSnapshot snapshot = made();
    run_.rest();
    return snapshot;
  }

 private:
  PretrainingSnapshot made() {
    PretrainingSnapshot snapshot;
    const auto begin = Clock::now();
    snapshot.course = std::make_shared<const Pretraining>(run_.now());  // a device may be behind
    spent_ += Clock::now() - begin;
    snapshot.step = run_.steps();
    snapshot.progress = static_cast<double>(snapshot.step) / steps_;
    if (tokens_ > 0) {
      per_second_ = static_cast<double>(tokens_) / std::chrono::duration<double>(spent_).count();
    }
    snapshot.tokens_per_second = per_second_;
    tokens_ = 0;
    spent_ = {};
    return snapshot;
  }

  PretrainingRun run_;
  int steps_;
  std::shared_ptr<Backend> backend_;
  double per_second_ = 0;
  std::int64_t tokens_ = 0;  // since the last snapshot, and how long they took
  Clock::duration spent_{};
};

}  // namespace

PretrainingJob::Body pretraining_body(PretrainingPlan plan, std::shared_ptr<Backend> backend) {
  return [plan = std::move(plan), backend = std::move(backend)](PretrainingJob& job) {
    use_threads(0);
    Learning learning(plan, backend);
    const auto at_rest = [&] { return learning.at_rest(); };
    while (!learning.done() && job.next(at_rest)) {
      learning.step();
      if (!learning.done() && learning.is_due()) job.publish(learning.snapshot());
    }
    return learning.at_rest();
  };
}

}  // namespace glassformer
