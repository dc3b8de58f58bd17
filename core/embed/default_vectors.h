#pragma once

#include "core/embed/word_vectors.h"

namespace glassformer {

// The vectors that come with the program (assets/weights/words.safetensors), read once. Throws
// UserError if they are not there.
WordVectorsPtr default_vectors();

}  // namespace glassformer
