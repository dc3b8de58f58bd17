#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/grad/progress.h"
#include "core/scenes/scene.h"

namespace glassformer {

// One pass computed on the processor and on the graphics card, in the background: how long each
// takes once it is warm, and how far apart their numbers are.
class BothWays {
 public:
  struct Answer {
    double cpu = 0, gpu = 0;  // ms
    double difference = 0;    // the largest of two cells of one matrix …
    std::string path;         // … this one; empty: they are all equal
    std::string error;        // a sentence, where it could not be had
  };
  ~BothWays() { stop(); }

  // What was asked before is forgotten.
  void ask(const Inputs& inputs, std::shared_ptr<Backend> card);
  std::optional<Answer> answer(bool wait);  // none: not there yet
  void stop();

 private:
  std::mutex mutex_;
  std::optional<Answer> answer_;
  Progress progress_;
  std::jthread thread_;
};

}  // namespace glassformer
