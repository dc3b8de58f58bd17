#include "core/scenes/chosen.h"

#include "core/embed/files/default_vectors.h"
#include "core/models/checkpoint.h"
#include "core/scenes/options.h"

namespace glassformer {

std::shared_ptr<const Checkpoint> chosen_model(const Inputs& inputs) {
  if (auto model = inputs.resources.get(slots::model)) return model;
  return load_shipped(text(inputs, slot_use(inputs, slots::model.name)->stand_in));
}

std::shared_ptr<const WordVectors> chosen_vectors(const Inputs& inputs,
                                                  const Slot<WordVectors>& slot) {
  if (auto vectors = inputs.resources.get(slot)) return vectors;
  const SlotUse* const use = slot_use(inputs, slot.name);
  const bool real = use != nullptr && !use->stand_in.empty() &&
                    choice(inputs, std::string(use->stand_in)) == word_sets::real;
  return real ? real_vectors() : default_vectors();
}

OptionSpec words_option() {
  OptionSpec spec = choice_option(
      "word_set", "\\text{vectors}",
      "real: twenty thousand words as WordNet defines them. small world: 2394 words "
      "of a made-up text in which every fact is known.",
      std::string(word_sets::world), {std::string(word_sets::real), std::string(word_sets::world)});
  // Neither of the two is what is shown while a file is.
  spec.shown = [](const Inputs& inputs, const Run&) {
    return inputs.resources.get(slots::vectors) == nullptr;
  };
  return spec;
}

}  // namespace glassformer
