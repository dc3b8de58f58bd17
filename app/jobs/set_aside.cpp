#include "app/jobs/set_aside.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdint>
#include <filesystem>

#include "app/jobs/pretraining_job.h"
#include "app/jobs/race.h"
#include "app/jobs/training.h"
#include "app/jobs/vector_training.h"
#include "core/text/number_format.h"

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

// "GPT on own.txt, step 120"
std::string name_of(const PretrainingPlan& plan, std::int64_t step) {
  return fmt::format(
      "{} on {}, step {}", plan.llama ? "Llama" : "GPT",
      plan.file.empty() ? "the small world" : std::filesystem::path(plan.file).filename().string(),
      step);
}

// "4 networks, 40 %"; of a race with several sizes "3000 pairs, 40 %".
std::string name_of(const RaceSnapshot& race) {
  const int pairs = race.pairs.empty() ? 0 : race.pairs.front();
  const std::string who = pairs > 0 ? fmt::format("{} pairs", format_count(pairs))
                                    : fmt::format("{} networks", race.names.size());
  return fmt::format("{}, {:.0f} %", who, 100 * race.progress);
}

}  // namespace

bool SetAside::holds_something() const {
  return model != nullptr || vectors != nullptr || race != nullptr || pretraining != nullptr;
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
  if (aside.race) return name_of(*aside.race->latest());
  if (aside.pretraining && aside.pretraining_plan) {
    return name_of(*aside.pretraining_plan, aside.pretraining->latest()->step);
  }
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

bool has_learned(const std::shared_ptr<Job<RaceSnapshot>>& race) {
  return race != nullptr && race->latest()->rounds > 0;
}

bool has_learned(const std::shared_ptr<Job<PretrainingSnapshot>>& pretraining) {
  return pretraining != nullptr && pretraining->latest()->step > 0;
}

}  // namespace glassformer
