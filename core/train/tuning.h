#pragma once

#include <string>
#include <vector>

#include "core/models/asked.h"
#include "core/train/checkpoint_training.h"
#include "core/train/task_settings.h"

namespace glassformer {

// What a tuning begins with and learns from, whether answers or preferences are learned.
struct TuningPlan {
  Checkpoint from;  // a trained decoder alone; what it has learned is where this begins
  std::vector<QuestionAnswer> learned;
  TaskSettings settings;
  AdamSettings adam;
  std::string origin;  // the command

  // For CheckpointTraining::fingerprint(): the model, the examples and the settings.
  std::string described() const;
};

// A trained language model that goes on to learn from questions and answers, token by token as it
// did before. Its loss is that of the answer and of the end mark behind it: the question is given,
// and no task to predict (Ouyang et al. 2022, "Training language models to follow instructions with
// human feedback", section 3.5).
class AnswerTuning : public CheckpointTraining {
 public:
  // Throws UserError: a model with an encoder, an example that it cannot read.
  explicit AnswerTuning(TuningPlan plan);

 private:
  AnswerTuning(TuningPlan plan, std::vector<AskedIds> examples);
  std::string fingerprint() const override;
  TuningPlan plan_;
};

// For a plan's model: its network must be a decoder alone. Throws UserError.
Checkpoint tuned_from(const TuningPlan& plan);

}  // namespace glassformer
