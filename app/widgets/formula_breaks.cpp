#include "app/widgets/formula.h"

namespace glassformer {

std::size_t operator_before(std::string_view formula,
                            const std::function<bool(std::string_view)>& fits) {
  std::size_t found = formula.npos;
  int depth = 0;
  for (std::size_t i = 0; i < formula.size(); ++i) {
    const std::string_view rest = formula.substr(i);
    if (formula[i] == '{' || formula[i] == '(' || rest.starts_with("\\left")) ++depth;
    if (formula[i] == '}' || formula[i] == ')' || rest.starts_with("\\right")) --depth;
    const bool sign = rest.starts_with(" + ") || rest.starts_with(" - ") ||
                      rest.starts_with(" \\cdot ") || rest.starts_with(" \\times ");
    if (depth == 0 && sign && i > 2 && fits(formula.substr(0, i))) found = i;
  }
  return found;
}

}  // namespace glassformer
