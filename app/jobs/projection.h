#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/jobs/job.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/grad/backend.h"
#include "core/project/tsne.h"
#include "core/scenes/scene.h"

namespace glassformer {

// A map of words as it was at one moment. While it is preparing, the input similarities are worked
// out, and the progress is theirs.
struct ProjectionSnapshot : JobSnapshot {
  std::uint64_t job = 0;  // whose it is: another number for every job
  int iteration = 0;
  std::vector<float> x, y;  // of every word; empty while preparing
  int placed = 0;           // the iteration that x and y are of: the last one, unless …
  DeviceMatPtr on_card;     // … the words lie here, [n, 2], and come to the host every so often
  std::vector<std::pair<int, double>> divergence;  // (iteration, KL) every so often
  double milliseconds = 0;                         // per iteration, the mean since the last pause
  std::string fallback;                            // why the CPU had to take over
};
using ProjectionSnapshotPtr = std::shared_ptr<const ProjectionSnapshot>;
using ProjectionJob = Job<ProjectionSnapshot>;

struct ProjectionPlan {
  WordVectorsPtr vectors;
  std::size_t words = 0;     // the first so many of them
  bool unit_length = false;  // every vector is divided by its length first
  TsneSettings settings;
  // Where the forces are worked out; null: on the CPU.
  std::shared_ptr<Backend> backend = nullptr;
  bool operator==(const ProjectionPlan&) const = default;
};

inline constexpr int kProjectionIterations = 1000;  // then it is finished

// t-SNE of word vectors. It prepares at once; then one unit of this job is one iteration. At the
// pace `watched` it makes about two in a frame.
ProjectionJob::Body projection_body(ProjectionPlan plan);

}  // namespace glassformer
