#include "core/nn/site.h"

namespace glassformer {

std::string to_string(const AttentionPlace& place) {
  const std::string head = std::to_string(place.head);
  if (place.stack == AttentionPlace::Stack::alone) return place.head == 0 ? "" : "head." + head;
  const char* stack = place.kind == AttentionPlace::Kind::cross       ? "cross"
                      : place.stack == AttentionPlace::Stack::encoder ? "encoder"
                                                                      : "decoder";
  return std::string(stack) + "." + std::to_string(place.layer) + "." + head;
}

}  // namespace glassformer
