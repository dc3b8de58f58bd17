#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "app/jobs/ending_jobs.h"
#include "app/jobs/set_aside.h"

namespace glassformer {

enum class RaceKind;
class Backend;
class JobIntent;
class Measurements;
class Recordings;
class TrainedSets;
template <class Snapshot>
class Job;
template <class Measured>
struct Measurement;
struct LayerSnapshot;
struct ProductSnapshot;
struct PretrainingPlan;
struct PretrainingSnapshot;
struct ProjectionPlan;
struct ProjectionSnapshot;
enum class RaceKind;
struct RaceSnapshot;
struct TrainingSnapshot;
struct VectorTrainingSnapshot;
struct WordTrainingPlan;

// All that runs in the background, whatever lesson is open. A job that was replaced ends by itself;
// the destructor waits for all of them.
class Jobs {
 public:
  Jobs();
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  // Computed on the backend if the job can be; null: on the CPU. Returns the training whose place
  // the new one takes, if it had learned something: it waits.
  SetAside apply(const JobIntent& intent, const std::shared_ptr<Backend>& backend);
  // Puts it where it was. Returns what was there instead.
  SetAside bring_back(const SetAside& aside);
  // Those that wait, the newest last.
  const std::vector<SetAside>& set_aside() const { return set_aside_; }

  // The file for what is learned from a text of one's own; empty: it is not kept.
  void keep_training_in(std::filesystem::path file) { kept_in_ = std::move(file); }

  // What was started last, with its plan; null: nothing was.
  const std::shared_ptr<Job<TrainingSnapshot>>& training() const { return training_; }
  std::shared_ptr<Job<RaceSnapshot>> race(RaceKind kind) const;
  const std::shared_ptr<Job<VectorTrainingSnapshot>>& vector_training() const {
    return vector_training_;
  }
  const std::shared_ptr<const WordTrainingPlan>& vector_plan() const { return vector_plan_; }
  const std::shared_ptr<Job<PretrainingSnapshot>>& pretraining() const { return pretraining_; }
  const std::shared_ptr<const PretrainingPlan>& pretraining_plan() const {
    return pretraining_plan_;
  }
  const std::shared_ptr<Job<ProjectionSnapshot>>& projection() const { return projection_; }
  const std::shared_ptr<const ProjectionPlan>& projection_plan() const { return projection_plan_; }

  const std::shared_ptr<Job<Measurement<ProductSnapshot>>>& product() const { return product_; }
  const std::shared_ptr<Job<Measurement<LayerSnapshot>>>& layers() const { return layers_; }

  const Measurements& measurements() const { return *measurements_; }
  Recordings& recordings() { return *recordings_; }
  const Recordings& recordings() const { return *recordings_; }
  // Word vectors to be compared, which are trained when they are asked for.
  TrainedSets& trained_sets() { return *trained_sets_; }

 private:
  void share_memory();
  template <class Work>
  std::shared_ptr<Work> put_aside(std::shared_ptr<Work>& job);
  SetAside put_aside_training();
  SetAside put_aside_vectors();
  SetAside put_aside_race(RaceKind kind);
  SetAside put_aside_pretraining();
  void keep(const SetAside& aside);
  std::filesystem::path kept_in_;
  std::shared_ptr<Job<TrainingSnapshot>> training_;
  std::map<RaceKind, std::shared_ptr<Job<RaceSnapshot>>> races_;
  std::shared_ptr<Job<VectorTrainingSnapshot>> vector_training_;
  std::shared_ptr<const WordTrainingPlan> vector_plan_;
  std::shared_ptr<Job<PretrainingSnapshot>> pretraining_;
  std::shared_ptr<const PretrainingPlan> pretraining_plan_;
  std::shared_ptr<Job<ProjectionSnapshot>> projection_;
  std::shared_ptr<const ProjectionPlan> projection_plan_;
  std::shared_ptr<Job<Measurement<ProductSnapshot>>> product_;
  std::shared_ptr<Job<Measurement<LayerSnapshot>>> layers_;
  std::unique_ptr<Measurements> measurements_;
  std::unique_ptr<TrainedSets> trained_sets_;
  std::unique_ptr<Recordings> recordings_;
  std::vector<SetAside> set_aside_;
  EndingJobs ending_;
};

}  // namespace glassformer
