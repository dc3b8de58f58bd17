#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/scenes/records/pieces.h"
#include "core/scenes/sheet.h"

namespace glassformer {

// Pieces and what each costs, −log p.
using PieceCosts = std::vector<std::pair<std::string, double>>;

// "a 1, b 1.2, ab 1.6". Throws UserError for a piece without a number.
PieceCosts read_piece_costs(const std::string& list);
// Learned from words that come so often (core/text/unigram/train_unigram.h), `size` pieces.
PieceCosts learn_piece_costs(const std::vector<Spelled>& words, int size);

// All ways to cut the letters into pieces of a unigram model (Kudo 2018, "Subword Regularization",
// section 3.1). Nodes: costs c [1, pieces]; uses U [paths, pieces], how often a path takes a piece;
// paths = c Uᵀ, the cheapest first; share = softmax(−paths); reached [1, letters + 1]. A letter
// that no piece is costs ten more than the dearest, as in sentencepiece.
void name_cheapest_cut(Sheet& sheet, PiecesRecord& record, PieceCosts costs,
                       std::vector<std::string>& notes);

}  // namespace glassformer
