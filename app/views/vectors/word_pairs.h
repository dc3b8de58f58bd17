#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Similarity: pairs of words by their cosines, held against how alike people found them.
class WordPairs {
 public:
  void draw(Ui& ui, Session& session, Rect area);

 private:
  // Where the pairs come from: typed, a file, or drawn by the program.
  void draw_source(Ui& ui, Session& session, Rect row);
  // The pairs of a file that lie farthest apart in rank, with all that says so.
  void draw_disagreements(Ui& ui, Session& session, Rect area);

  float scroll_ = 0;
  std::string typed_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

}  // namespace glassformer
