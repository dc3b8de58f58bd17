#include "app/jobs/worker.h"

#include <exception>
#include <new>
#include <utility>

#include "app/card/vector_engines.h"
#include "core/embed/search/byte_search.h"
#include "core/embed/search/row_search.h"
#include "core/tensor/failure.h"

namespace glassformer {

namespace {

// A pass that has run for longer than this is stopped by a newer request. A shorter one is let
// finish: a drag over a large model then shows every pass it can, not none.
constexpr double worth_waiting = 0.25;  // seconds

}  // namespace

Worker::Worker() : thread_([this](const std::stop_token& stop) { work(stop); }) {}

Worker::~Worker() {
  thread_.request_stop();
  progress_.stop = true;
  changed_.notify_all();
}

void Worker::submit(Inputs inputs, std::size_t tag) {
  const std::scoped_lock lock(mutex_);
  if (!running_ && !request_) since_ = std::chrono::steady_clock::now();
  if (running_ && seconds_since_start() > worth_waiting) stop_running();
  request_ = Result{nullptr, {}, std::move(inputs), tag};
  changed_.notify_all();
}

void Worker::compute_on(std::shared_ptr<Backend> backend) {
  const std::scoped_lock lock(mutex_);
  backend_ = std::move(backend);
}

void Worker::start_from(RunPtr run) {
  const std::scoped_lock lock(mutex_);
  earlier_ = std::move(run);
}

void Worker::cancel() {
  const std::scoped_lock lock(mutex_);
  request_.reset();
  result_.reset();
  stop_running();
  changed_.notify_all();
}

void Worker::stop_running() {
  progress_.stop = true;
  unwanted_ = running_;
}

bool Worker::wanted() const {
  return request_.has_value() || (running_ && !unwanted_);
}

bool Worker::busy() const {
  const std::scoped_lock lock(mutex_);
  return wanted();
}

double Worker::seconds_since_start() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
}

double Worker::busy_for() const {
  const std::scoped_lock lock(mutex_);
  return seconds_since_start();
}

std::optional<Worker::Result> Worker::take(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [this] { return result_ || !wanted(); });
  return std::exchange(result_, std::nullopt);
}

std::optional<Worker::Result> Worker::take_when_done() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !wanted(); });
  return std::exchange(result_, std::nullopt);
}

// The run as it is when the processor had to look for neighbours.
static RunPtr told(const Run& run, const std::string& why) {
  auto made = std::make_shared<Run>(run);
  made->on_device = false;
  made->notes.push_back(why);
  return made;
}

void Worker::work(const std::stop_token& stop) {
  std::shared_ptr<Backend> backend;
  // Of this backend: they keep what they have of the vectors.
  RowSearchesPtr searches = byte_searches();
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [this] { return request_.has_value(); })) {
    Result result = std::move(*request_);
    request_.reset();
    running_ = true;
    unwanted_ = false;
    since_ = std::chrono::steady_clock::now();
    progress_.restart();
    const RunPtr earlier = earlier_;
    if (backend != backend_) {
      backend = backend_;
      searches = backend ? row_searches(backend) : byte_searches();
    }
    lock.unlock();
    if (searches) searches->tidy();  // of what the run before the last had
    try {
      const Watch watch(progress_);
      const OnBackend on(backend);
      const SearchWith searching(searches);
      result.run = run(result.inputs, earlier);
      if (!search_failure().empty()) result.run = told(*result.run, search_failure());
    } catch (...) {
      result.error = told_of_failure("choose fewer tokens or a smaller d_model");
    }
    lock.lock();
    running_ = false;
    if (result.run) earlier_ = result.run;
    if (!unwanted_) result_ = std::move(result);
    changed_.notify_all();
  }
}

}  // namespace glassformer
