#include "app/jobs/jobs.h"

#include <algorithm>
#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/measuring.h"
#include "app/jobs/pretraining_job.h"
#include "app/jobs/projection.h"
#include "app/jobs/race.h"
#include "app/jobs/recordings.h"
#include "app/jobs/trained_sets.h"
#include "app/jobs/training.h"
#include "app/jobs/vector_training.h"

namespace glassformer {

Jobs::Jobs()
    : measurements_(std::make_unique<Measurements>()),
      trained_sets_(std::make_unique<TrainedSets>()),
      recordings_(std::make_unique<Recordings>()) {}

Jobs::~Jobs() = default;

std::shared_ptr<RaceJob> Jobs::race(RaceKind kind) const {
  const auto found = races_.find(kind);
  return found == races_.end() ? nullptr : found->second;
}

// All timelines together take no more than one would alone.
void Jobs::share_memory() {
  // Races and pre-trainings keep little.
  timelines_that_share =
      (training_ ? 1U : 0U) + (vector_training_ ? 1U : 0U) +
      static_cast<unsigned>(std::ranges::count_if(
          set_aside_, [](const SetAside& one) { return one.model || one.vectors; }));
  for (const SetAside& aside : set_aside_) {
    if (aside.model) aside.model->thin_timeline();
    if (aside.vectors) aside.vectors->thin_timeline();
  }
  if (training_) training_->thin_timeline();
  if (vector_training_) vector_training_->thin_timeline();
}

// The job pauses and waits; null where it has learned nothing: then it is not worth keeping.
template <class Work>
std::shared_ptr<Work> Jobs::put_aside(std::shared_ptr<Work>& job) {
  std::shared_ptr<Work> taken = std::exchange(job, nullptr);
  if (has_learned(taken)) {
    taken->pause();
  } else {
    ending_.take(std::exchange(taken, nullptr));
  }
  return taken;
}

SetAside Jobs::put_aside_training() {
  SetAside aside;
  aside.model = put_aside(training_);
  return aside;
}

SetAside Jobs::put_aside_vectors() {
  SetAside aside;
  aside.vectors = put_aside(vector_training_);
  aside.plan = std::exchange(vector_plan_, nullptr);
  return aside;
}

SetAside Jobs::put_aside_race(RaceKind kind) {
  SetAside aside;
  aside.race = put_aside(races_[kind]);
  aside.kind = kind;
  return aside;
}

SetAside Jobs::put_aside_pretraining() {
  SetAside aside;
  aside.pretraining = put_aside(pretraining_);
  aside.pretraining_plan = std::exchange(pretraining_plan_, nullptr);
  return aside;
}

// Each holds the moments of its training: the oldest makes room.
void Jobs::keep(const SetAside& aside) {
  constexpr std::size_t most = 6;
  if (!aside.holds_something()) return;
  set_aside_.push_back(aside);
  if (set_aside_.size() <= most) return;
  ending_.take(std::move(set_aside_.front().model));
  ending_.take(std::move(set_aside_.front().vectors));
  ending_.take(std::move(set_aside_.front().race));
  ending_.take(std::move(set_aside_.front().pretraining));
  set_aside_.erase(set_aside_.begin());
}

SetAside Jobs::bring_back(const SetAside& aside) {
  std::erase_if(set_aside_, [&](const SetAside& one) {
    return one.model == aside.model && one.vectors == aside.vectors && one.race == aside.race &&
           one.pretraining == aside.pretraining;
  });
  SetAside now;
  if (aside.model) {
    now = put_aside_training();
    training_ = aside.model;
  } else if (aside.vectors) {
    now = put_aside_vectors();
    vector_training_ = aside.vectors;
    vector_plan_ = aside.plan;
  } else if (aside.race) {
    now = put_aside_race(aside.kind);
    races_[aside.kind] = aside.race;
  } else if (aside.pretraining) {
    now = put_aside_pretraining();
    pretraining_ = aside.pretraining;
    pretraining_plan_ = aside.pretraining_plan;
  }
  keep(now);
  return now;
}

SetAside Jobs::apply(const JobIntent& intent, const std::shared_ptr<Backend>& backend) {
  SetAside aside;
  if (const auto* wanted = std::get_if<StartTraining>(&intent)) {
    auto job = std::make_shared<TrainingJob>(window_training(backend, wanted->what));
    keep(aside = put_aside_training());
    training_ = std::move(job);
  } else if (const auto* race = std::get_if<StartRace>(&intent)) {
    auto job = std::make_shared<RaceJob>(window_race(race->kind, race->pairs));
    keep(aside = put_aside_race(race->kind));
    races_[race->kind] = std::move(job);
  } else if (const auto* wanted = std::get_if<StartVectorTraining>(&intent)) {
    keep(aside = put_aside_vectors());
    vector_plan_ = wanted->plan;
    WordTrainingPlan plan = *vector_plan_;
    plan.checkpoint = kept_in_;
    plan.restart = wanted->restart;
    auto job = std::make_shared<VectorTrainingJob>(word_training(plan, backend));
    vector_training_ = std::move(job);
  } else if (const auto* wanted = std::get_if<StartPretraining>(&intent)) {
    auto job = std::make_shared<PretrainingJob>(pretraining_body(*wanted->plan, backend));
    keep(aside = put_aside_pretraining());
    pretraining_plan_ = wanted->plan;
    pretraining_ = std::move(job);
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
  return aside;
}

}  // namespace glassformer
