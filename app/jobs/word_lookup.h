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
  // Takes the vectors of these inputs; cheap if they are the same as before. Without vectors the
  // lookup is empty.
  void follow(const Inputs& inputs);

  // The expression that is evaluated while nothing is typed.
  const std::string& first() const { return first_; }
  // The analogies of the lectures in the spelling of this vocabulary.
  const std::vector<LectureAnalogy>& lecture() const { return lecture_; }
  // At most `max_count` words that complete the last word of the expression, frequent ones first.
  std::vector<std::string> completions(std::string_view expression, std::size_t max_count) const;
  // Where no word goes on like the last one and it is not listed either: the words that are spelt
  // nearly like it, the likeliest first.
  std::vector<std::string> spellings(std::string_view expression, std::size_t max_count) const;
  // The expression with its last word completed.
  static std::string completed(std::string_view expression, std::string_view word);
  // Whether the expression can be evaluated as it stands: no error, no unknown word.
  bool can_ask(std::string_view expression) const;

 private:
  WordVectorsPtr vectors_;
  std::vector<LectureAnalogy> lecture_;
  std::string first_;
};

}  // namespace glassformer
