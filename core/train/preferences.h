#pragma once

#include <span>
#include <vector>

#include "core/train/preference_loss.h"
#include "core/train/tuning.h"

namespace glassformer {

// What each pair comes to under a model, in nats: how much more probable than under the reference
// the better answer has become, and the worse one.
struct PreferenceMargins {
  std::vector<double> better, worse;
  double margin(std::size_t i) const { return better[i] - worse[i]; }  // without β
};

struct PreferencePlan : TuningPlan {
  double beta = 0.1;
};

// A tuned language model that learns from pairs of a better and a worse answer. The reference is
// what it begins as.
class PreferenceTraining : public CheckpointTraining {
 public:
  // Throws UserError: a model with an encoder, an example that it cannot read or without a worse
  // answer.
  explicit PreferenceTraining(PreferencePlan plan);

  // Of pairs that need not be those that are learned from.
  PreferenceMargins margins(std::span<const QuestionAnswer> pairs) const;
  PreferenceMargins margins(const Checkpoint& model, std::span<const QuestionAnswer> pairs) const;

 private:
  std::string fingerprint() const override;
  PreferencePlan plan_;
};

}  // namespace glassformer
