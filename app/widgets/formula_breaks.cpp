#include "app/widgets/formula_breaks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace glassformer {

namespace {

using Lines = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kGap = "\\quad ", kArrow = "\\to";
constexpr float kLeastShare = 0.22F;  // of both widths: what is narrower is a lone symbol

const std::array<std::vector<std::string_view>, 4> kByPrecedence{{
    {kGap},
    {" = ", " \\to ", " \\approx ", " \\le ", " \\ge "},
    {" + ", " - "},
    {" \\cdot ", " \\times ", " \\circ "},
}};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::vector<Lines> all_breaks(std::string_view formula,
                              const std::vector<std::string_view>& signs) {
  std::vector<Lines> found;
  int depth = 0;
  for (std::size_t i = 0; i < formula.size(); ++i) {
    const std::string_view rest = formula.substr(i);
    if (formula[i] == '{' || formula[i] == '(' || rest.starts_with("\\left")) ++depth;
    if (formula[i] == '}' || formula[i] == ')' || rest.starts_with("\\right")) --depth;
    const auto begins = [&](std::string_view sign) { return rest.starts_with(sign); };
    if (depth != 0 || std::ranges::none_of(signs, begins)) continue;
    const std::string_view first = trimmed(formula.substr(0, i));
    const std::string_view second =
        trimmed(rest.starts_with(kGap) ? rest.substr(kGap.size()) : rest);
    // An arrow with a gap on both sides begins the second line.
    if (first.empty() || second.empty() || first.ends_with(kArrow)) continue;
    found.emplace_back(first, second);
  }
  return found;
}

}  // namespace

std::optional<Lines> broken_formula(std::string_view formula,
                                    const std::function<float(std::string_view)>& width) {
  std::optional<Lines> lone;
  float least_of_lone = 0;
  for (const auto& signs : kByPrecedence) {
    std::optional<Lines> best;
    float least = 0;
    for (const Lines& lines : all_breaks(formula, signs)) {
      const float first = width(lines.first), second = width(lines.second);
      const float wider = std::max(first, second);
      const bool is_lone = std::min(first, second) < kLeastShare * (first + second);
      auto& kept = is_lone ? lone : best;
      float& kept_width = is_lone ? least_of_lone : least;
      if (kept && kept_width <= wider) continue;
      kept = lines;
      kept_width = wider;
    }
    if (best) return best;
  }
  return lone;
}

}  // namespace glassformer
