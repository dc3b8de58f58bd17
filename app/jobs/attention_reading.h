#pragma once

#include <string>

#include "app/jobs/file_reading.h"
#include "core/models/attention_file.h"

namespace glassformer {

// A file of attentions that is read in the background.
class AttentionReading : public FileReading<AttentionFile> {
 public:
  explicit AttentionReading(std::string file);
};

}  // namespace glassformer
