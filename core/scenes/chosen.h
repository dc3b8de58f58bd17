#pragma once

#include <memory>
#include <string_view>

#include "core/scenes/scene.h"

namespace glassformer {

// What is in a slot, or what the program brings along for it. Throws UserError if that cannot be
// read.
std::shared_ptr<const Checkpoint> chosen_model(const Inputs& inputs);
std::shared_ptr<const WordVectors> chosen_vectors(const Inputs& inputs,
                                                  const Slot<WordVectors>& slot = slots::vectors);

// Which of the word vectors that come along are taken while the slot is empty; a slot names this
// option as its stand-in.
OptionSpec words_option();
namespace word_sets {
inline constexpr std::string_view real = "real words", world = "small world";
}

}  // namespace glassformer
