#include "app/jobs/both_ways.h"

#include <exception>
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
  stop();
  answer_.reset();
  progress_.restart();
  thread_ = std::jthread([this, inputs, card = std::move(card)] {
    Answer answer;
    try {
      const Watch watch(progress_);
      answer = compare(inputs, card);
    } catch (const std::exception& error) {
      answer.error = error.what();
    }
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
  });
}

std::optional<BothWays::Answer> BothWays::answer(bool wait) {
  if (wait && thread_.joinable()) thread_.join();
  const std::lock_guard lock(mutex_);
  return answer_;
}

void BothWays::stop() {
  progress_.stop = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace glassformer
