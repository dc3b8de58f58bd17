#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scenes/run.h"

namespace glassformer {

// What a run shows in place of what it was asked for, since that cannot be: three heads of eight
// columns. It stands among the run's notes; commands say it, and a lesson that does so is not
// right.
void tell_other(Run& run, std::string_view what);
std::vector<std::string> other_than_asked(const Run& run);

}  // namespace glassformer
