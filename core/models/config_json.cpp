#include "core/models/config_json.h"

#include "core/tensor/error.h"

namespace glassformer {

void check_range(const char* what, const char* name, double value, double min, double max) {
  if (value >= min && value <= max) return;
  throw UserError(fmt::format("{} with {} = {} cannot be built; it must be from {} to {}", what,
                              name, value, min, max));
}

void check_heads(int d_model, int heads) {
  if (d_model % heads == 0) return;
  throw UserError(
      fmt::format("{} heads cannot share d_model = {} evenly; d_model must be a multiple of heads",
                  heads, d_model));
}

}  // namespace glassformer
