#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/point_cloud.h"
#include "app/widgets/ui.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// "*" stands for any letters, "?" for one; without either, for a word that holds the text. The
// pattern is in small letters; those of the word count as small.
bool fits_pattern(std::string_view word, std::string_view pattern);

// A field to look for words in, and those that were found.
class WordSearch {
 public:
  // True when the user confirmed it with something found; Escape outside the field clears it.
  // `words`: only the first so many.
  bool draw(Ui& ui, const WordVectors& vectors, std::size_t words, Rect field);
  const std::vector<int>& found() const { return found_; }
  // Lights what was found, the first 200 words; false while nothing is looked for.
  bool light(PointCloud& cloud, Color color) const;
  // "87 words", "the first 200 of 431", "0 of 2282"; empty while nothing is looked for.
  std::string told() const;
  // The word that was typed if there is one such, in large letters or small, else the first that
  // was found.
  std::string_view first(const WordVectors& vectors) const;
  void clear();

 private:
  void draw_told(Ui& ui, Rect field) const;

  std::string typed_;
  std::string searched_;
  const WordVectors* searched_in_ = nullptr;
  std::size_t words_ = 0;
  bool here_ = false;  // the text that is edited is this one
  std::vector<int> found_;
};

}  // namespace glassformer
