#pragma once

#include <string>

#include "app/jobs/file_reading.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/scene.h"

namespace glassformer {

// A file of word vectors that is read while the window goes on; what was odd about it is told.
class VectorReading : public FileReading<WordVectors> {
 public:
  explicit VectorReading(std::string file);
};

}  // namespace glassformer
