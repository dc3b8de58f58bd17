#pragma once

#include <filesystem>

#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// The two sets that come with the program. Each is read when it is first asked for, and once;
// throws UserError if its file is not there.

// assets/weights/words.safetensors: the small made-up world, in which every fact is known.
std::filesystem::path default_vectors_file();
WordVectorsPtr default_vectors();
// assets/weights/words-real.safetensors: words of the real world, from the text of WordNet.
std::filesystem::path real_vectors_file();
WordVectorsPtr real_vectors();
// LSA of the text of the small world, assets/weights/words-lsa.safetensors.
WordVectorsPtr lsa_vectors();

}  // namespace glassformer
