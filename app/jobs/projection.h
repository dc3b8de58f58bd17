#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/embed/word_vectors.h"
#include "core/grad/backend.h"
#include "core/project/tsne.h"
#include "core/scenes/scene.h"

namespace glassformer {

// A map of words as it was at one moment; never changes once published.
struct ProjectionSnapshot {
  // preparing: the input similarities are worked out; `share` of them is done
  enum class State { preparing, running, paused, finished, failed };
  State state = State::preparing;
  std::uint64_t job = 0;  // whose it is: another number for every job
  double share = 0;
  int iteration = 0;
  std::vector<float> x, y;  // of every word; empty while preparing
  int placed = 0;           // the iteration that x and y are of: the last one, unless …
  DeviceMatPtr on_card;     // … the words lie here, [n, 2], and come to the host every so often
  std::vector<std::pair<int, double>> divergence;  // (iteration, KL) every so often
  double milliseconds = 0;                         // of an iteration, the mean since the last pause
  std::string message;                             // what failed
  std::string fallback;                            // why the CPU had to take over
};
using ProjectionSnapshotPtr = std::shared_ptr<const ProjectionSnapshot>;

struct ProjectionPlan {
  WordVectorsPtr vectors;
  std::size_t words = 0;     // the first so many of them
  bool unit_length = false;  // every vector is divided by its length first
  TsneSettings settings;
  // Where the forces are worked out; null: on the CPU.
  std::shared_ptr<Backend> backend = nullptr;
  bool operator==(const ProjectionPlan&) const = default;
};

// t-SNE of word vectors on a thread of its own, for a window to watch: it owns its data and
// publishes snapshots from the first iteration on. It prepares at once, and then waits to be
// started. All functions may be called from any thread and return at once, but for wait() and the
// destructor.
class ProjectionJob {
 public:
  static constexpr int iterations = 1000;  // then it is finished

  explicit ProjectionJob(ProjectionPlan plan);
  ~ProjectionJob();  // ends after the iteration in progress
  ProjectionJob(const ProjectionJob&) = delete;
  ProjectionJob& operator=(const ProjectionJob&) = delete;

  // Slowly enough to be watched, about two iterations a frame, or as fast as it can.
  void start(bool fast = false);
  void pause();
  // Runs on, as fast as it can, until so many iterations have been made, and waits for it. For
  // pictures. Returns at once if there are as many already.
  void wait(int iteration);
  ProjectionSnapshotPtr latest() const;

 private:
  void run();
  bool next_step(const Tsne& tsne);  // waits until one is wanted; false: the job ends
  void publish(Tsne* tsne, ProjectionSnapshot::State state, std::string message);
  bool watch(double share);

  const ProjectionPlan plan_;
  const std::uint64_t number_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool ending_ = false;
  bool running_ = false;
  bool fast_ = false;
  int wanted_ = 0;  // run on to here, whatever `running_` says
  ProjectionSnapshotPtr latest_;
  std::vector<std::pair<int, double>> divergence_;  // the job's thread alone uses these
  double milliseconds_ = 0;
  std::thread thread_;
};

// The words that a map of these inputs shows, or those that they are compared with.
WordVectorsPtr shown_vectors(const Inputs& inputs, std::size_t which = 0);

}  // namespace glassformer
