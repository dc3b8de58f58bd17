#include "app/jobs/jobs.h"

#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/measuring.h"
#include "app/jobs/projection.h"
#include "app/jobs/race.h"
#include "app/jobs/trained_sets.h"
#include "app/jobs/training.h"
#include "app/jobs/vector_training.h"

namespace glassformer {

Jobs::Jobs()
    : measurements_(std::make_unique<Measurements>()),
      trained_sets_(std::make_unique<TrainedSets>()) {}

Jobs::~Jobs() = default;

std::shared_ptr<RaceJob> Jobs::race(RaceKind kind) const {
  const auto found = races_.find(kind);
  return found == races_.end() ? nullptr : found->second;
}

// All timelines together take no more than one would alone.
void Jobs::share_memory() {
  timelines_that_share = (training_ ? 1U : 0U) + (vector_training_ ? 1U : 0U);  // races keep little
  if (training_) training_->thin_timeline();
  if (vector_training_) vector_training_->thin_timeline();
}

void Jobs::apply(const JobIntent& intent, const std::shared_ptr<Backend>& backend) {
  if (const auto* wanted = std::get_if<StartTraining>(&intent)) {
    auto job = std::make_shared<TrainingJob>(window_training(backend, wanted->what));
    ending_.take(std::exchange(training_, std::move(job)));
  } else if (const auto* race = std::get_if<StartRace>(&intent)) {
    auto job = std::make_shared<RaceJob>(window_race(race->kind, race->pairs));
    ending_.take(std::exchange(races_[race->kind], std::move(job)));
  } else if (const auto* wanted = std::get_if<StartVectorTraining>(&intent)) {
    vector_plan_ = wanted->plan;
    WordTrainingPlan plan = *vector_plan_;
    plan.checkpoint = kept_in_;
    plan.restart = wanted->restart;
    auto job = std::make_shared<VectorTrainingJob>(word_training(plan, backend));
    ending_.take(std::exchange(vector_training_, std::move(job)));
  } else if (const auto* wanted = std::get_if<StartProjection>(&intent)) {
    projection_plan_ = wanted->plan;
    auto job = std::make_shared<ProjectionJob>(projection_body(*projection_plan_));
    ending_.take(std::exchange(projection_, std::move(job)));
  } else if (const auto* wanted = std::get_if<MeasureProduct>(&intent)) {
    product_ = measurements_->product(wanted->size, backend, wanted->restart);
  } else if (const auto* wanted = std::get_if<MeasureLayers>(&intent)) {
    layers_ = measurements_->layers(wanted->plan, wanted->all_cores, wanted->restart);
  }
  share_memory();
}

}  // namespace glassformer
