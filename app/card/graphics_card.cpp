#include "app/card/graphics_card.h"

namespace glassformer {

std::shared_ptr<Backend> backend_for(Where where, const GraphicsCard& card) {
  if (where == Where::cpu || (where == Where::automatic && card.software)) return nullptr;
  return card.backend;
}

}  // namespace glassformer
