#pragma once

#include "core/grad/op.h"

namespace glassformer {

// `const WritesAll w{op};` in the file of an op whose forward writes every cell of the result: the
// tape then leaves out the zeros when the memory of the last pass has that shape. Large values are
// written once instead of twice.
struct WritesAll {
  explicit WritesAll(const Op& op);
};
bool writes_all(const Op& op);

}  // namespace glassformer
