#pragma once

#include "core/grad/var.h"

namespace glassformer {

// What the scene one-hot computed.
struct OneHotRecord {
  Var x;        // [tokens, words]
  Var learned;  // [some of the tokens, d]: where trained vectors lack the others; else empty
};

}  // namespace glassformer
