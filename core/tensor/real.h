#pragma once

namespace glassformer {

// The scalar type of every matrix. It is fixed when the library is compiled: float in the program,
// double in the gradient checks. A finite-difference check in float proves nothing.
#ifdef GLASSFORMER_DOUBLE
using Real = double;
#else
using Real = float;
#endif

}  // namespace glassformer
