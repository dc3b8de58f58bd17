#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/tensor/mat.h"
#include "core/text/fact_questions.h"

namespace glassformer {

// From a model that has read to one that answers as people prefer: what is counted on the way. The
// groups of facts are those of FactQuestion::Group.
struct AssistantRecording {
  static constexpr int groups = FactQuestion::groups;

  std::array<int, groups> facts{};      // of each group
  std::array<double, groups> chance{};  // right_by_guessing()
  // Share of each group that is right: [groups, 4]: asked before tuning; before tuning, with the
  // sentence begun; asked after tuning; asked after preferences.
  Mat right;
  Mat form;  // [groups, 2]: share answered in the form of an answer, before and after tuning

  // Of the tuning, at each moment.
  std::vector<int> tuning_steps;
  Mat answered;  // [moments, groups]: share right

  // Of the preferences, at each moment; one column for each β. Pairs are of questions that were
  // never asked in the tuning.
  std::vector<double> betas;
  std::size_t main_beta = 0;  // of the model that ships
  std::vector<int> preference_steps;
  Mat margins;      // β times the difference of how much more probable both answers have become
  Mat ordered;      // share of the pairs whose margin is above 0; a margin of 0 counts half
  Mat bare;         // share of the answers written that are without politeness
  Mat still_right;  // of facts that were read, share right
  Mat moved;        // [moments, 2], of the main β: log π/ref of the better and the worse answers
};

// The three models that the lesson runs on.
struct AssistantModels {
  Checkpoint read, tuned, preferred;
};
inline constexpr std::array<const char*, 3> assistant_files{"assistant-read", "assistant-tuned",
                                                            "assistant-preferred"};

struct AssistantPlan {
  int paragraphs = 40000;
  int d_model = 40, heads = 4, layers = 3, length = 64;
  int reading_steps = 3000, tuning_steps = 120, preference_steps = 40;
  int batch = 32;
  double reading_rate = 0.005, tuning_rate = 0.001, preference_rate = 0.00015;
  std::vector<double> betas{0.02, 0.1, 0.5};
  std::size_t main_beta = 2;
  int moments = 12;  // after the first, of each training
  std::uint64_t seed = 1;
};

inline constexpr const char* assistant_command = "glassformer record assistant";
// Reads, tunes and learns preferences; `tell` hears how much of it is done, 0 … 1.
AssistantRecording record_assistant(const AssistantPlan& plan, AssistantModels& models,
                                    const std::function<void(double)>& tell);
void write_assistant(const std::filesystem::path& file, const AssistantRecording& recording);
// Throws UserError for a file that is none, and how to make it again.
AssistantRecording read_assistant(const std::filesystem::path& file);

// What a model answers to the facts of each group: the share right, and the share in the form of
// an answer. With `begun` it goes on with the sentence that answers, as one who only reads does.
struct FactScores {
  std::array<double, FactQuestion::groups> right{}, form{};
  double bare = 0;  // of all, the share without politeness
};
FactScores fact_scores(const Checkpoint& model, const FactQuestions& facts, bool begun = false);

}  // namespace glassformer
