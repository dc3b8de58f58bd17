#pragma once

#include <atomic>
#include <future>
#include <string>

#include "core/embed/word_vectors.h"
#include "core/models/model.h"

namespace glassformer {

// A file of word vectors that is read on a thread of its own while the window goes on.
class VectorReading {
 public:
  explicit VectorReading(std::string file);
  ~VectorReading();  // stops it

  void stop() { stopping_ = true; }
  // Looks whether it has ended; `wait`: waits until it has.
  bool ended(bool wait);
  std::string progress() const;  // "Reading words.bin: 43 %; Esc stops"
  const std::string& file() const { return file_; }

  // Once it has ended: the vectors, or why there are none; what was odd about the file.
  const WordVectorsPtr& vectors() const { return vectors_; }
  bool failed() const { return vectors_ == nullptr; }
  const std::string& told() const { return told_; }

 private:
  std::string file_;
  std::atomic<bool> stopping_ = false;
  std::atomic<double> share_ = 0;
  std::future<WordVectorsPtr> result_;
  WordVectorsPtr vectors_;
  std::string told_;
};

// Whether what is asked in these inputs can be asked of those vectors: all words of an expression
// are known. Where nothing is asked by words it can.
bool fits(const Inputs& inputs, const WordVectors& vectors);

}  // namespace glassformer
