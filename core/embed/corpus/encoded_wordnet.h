#pragma once

#include <filesystem>

#include "core/embed/corpus/encoded_text.h"

namespace glassformer {

// The text of WordNet (core/embed/corpus/wordnet.h) as the numbers of its words, in small letters
// and without signs, with the group of each word where the folder says how often its senses are
// met. It is never held as a whole. Throws UserError where WordNet is not there or broken, and
// where the progress said stop.
EncodedText encode_wordnet(const std::filesystem::path& folder, int min_count,
                           const ReadingProgress& progress = {});

}  // namespace glassformer
