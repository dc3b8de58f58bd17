#pragma once

#include <cstddef>
#include <string>
#include <vector>

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
  // What it takes of a row that wide.
  float width(const Ui& ui, const WordVectors& vectors, float row) const;
  MapColors chosen() const { return chosen_; }

 private:
  // What there is to choose from in a row that wide.
  struct Choices {
    std::vector<std::string> labels;
    std::size_t next = 0;  // the first column that has no room
    bool pages = false;    // and so "…" asks for it
    float width = 0;
  };
  Choices choices(const Ui& ui, const WordVectors& vectors, float row) const;

  MapColors chosen_;
  std::size_t first_ = 0;  // the first column in sight
};

}  // namespace glassformer
