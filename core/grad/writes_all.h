#pragma once

#include "core/grad/op.h"

namespace glassformer {

// `const WritesAll w{op};` in an op's file says that its forward writes every cell of the result.
// If memory of that shape is left from the last pass, the tape then does not fill it with zeros
// first: large values are written once instead of twice.
struct WritesAll {
  explicit WritesAll(const Op& op);
};
bool writes_all(const Op& op);

}  // namespace glassformer
