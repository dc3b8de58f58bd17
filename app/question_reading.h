#pragma once

#include <atomic>
#include <future>
#include <string>

#include "core/embed/question_file.h"

namespace glassformer {

// A file of questions or rated pairs that is read on a thread of its own while the window goes on.
class QuestionReading {
 public:
  explicit QuestionReading(std::string file);
  ~QuestionReading();  // stops it

  void stop() { stopping_ = true; }
  // Looks whether it has ended; `wait`: waits until it has.
  bool ended(bool wait);
  std::string progress() const;  // "Reading questions.txt: 43 %; Esc stops"
  const std::string& file() const { return file_; }

  // Once it has ended: what it holds, or null; what that is, or why there is none.
  const QuestionFilePtr& questions() const { return questions_; }
  const std::string& told() const { return told_; }

 private:
  std::string file_;
  std::atomic<bool> stopping_ = false;
  std::atomic<double> share_ = 0;
  std::future<QuestionFilePtr> result_;
  QuestionFilePtr questions_;
  std::string told_;
};

}  // namespace glassformer
