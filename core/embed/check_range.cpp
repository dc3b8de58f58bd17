#include "core/embed/check_range.h"

#include <fmt/format.h>

#include "core/tensor/error.h"

namespace glassformer {

void check_range(const char* name, double value, double least, double most) {
  if (value >= least && value <= most) return;
  throw UserError(fmt::format("{} is {:.15g}; it must lie between {:.15g} and {:.15g}", name, value,
                              least, most));
}

}  // namespace glassformer
