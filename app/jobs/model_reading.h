#pragma once

#include <memory>
#include <string>

#include "app/jobs/file_reading.h"
#include "core/models/checkpoint.h"

namespace glassformer {

// A trained model that is read in the background.
class ModelReading : public FileReading<Checkpoint> {
 public:
  explicit ModelReading(std::string file);
  std::string name() const;  // of the file, without its ending
  // Once it was read: which of its numbers are nan or infinite; empty: none.
  const std::string& wrong() const { return *wrong_; }

 private:
  ModelReading(std::string file, const std::shared_ptr<std::string>& wrong);
  std::shared_ptr<const std::string> wrong_;
};

}  // namespace glassformer
