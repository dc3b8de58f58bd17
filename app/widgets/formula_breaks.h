#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <utility>

namespace glassformer {

// Where a formula too wide for one line is broken: at the operator of the lowest precedence (a gap
// between two formulas, then relations, sums, products) that makes the two lines most equal. One
// that would leave a lone symbol on its line counts only where there is no other. What is in
// brackets stays together. The second line begins with the operator. None: there is no operator.
std::optional<std::pair<std::string_view, std::string_view>> broken_formula(
    std::string_view formula, const std::function<float(std::string_view)>& width);

}  // namespace glassformer
