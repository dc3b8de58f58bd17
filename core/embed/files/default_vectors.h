#pragma once

#include <filesystem>

#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// Where the vectors lie that come with the program: assets/weights/words.safetensors. Throws
// UserError if they are not there.
std::filesystem::path default_vectors_file();
// These vectors, read once.
WordVectorsPtr default_vectors();
// LSA of the same text, assets/weights/words-lsa.safetensors, read once. Throws likewise.
WordVectorsPtr lsa_vectors();

}  // namespace glassformer
