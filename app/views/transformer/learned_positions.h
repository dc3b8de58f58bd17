#pragma once

#include "app/views/transformer/position_pictures.h"

namespace glassformer {

// The positions that the chosen model has learned: the table, the lengths of its rows, their dot
// products and distances. Says so if the model has none.
class LearnedPositions {
 public:
  // Shows the side and the picture that the step is about, if it is about one of these.
  void follow(const Session& session);
  void draw(Ui& ui, Session& session, MatrixPanel& panel, Rect area);
  static Var table(const Run& run);  // the first there is; empty: none

 private:
  int side_ = 0;  // encoder, decoder
  int picture_ = 0;
};

}  // namespace glassformer
