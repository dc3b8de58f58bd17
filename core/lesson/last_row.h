#pragma once

namespace glassformer {

// Instead of the row of a StepCell: the last one, however many there are.
inline constexpr int last_row = -1;

}  // namespace glassformer
