#pragma once

#include <string>

#include "app/jobs/file_reading.h"
#include "core/embed/eval/question_file.h"

namespace glassformer {

// A file of questions or rated pairs that is read while the window goes on.
class QuestionReading : public FileReading<QuestionFile> {
 public:
  explicit QuestionReading(std::string file);
};

}  // namespace glassformer
