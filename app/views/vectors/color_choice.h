#pragma once

#include <cstddef>

#include "app/views/vectors/map_scene.h"
#include "app/widgets/ui.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

// What a map of words is coloured by: group, frequency, or a column of the table that the words
// came with.
class ColorChoice {
 public:
  // As many columns as leave room for the legend behind them, and a way to the next ones. Takes
  // what it needs from the left of `row`.
  void draw(Ui& ui, const WordVectors& vectors, Rect& row);
  MapColors chosen() const { return chosen_; }

 private:
  MapColors chosen_;
  std::size_t first_ = 0;  // the first column in sight
};

}  // namespace glassformer
