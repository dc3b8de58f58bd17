#pragma once

#include <string>

#include "app/jobs/file_reading.h"
#include "core/models/checkpoint.h"

namespace glassformer {

// A trained model that is read in the background.
class ModelReading : public FileReading<Checkpoint> {
 public:
  explicit ModelReading(std::string file);
  std::string name() const;  // of the file, without its ending
};

}  // namespace glassformer
