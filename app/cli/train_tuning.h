#pragma once

#include <string>

#include "app/cli/train_loop.h"
#include "core/train/preferences.h"

namespace glassformer {

// What `train language --task answers|preferences` is asked for.
struct TuningRun {
  bool preferences = false;
  std::string text;  // a file of questions and answers; empty: those made from the facts
  std::string from;  // the model that it begins with
  PreferencePlan plan;
};

// Tunes the model and keeps the one that is best on what is held out: of the facts the questions
// that were never asked, of a file its last tenth. Returns the exit code.
int train_tuning(TuningRun run, LoopOptions& loop);

}  // namespace glassformer
