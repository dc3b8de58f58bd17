#pragma once

#include <string>

#include "app/jobs/file_reading.h"
#include "core/text/pairs_file.h"

namespace glassformer {

// Pairs of sentences that a model can learn from, read in the background.
class PairsReading : public FileReading<PairsFile> {
 public:
  explicit PairsReading(std::string file);
};

// Whether words can be learned from a text, found out in the background: one that is not too long
// is read to its end, so that nothing begins that will be refused.
struct LearnableText {};
class TextReading : public FileReading<LearnableText> {
 public:
  explicit TextReading(std::string file);
};

}  // namespace glassformer
