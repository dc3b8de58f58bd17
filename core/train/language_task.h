#pragma once

#include <cstdint>
#include <vector>

#include "core/models/checkpoint.h"
#include "core/train/packed_task.h"
#include "core/train/task_settings.h"

namespace glassformer {

// Learns to predict each token of a text from those before it, in stretches that begin at random
// places: batches of TaskSettings::batch stretches of `length` tokens, each read from nothing on.
class LanguageTask : public PackedTask {
 public:
  // Throws UserError for a text of less than two tokens. A text shorter than a stretch is one. The
  // checkpoint must outlive it.
  LanguageTask(Checkpoint& checkpoint, std::vector<int> text, int length, TaskSettings settings);

  int begin_step(std::int64_t step) override;
  double rate(std::int64_t step) const override;
  void check_step_memory(double beside) override;

 private:
  int d_model_;
  TaskSettings settings_;
  std::vector<int> text_;
  int length_;
  std::vector<PackedExample> batch_;
};

}  // namespace glassformer
