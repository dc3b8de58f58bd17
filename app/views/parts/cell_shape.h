#pragma once

#include <functional>
#include <vector>

#include "app/widgets/matrix.h"

namespace glassformer {

// How much of what a matrix has to say can be read where it is laid out so: its numbers with three
// digits, the words over its columns, the words beside its rows.
float readable(const Ui& ui, const MatrixSpec& spec, const MatrixLayout& layout);

// Square cells are too narrow for a number, or for the words above them, where a matrix has more
// rows than there is height for. `score` says how much can be read if cells are so many times as
// wide as high; 1 is kept unless another is really better.
float best_aspect(float score_of_squares, const std::function<float(float)>& score);

// Few rows, and far more columns: what is narrow enough for these is too low for the names of the
// rows if its cells are squares. The same choice for cells that are higher than wide.
bool is_long(const MatrixSpec& spec);
float best_narrow(float score_of_squares, const std::function<float(float)>& score);

// A few long rows in an area too low for their numbers are bands of colour, as wide as the area
// lets them be: squares would be dots. How many times as wide as high their cells are then; 1 for
// any other matrix. `squares`: how it is laid out with squares.
float band_aspect(const Ui& ui, const MatrixSpec& spec, const MatrixLayout& squares, float width,
                  float widest_cell);

}  // namespace glassformer
