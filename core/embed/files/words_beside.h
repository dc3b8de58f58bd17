#pragma once

#include <filesystem>

#include "core/embed/files/read_vectors.h"

namespace glassformer {

// Gives the vectors of an array or a table their words: those of `options.words`, or else of a file
// beside `file` whose name says that it is their list. What such a guess takes, and what it leaves
// since it does not fit, is added to the warning. Throws UserError for a list that was named and
// does not fit.
void add_words(WordVectors& made, const std::filesystem::path& file, VectorFormat format,
               const VectorFileOptions& options);

}  // namespace glassformer
