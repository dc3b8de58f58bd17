#pragma once

#include <string>

#include "core/grad/var.h"

namespace glassformer {

// What the scene decoding computed.
struct DecodingRecord {
  Var beam;                // [candidates, 7]
  bool words = false;      // the pieces are whole words
  std::string begin, end;  // the special pieces, as the axes label them
};

}  // namespace glassformer
