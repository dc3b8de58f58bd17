#pragma once

#include <string>

#include "app/views/parts/reveal.h"
#include "app/widgets/melting.h"

namespace glassformer {

// The one matrix that this one is made of, if it has the same rows and columns: a softmax's scores.
// Under a mask that has not been seen (`seen` is what the step before was about) it is the scores
// as they are without it. None of any other op.
Var made_of(const Tape& tape, Var var, const std::string& seen);

// Draws the node's matrix as far as it is made: what melts out of another melts, any other is built
// row by row.
MatrixTouch draw_made(Ui& ui, const Session& session, const Reveal& reveal, Var var,
                      const MatrixSpec& spec, const MatrixLayout& layout);

}  // namespace glassformer
