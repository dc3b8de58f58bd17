#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/vectors/word_list.h"

namespace glassformer {

// Words without regard to large and small letters, to how a letter with an accent was put together
// and to the kind of an apostrophe: of those that differ in nothing else the first is meant, which
// in files of vectors is the most frequent.
class FoldedWords {
 public:
  // The first `count` words of the list.
  FoldedWords(const WordList& words, std::size_t count);

  int find(std::string_view word) const;                      // its number in the list, or -1
  bool is_meant(std::size_t id) const { return meant_[id]; }  // no other stands for it

 private:
  WordList folded_;
  std::vector<int> ids_;  // of each folded word, in the list
  std::vector<bool> meant_;
};

// In small letters, as far as Unicode has one for one, composed and with one kind of apostrophe, so
// that "Café" is found however its é and its capital were typed; broken bytes stay.
std::string folded(std::string_view word);

}  // namespace glassformer
