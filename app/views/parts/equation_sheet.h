#pragma once

#include <cstdint>
#include <vector>

#include "app/views/parts/flow.h"

namespace glassformer {

// Segments with the room they take when all of them are to be seen.
struct EquationSheet {
  std::vector<Segment> segments;
  std::vector<bool> breaks;
  Flow fitted;
  float square = 0;       // the cell that would fit if all were as wide as high
  std::uint64_t key = 0;  // what it was made from
  bool low = false;       // the names under the columns give their room to the cells
  void fit_into(const Ui& ui, Vec room);
  // The same for a few matrices that are read number by number: each has cells of its own width.
  void fit_alone(const Ui& ui, Vec room);
  // Of a single matrix: cells as much wider or higher than squares as it takes to fill the room.
  void spread(const Ui& ui, Vec room);
  void leave_out_names(MatrixSpec& spec) const;  // those that give way, if any do

 private:
  void fit_with(const Ui& ui, Vec room, float aspect, float of_long);
  void choose_widths(const Ui& ui, Vec room);
  float readable_share(const Ui& ui) const;
};

}  // namespace glassformer
