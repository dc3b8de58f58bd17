#include "core/grad/label.h"

namespace glassformer {

std::string axis_label(const Axis& axis, int index) {
  const auto i = static_cast<std::size_t>(index);
  return i < axis.labels.size() ? axis.labels[i] : std::to_string(index + 1);
}

}  // namespace glassformer
