#include "app/jobs/jobs.h"

#include <utility>

#include "app/jobs/ending.h"
#include "app/jobs/intents.h"
#include "app/jobs/projection.h"
#include "app/jobs/trained_sets.h"
#include "app/jobs/training.h"
#include "app/jobs/vector_training.h"

namespace glassformer {

Jobs::Jobs()
    : trained_sets_(std::make_unique<TrainedSets>()), ending_(std::make_unique<Ending>()) {}

Jobs::~Jobs() = default;

void Jobs::apply(const JobIntent& intent, const std::shared_ptr<Backend>& backend) {
  if (const auto* wanted = std::get_if<StartTraining>(&intent)) {
    std::shared_ptr<TrainingJob> begun = window_training(backend, wanted->what);
    ending_->take(std::exchange(training_, std::move(begun)));
  } else if (const auto* wanted = std::get_if<StartVectorTraining>(&intent)) {
    vector_plan_ = wanted->plan;
    WordTrainingPlan plan = *wanted->plan;
    plan.checkpoint = kept_in_;
    plan.anew = wanted->anew;
    ending_->take(std::exchange(vector_training_, word_training(plan, backend)));
  } else if (const auto* wanted = std::get_if<StartProjection>(&intent)) {
    projection_plan_ = wanted->plan;
    ending_->take(std::exchange(projection_, std::make_shared<ProjectionJob>(*projection_plan_)));
  }
}

}  // namespace glassformer
