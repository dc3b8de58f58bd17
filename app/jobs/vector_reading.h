#pragma once

#include <string>

#include "app/jobs/file_reading.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/scene.h"

namespace glassformer {

// A file of word vectors that is read in the background; its description says what was odd about
// it.
class VectorReading : public FileReading<WordVectors> {
 public:
  explicit VectorReading(std::string file);
};

}  // namespace glassformer
