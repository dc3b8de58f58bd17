#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/jobs/training_job.h"
#include "core/train/pair_data.h"

namespace glassformer {

inline constexpr int kTrainingSentences = 30000;  // of the world; the held-out ones are among them

// Whether it is the small world, in one of world_directions().
bool is_world(const std::string& what);

// The training that the window shows: of a model of the shape of those that are shipped, on `what`:
// the small world, or a file of pairs, source TAB target on each line. What is wrong with the file
// becomes the message of a snapshot that failed. Backend null: computed on the CPU.
TrainingJob::Body window_training(std::shared_ptr<Backend> backend, std::string what);

// The same training of the small world in its first direction, to be driven step by step.
std::unique_ptr<Training> first_training();

// Whether the checkpoint was trained by window_training().
bool is_made_here(const Checkpoint& checkpoint);
// `what` a model made here was trained on; empty for another.
std::string trained_on(const Checkpoint& checkpoint);
// The learning rate of a step, from 1, where such a model is trained; it is highest after so many
// steps.
double training_rate(const Checkpoint& model, std::int64_t step);
int training_warmup();
// That no model comes below in such a training, over so many words.
double smallest_loss(const Checkpoint& model, int words);
// A note on the file of pairs it was trained on: how many there are, and which lines were left out.
std::string notes_of(const Checkpoint& checkpoint);

}  // namespace glassformer
