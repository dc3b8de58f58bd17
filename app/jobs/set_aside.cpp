#include "app/jobs/set_aside.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

#include "app/jobs/training.h"
#include "app/jobs/vector_training.h"

namespace glassformer {

namespace {

std::string model_name(WordTrainingPlan::Model model) {
  switch (model) {
    case WordTrainingPlan::Model::word2vec:
      return "word2vec";
    case WordTrainingPlan::Model::glove:
      return "GloVe";
    case WordTrainingPlan::Model::lsa:
      return "LSA";
    case WordTrainingPlan::Model::bengio:
      return "Bengio";
  }
  return {};
}

std::string text_name(const WordTrainingPlan& plan) {
  switch (plan.source) {
    case WordTrainingPlan::Source::world:
      return "the small world";
    case WordTrainingPlan::Source::wordnet:
      return "WordNet";
    case WordTrainingPlan::Source::file:
      return plan.text.filename().string();
  }
  return {};
}

}  // namespace

bool SetAside::holds_something() const {
  return model != nullptr || vectors != nullptr;
}

std::string training_name(const std::string& what) {
  if (!is_world(what)) return std::filesystem::path(what).filename().string();
  std::string text;
  for (const char c : what) {
    text += c == '-' ? " → " : std::string(1, static_cast<char>(std::toupper(c)));
  }
  return text;
}

std::string name_of(const Job<TrainingSnapshot>& training) {
  const TrainingSnapshotPtr now = training.latest();
  const std::string what = now->model ? training_name(trained_on(*now->model)) : "a training";
  return fmt::format("{}, step {}", what, now->step);
}

std::string name_of(const SetAside& aside) {
  if (aside.model) return name_of(*aside.model);
  if (!aside.vectors || !aside.plan) return {};
  return fmt::format("{} on {}, {:.0f} %", model_name(aside.plan->model), text_name(*aside.plan),
                     100 * aside.vectors->latest()->progress);
}

bool has_learned(const std::shared_ptr<Job<TrainingSnapshot>>& training) {
  return training != nullptr && training->latest()->step > 0;
}

bool has_learned(const std::shared_ptr<Job<VectorTrainingSnapshot>>& training) {
  return training != nullptr && training->latest()->words_done > 0;
}

}  // namespace glassformer
