#include "app/jobs/both_ways.h"

#include <utility>

namespace glassformer {

namespace {

// Twice: the first pass on a card brings its programs and the weights there.
RunPtr warm_run(const Inputs& inputs, const std::shared_ptr<Backend>& backend) {
  const OnBackend on(backend);
  static_cast<void>(run(inputs));
  return run(inputs);
}

BothWays::Answer compare(const Inputs& inputs, const std::shared_ptr<Backend>& card) {
  BothWays::Answer answer;
  const RunPtr here = warm_run(inputs, nullptr), there = warm_run(inputs, card);
  answer.cpu = here->milliseconds;
  answer.gpu = there->milliseconds;
  if (!there->on_device) answer.error = there->notes.back();
  for (const std::string& path : here->tape.paths()) {
    const Var other = there->tape.find(path);
    if (!other) continue;
    const double apart =
        largest_difference(here->tape.value(here->tape.find(path)), there->tape.value(other));
    if (!(apart > answer.difference)) continue;
    answer.difference = apart;
    answer.path = path;
  }
  return answer;
}

}  // namespace

void BothWays::ask(const Inputs& inputs, std::shared_ptr<Backend> card) {
  job_ = std::make_unique<Job<Answer>>(
      [inputs, card = std::move(card)](Job<Answer>& job) {
        const Watch watch(job.progress());
        return compare(inputs, card);
      },
      JobControl::Begin::running);
}

std::optional<BothWays::Answer> BothWays::answer(bool wait) const {
  if (!job_) return std::nullopt;
  if (wait) job_->wait();
  if (!job_->ended()) return std::nullopt;
  return *job_->latest();
}

}  // namespace glassformer
