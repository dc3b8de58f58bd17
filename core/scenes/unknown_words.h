#pragma once

#include <string>
#include <string_view>

#include "core/models/checkpoint.h"
#include "core/scenes/run.h"

namespace glassformer {

// A note on the words of the sentence that the model has never seen, which it reads as one and the
// same piece, with some that it knows. Empty: it knows all of them.
std::string unknown_words_note(const Checkpoint& checkpoint, std::string_view sentence);
// Adds that note, if there is one.
void note_unknown_words(Run& run, const Checkpoint& checkpoint, std::string_view sentence);

}  // namespace glassformer
