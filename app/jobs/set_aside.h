#pragma once

#include <memory>
#include <string>
#include <vector>

namespace glassformer {

template <class Snapshot>
class Job;
enum class RaceKind;
struct PretrainingPlan;
struct PretrainingSnapshot;
struct RaceSnapshot;
struct TrainingSnapshot;
struct VectorTrainingSnapshot;
struct WordTrainingPlan;

// A training that had learned something when another took its place: it waits, and can be brought
// back. One of the four kinds.
struct SetAside {
  std::shared_ptr<Job<TrainingSnapshot>> model;
  std::shared_ptr<Job<VectorTrainingSnapshot>> vectors;
  std::shared_ptr<const WordTrainingPlan> plan;  // of the vectors
  std::shared_ptr<Job<RaceSnapshot>> race;
  RaceKind kind{};  // of the race
  std::shared_ptr<Job<PretrainingSnapshot>> pretraining;
  std::shared_ptr<const PretrainingPlan> pretraining_plan;  // of the pre-training

  bool holds_something() const;
};

// What it is, and how far it came: "EN → FR, step 280".
std::string name_of(const SetAside& aside);
// The same of a training that is still at it.
std::string name_of(const Job<TrainingSnapshot>& training);
// "en-fr" → "EN → FR"; of a file its name.
std::string training_name(const std::string& what);

// Whether it has learned anything.
bool has_learned(const std::shared_ptr<Job<TrainingSnapshot>>& training);
bool has_learned(const std::shared_ptr<Job<VectorTrainingSnapshot>>& training);
bool has_learned(const std::shared_ptr<Job<RaceSnapshot>>& race);
bool has_learned(const std::shared_ptr<Job<PretrainingSnapshot>>& pretraining);

}  // namespace glassformer
