#include "core/scenes/chosen.h"

#include "core/embed/files/default_vectors.h"
#include "core/models/checkpoint.h"

namespace glassformer {

std::shared_ptr<const Checkpoint> chosen_model(const Inputs& inputs) {
  if (auto model = inputs.resources.get(slots::model)) return model;
  return load_shipped(text(inputs, slot_use(inputs, slots::model.name)->stand_in));
}

std::shared_ptr<const WordVectors> chosen_vectors(const Inputs& inputs,
                                                  const Slot<WordVectors>& slot) {
  if (auto vectors = inputs.resources.get(slot)) return vectors;
  return default_vectors();
}

}  // namespace glassformer
