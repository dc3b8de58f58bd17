#pragma once

#include <string>
#include <string_view>

namespace glassformer {

// A formula (formula.h) in one line of text, for a terminal: "e^(x_ij) / Σ_k e^(x_ik)". What cannot
// be parsed stays as it was written.
std::string plain_formula(std::string_view markup);

// The markup of the transpose, in brackets where the sign would bind a part alone: "(HV)^{\\top}".
std::string transposed_markup(const std::string& markup);

}  // namespace glassformer
