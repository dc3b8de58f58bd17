#pragma once

#include <string>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace lsa_options {
inline constexpr NumberKey k{"k", 2};
inline constexpr TextKey word{"word", "berimbau"};
}  // namespace lsa_options

// What the scene lsa computed.
struct LsaRecord {
  Var matrix;                          // A [words, contexts]: the counts, weighted or not
  Var gram;                            // Aᵀ A [contexts, contexts]
  Var power;                           // the turns of the power iteration [turns + 1, contexts]
  Var u;                               // [words, r]
  Var sigma;                           // [r, 1]
  Var s;                               // Σ [r, r]
  Var vt;                              // [r, contexts]
  Var left;                            // Vᵀ Aᵀ A [r, contexts], which is …
  Var right;                           // … Σ² Vᵀ
  Var vectors;                         // U_k Σ_k [words, k]
  Var approximate;                     // A_k [words, contexts]
  Var left_over;                       // A − A_k [words, contexts]
  Var error;                           // ‖A − A_k‖ [1, 1]
  Var errors;                          // the same for every k, from 0 [r + 1, 1]
  Var before;                          // cosine of the word's row of A with every row [words, 1]
  Var after;                           // of its vector with every vector
  int word = 0;                        // the word that the cosines are of
  std::vector<std::string> sentences;  // as typed; empty where contexts are words
};

}  // namespace glassformer
