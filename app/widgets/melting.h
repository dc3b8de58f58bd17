#pragma once

#include "app/widgets/matrix.h"

namespace glassformer {

// A matrix that is seen to be made out of another of its shape: the colours of that become its own,
// the numbers of that leave, then its own come. What is hatched in it, and was not, is covered from
// above as by a curtain.
struct Melting {
  MatrixSpec out_of;
  float share = 1;  // 0 … 1 of the way
};
// As draw_matrix.
MatrixTouch draw_melting(Ui& ui, const MatrixSpec& spec, const MatrixLayout& layout,
                         const Melting& melting);

}  // namespace glassformer
