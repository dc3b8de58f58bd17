#pragma once

#include <string_view>

namespace glassformer {

// The parts that every lesson has, whatever its view.
inline constexpr std::string_view kFocusPart = "focus";        // the matrix of the step's focus
inline constexpr std::string_view kEquationPart = "equation";  // that with its operands

inline bool is_own_part(std::string_view part) {
  return part == kFocusPart || part == kEquationPart;
}

}  // namespace glassformer
