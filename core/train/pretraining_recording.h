#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "core/train/pretraining.h"

namespace glassformer {

inline constexpr std::string_view pretraining_recording_kind = "pre-training";
inline constexpr const char* pretraining_command = "glassformer record pre-training";

// Trains under the plan and keeps some moments, eight of a thousand steps; of the small world then
// the same network on a few sentences. `tell` hears how much of it is done, 0 … 1. Throws UserError
// as PretrainingRun does.
Pretraining record_pretraining(const PretrainingPlan& plan,
                               const std::function<void(double)>& tell);

// A safetensors file with 16-bit numbers: the vocabulary once, and the weights of each moment.
void write_pretraining(const std::filesystem::path& file, const Pretraining& recording);
// Throws UserError for a file that is none, and how to make it again.
PretrainingPtr read_pretraining(const std::filesystem::path& file);

// assets/recordings/pre-training.safetensors, read once. Throws as reading it does.
const PretrainingPtr& shipped_pretraining();

}  // namespace glassformer
