#pragma once

#include <stdexcept>
#include <string>

namespace glassformer {

// What the user gave is wrong. The message is a sentence: what, where, why and what to do.
// Commands print it on standard error and exit with 2; the window shows it in its message bar.
struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Two shapes do not fit an op. The message holds both.
struct ShapeError : UserError {
  using UserError::UserError;
};

// Throws UserError, which names the option, unless min ≤ value ≤ max; a NaN never is.
void check_range(const char* name, double value, double min, double max);

}  // namespace glassformer
