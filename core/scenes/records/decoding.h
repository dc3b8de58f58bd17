#pragma once

#include <string>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace decoding_options {
inline constexpr TextKey prefix{"prefix"};
}  // namespace decoding_options

// What the scene decoding computed.
struct DecodingRecord {
  Var beam;                // [candidates, 7]
  bool words = false;      // the pieces are whole words
  std::string begin, end;  // the special pieces, as the axes label them
};

}  // namespace glassformer
