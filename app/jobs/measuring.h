#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/grad/backend.h"
#include "core/speed/layer_measuring.h"
#include "core/speed/product_measuring.h"

namespace glassformer {

// A measurement on a thread of its own, for a window to watch: it owns its data and publishes
// snapshots from the first moment on. All functions may be called from any thread and return at
// once, but for wait() and the destructor, which waits for the run in progress.
template <class Snapshot>
class MeasuringJob {
 public:
  using SnapshotPtr = std::shared_ptr<const Snapshot>;
  using Tell = std::function<bool(const Snapshot&)>;
  // `work` is called on the job's thread, tells what it knows, and returns soon after it was told
  // false. What it throws becomes a snapshot that failed.
  explicit MeasuringJob(std::function<void(const Tell&)> work)
      : latest_(std::make_shared<const Snapshot>()),
        thread_([this, work = std::move(work)] { run(work); }) {}
  ~MeasuringJob() {
    end();
    thread_.join();
  }
  MeasuringJob(const MeasuringJob&) = delete;
  MeasuringJob& operator=(const MeasuringJob&) = delete;

  SnapshotPtr latest() const {
    const std::scoped_lock lock(mutex_);
    return latest_;
  }
  void wait() const {  // until it has finished, failed or was ended
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_; });
  }
  // Asks it to end, and does not wait: whoever drops it when ended() says so is not held up.
  void end() {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  bool ended() const {
    const std::scoped_lock lock(mutex_);
    return ended_;
  }
  double running_for() const {  // seconds
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
  }

 private:
  void run(const std::function<void(const Tell&)>& work) {
    try {
      work([this](const Snapshot& snapshot) { return publish(snapshot); });
    } catch (const std::exception& error) {
      Snapshot failed = *latest();
      failed.message = error.what();
      publish(failed);
    }
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }
  bool publish(const Snapshot& snapshot) {
    auto made = std::make_shared<const Snapshot>(snapshot);
    const std::scoped_lock lock(mutex_);
    latest_ = std::move(made);
    return !ending_;
  }

  const std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool ending_ = false;
  bool ended_ = false;
  SnapshotPtr latest_;
  std::thread thread_;  // last: it starts when all else is there
};
using ProductJob = MeasuringJob<ProductSnapshot>;
using LayerJob = MeasuringJob<LayerSnapshot>;

// The measurement of matrices of that size: the one that was made before or is being made, unless
// it was stopped or is wanted anew. On a backend there is one way more; null: that way says that it
// is absent. One measurement at a time: others that still run are told to end.
std::shared_ptr<ProductJob> measure_product(int size, const std::shared_ptr<Backend>& backend,
                                            bool anew = false);
// The other sizes that have been measured there, smallest first.
std::vector<std::shared_ptr<const ProductSnapshot>> measured_products(
    int but_for_size, const std::shared_ptr<Backend>& backend);
std::shared_ptr<LayerJob> measure_layers(const LayerPlan& plan, bool all_cores, bool anew = false);
void end_measurements();  // those that still run

// What the numbers were measured on.
struct Machine {
  std::string model;  // "AMD EPYC"
  int threads = 1;
  std::string vectors;  // "AVX2, 8 floats at once"
};
Machine this_machine();

// The code of a layer's forward pass.
std::string_view layer_code(LayerKind kind);

}  // namespace glassformer
