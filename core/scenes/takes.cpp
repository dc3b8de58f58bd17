#include "core/scenes/takes.h"

#include "core/models/checkpoint.h"
#include "core/models/transformer.h"

namespace glassformer {

bool takes(const Inputs& inputs, std::string_view slot, const Resource& resource) {
  const SlotUse* use = slot_use(inputs, slot);
  return use != nullptr && (use->takes == nullptr || use->takes(resource));
}

bool is_transformer(const Resource& resource) {
  return resource.holds<Checkpoint>() &&
         dynamic_cast<const Transformer*>(resource.as<Checkpoint>()->network.get()) != nullptr;
}

}  // namespace glassformer
