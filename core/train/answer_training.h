#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/models/gpt.h"
#include "core/text/answer_task.h"
#include "core/train/checkpoint_training.h"
#include "core/train/task_settings.h"

namespace glassformer {

struct AnswerPlan {
  AnswerTask task;
  int kept_apart = 0;  // questions that nothing is learned from
  GptConfig config;    // vocab_size and max_len follow from the task
  TaskSettings settings;
  AdamSettings adam;
  std::string origin;  // the command
};

// A decoder alone that learns to write the answer behind a question: its loss is that of the
// answer's characters only, as minGPT has it. Every step draws its questions from all that are not
// kept apart.
class AnswerTraining : public CheckpointTraining {
 public:
  // Throws UserError for a task or sizes that cannot be.
  explicit AnswerTraining(AnswerPlan plan);

  const AnswerPlan& plan() const { return plan_; }
  // The questions that are kept apart.
  const std::vector<std::int64_t>& held_out() const { return held_out_; }
  // The share of the first `most` of them whose answer is right to the last character; 0: of all.
  double exact_match(int most = 0) const;
  double exact_match(const Checkpoint& model, int most = 0) const;

 private:
  AnswerTraining(AnswerPlan plan, std::vector<std::int64_t> held_out);
  std::string fingerprint() const override;

  AnswerPlan plan_;
  std::vector<std::int64_t> held_out_;
};

// What the model writes behind each question and the mark, the most probable character each time.
// The questions are as long as each other.
std::vector<std::string> written_answers(const Checkpoint& model, const AnswerTask& task,
                                         std::span<const std::string> questions);

// A task as the lesson "Sorting, adding" and `bench answers` have it, with how well it must be done
// after how many seconds.
struct AnswerGoal {
  std::string_view name;  // "sums, backwards"
  AnswerPlan plan;
  double seconds = 0;  // of two cores whose best product makes 200 GFLOP/s
  double share = 0;    // of the answers right, at least
};
std::span<const AnswerGoal> answer_goals();

}  // namespace glassformer
