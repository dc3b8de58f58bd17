#pragma once

#include "core/grad/tape.h"

namespace glassformer {

// Gives back the memory of a computed value that is large and hardly ever looked at, such as the
// scores behind hundreds of heads' weights. Whoever reads it all the same has it computed once more
// from its inputs, and from then on it stays. Nothing happens to an input, to what was set by hand
// and to what lies on a device. Only while the tape is recorded, before others read it.
void release(Tape& tape, Var var);
bool is_released(const Computed& computed);

}  // namespace glassformer
