#pragma once

#include <string>

#include "app/jobs/file_reading.h"
#include "core/embed/eval/question_file.h"

namespace glassformer {

// A file of questions or rated pairs that is read in the background.
class QuestionReading : public FileReading<QuestionFile> {
 public:
  explicit QuestionReading(std::string file);
};

}  // namespace glassformer
