#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "app/jobs/training_job.h"
#include "app/jobs/vector_training.h"
#include "app/jobs/vector_training_job.h"
#include "core/formats/recording_file.h"
#include "core/scenes/scene.h"

// Trainings as they were at a few moments. They ship with the lessons that speak of them, so that
// there is something to see before anyone presses Train.
namespace glassformer {

// What such files say that they hold.
inline constexpr std::string_view training_recording_kind = "training of a model",
                                  vector_recording_kind = "training of word vectors";

using TrainingRecording = std::vector<TrainingSnapshotPtr>;
using VectorRecording = std::vector<VectorTrainingSnapshotPtr>;

// Trains as the window does, and keeps the moments after these steps: losses, scores, and what the
// model made of the sentence of `inputs` (a scene with a slot for it), but not the model, which is
// large. `tell` hears how far it is, 0 … 1.
TrainingRecording record_training(const std::vector<int>& steps, const Inputs& inputs,
                                  const std::function<void(double)>& tell);
// The same for word vectors, after these shares of the training, 0 … 1: the vectors of `words`
// telling words: those the lessons name, of a real text with their neighbours at the end, and the
// most frequent of the largest groups, or of those that the map has in colour.
VectorRecording record_vectors(WordTrainingPlan::Source source, const std::vector<double>& shares,
                               std::size_t words, const std::function<void(double)>& tell);

// One file each, safetensors with 16-bit numbers. Both throw UserError; so does reading a file that
// is no such recording.
void write_recording(const std::filesystem::path& file, const TrainingRecording& recording);
void write_recording(const std::filesystem::path& file, const VectorRecording& recording);
TrainingRecording read_training_recording(const std::filesystem::path& file);
VectorRecording read_vector_recording(const std::filesystem::path& file);

// The shipped ones, read once; empty if the file is not there or cannot be read.
const TrainingRecording& shipped_training();
const VectorRecording& shipped_vector_training(WordTrainingPlan::Source source);

}  // namespace glassformer
