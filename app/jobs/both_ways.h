#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/jobs/job.h"
#include "core/scenes/scene.h"

namespace glassformer {

// One pass computed on the processor and on the graphics card, in the background: how long each
// takes once it is warm, and how far apart their numbers are.
class BothWays {
 public:
  struct Answer : JobSnapshot {
    double cpu = 0, gpu = 0;  // ms
    double difference = 0;    // the largest between two cells in the same place of a matrix …
    std::string path;         // … this one; empty: all are equal
  };

  // Begins to compute; an earlier question is dropped.
  void ask(const Inputs& inputs, std::shared_ptr<Backend> card);
  std::optional<Answer> answer(bool wait) const;  // none: it is still computing

 private:
  std::unique_ptr<Job<Answer>> job_;
};

}  // namespace glassformer
