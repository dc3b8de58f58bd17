#pragma once

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace one_hot_options {
inline constexpr TextKey vocabulary{"vocabulary"};
}  // namespace one_hot_options

// What the scene one-hot computed.
struct OneHotRecord {
  Var x;        // [tokens, words]
  Var c;        // [words, d]
  Var row;      // [tokens, d]: the rows of C that the tokens pick
  Var learned;  // [some of the tokens, d]: where trained vectors lack the others; else empty
};

}  // namespace glassformer
