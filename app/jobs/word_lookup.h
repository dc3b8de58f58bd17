#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/eval/lecture_analogies.h"
#include "core/embed/vectors/word_vectors.h"
#include "core/scenes/scene.h"

namespace glassformer {

// What a view asks of the vocabulary while an expression of words is typed.
class WordLookup {
 public:
  // Cheap where the vectors are those of before. Without any it stays empty.
  void follow(const Inputs& inputs);

  // What is asked while nothing is typed.
  const std::string& first() const { return first_; }
  // The analogies of the lectures in the spelling of this vocabulary.
  const std::vector<LectureAnalogy>& lecture() const { return lecture_; }
  // Words that the last word of the expression may become, the usual ones first.
  std::vector<std::string> completions(std::string_view expression, std::size_t most) const;
  // The expression with its last word completed.
  static std::string completed(std::string_view expression, std::string_view word);
  // Whether it can be worked out as it stands: no error, no unknown word.
  bool can_ask(std::string_view expression) const;

 private:
  WordVectorsPtr vectors_;
  std::vector<LectureAnalogy> lecture_;
  std::string first_;
};

}  // namespace glassformer
