#pragma once

#include <string>

#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// Similarity: pairs of words by their cosines, held against how alike people found them.
class WordPairs {
 public:
  // Their cosines as bars; of a file, those of its pairs that lie farthest apart.
  void draw(Ui& ui, Session& session, Rect title, Rect area);
  // What each is by its cosine, and by its rating.
  void draw_ranks(Ui& ui, Session& session, Rect title, Rect area);
  // Where the pairs come from: typed, a file, or drawn by the program.
  void draw_source(Ui& ui, Session& session, Rect row);

 private:
  // The pairs of a file that lie farthest apart in rank, with all that says so.
  void draw_disagreements(Ui& ui, Session& session, Rect title, Rect area);

  float scroll_ = 0;
  std::string typed_;
  int gesture_ = 1 << 20;  // apart from those of the sentence
};

}  // namespace glassformer
