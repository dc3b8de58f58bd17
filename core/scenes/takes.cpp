#include "core/scenes/takes.h"

#include "core/models/checkpoint.h"
#include "core/models/gpt.h"
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

bool is_language_model(const Resource& resource) {
  if (!resource.holds<Checkpoint>()) return false;
  const auto model = resource.as<Checkpoint>();
  return dynamic_cast<const Gpt*>(model->network.get()) != nullptr && !model->tokenizers.empty();
}

}  // namespace glassformer
