#include "core/tensor/error.h"

#include <fmt/format.h>

namespace glassformer {

void check_range(const char* name, double value, double min, double max) {
  if (value >= min && value <= max) return;
  throw UserError(
      fmt::format("{} is {:.15g}; it must lie between {:.15g} and {:.15g}", name, value, min, max));
}

}  // namespace glassformer
