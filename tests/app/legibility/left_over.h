#pragma once

#include <array>
#include <string_view>

#include "tests/app/legibility/findings.h"

namespace glassformer::testing {

// What is still known to be wrong in a lesson, over its four screens and all its steps, by the
// kinds of Fault. These numbers may only fall.
std::array<int, kFaults> left_over(std::string_view lesson);

}  // namespace glassformer::testing
