#pragma once

#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace hidden_word_options {
inline constexpr TextKey hidden{"hidden", "berimbau"};
inline constexpr NumberKey window{"window", 2};
}  // namespace hidden_word_options

// What the scene hidden-word computed.
struct HiddenWordRecord {
  Var counts;   // [words, contexts]
  Var hidden;   // [1, contexts]
  Var company;  // [1 + k, shared contexts]: the hidden word, then those most alike
  Var own;      // [1, shared contexts]: the hidden word alone
  Var product;  // [k, 1]; this and what follows are empty where no word is alike
  Var length;   // [1 + k, 1]
  Var nearest;  // [k, 1]
  std::vector<std::string> neighbours;  // the words that make the shared contexts
};

}  // namespace glassformer
