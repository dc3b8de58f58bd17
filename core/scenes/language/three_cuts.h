#pragma once

#include <string>

#include "core/scenes/records/pieces.h"
#include "core/scenes/sheet.h"

namespace glassformer {

// A text as words, as characters and as pieces, with vocabularies of at most `size` learned from
// English sentences of the small world (core/text/world.h). Nodes: lengths [3, 1], tokens of the
// text; unknown [3, 1], how many of them are not in the vocabulary; sizes.*, on held-out sentences,
// for vocabularies of many sizes: tokens a sentence, share of unknown tokens, and the numbers of a
// table of embeddings with d_model = 512.
void name_three_cuts(Sheet& sheet, PiecesRecord& record, const std::string& text, int size);

}  // namespace glassformer
