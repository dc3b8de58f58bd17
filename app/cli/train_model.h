#pragma once

#include <functional>
#include <string>

#include "app/cli/train_loop.h"
#include "core/train/pair_data.h"
#include "core/train/training.h"

namespace glassformer {

// What every command that trains on pairs is asked for, whatever the architecture.
struct TrainRun {
  LoopOptions loop;
  TrainingPlan plan;  // the loop's `steps` go into its settings
};

// The options that set it; not those of the architecture and of its learning rate.
void declare_run(const CommandOptions& app, TrainRun& run);
// Which of the tasks that the program makes itself, and how large: `task` is one of
// pair_task_names().
void declare_choice(const CommandOptions& app, std::string& task, TaskChoice& choice);
// Throws UserError for one of them, or --pair, that was written and says nothing of these pairs.
// `own`: pairs of a file.
void refuse_other_choices(const CommandOptions& declared, bool own, PairTaskKind task);
LearnedTokenizer::Kind tokenizer_kind(const std::string& named);

// On standard error, of so many that it takes long.
void tell_making(int pairs);

// Asks where to save, then makes the data, trains, scores, keeps the best model so far and a
// checkpoint to go on from; returns the exit code.
int train(const TrainRun& run, const std::function<PairData()>& data);

}  // namespace glassformer
