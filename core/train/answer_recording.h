#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/tensor/mat.h"

namespace glassformer {

// How two networks of one plan learn to add, one writing sums backwards and one forwards: the share
// of the sums kept apart that are right to the last digit, 0 … 1, after so many steps.
struct SumCurves {
  std::vector<int> steps;   // of each moment
  Mat backwards, forwards;  // [moments, seeds]
};

// Trains with the seeds 1, 2 and 3; `tell` hears how much of it is done, 0 … 1.
SumCurves record_sums(const std::function<void(double)>& tell);
// The first of the steps from which on so many are right, on average over the seeds, to the end; 0:
// not even there.
int steps_until(const SumCurves& curves, const Mat& exact, double share);

inline constexpr const char* sums_command = "glassformer record sums";
void write_sums(const std::filesystem::path& file, const SumCurves& curves);
// Throws UserError for a file that is none, and how to make it again.
SumCurves read_sums(const std::filesystem::path& file);

}  // namespace glassformer
