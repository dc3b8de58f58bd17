#pragma once

#include <vector>

#include "core/models/checkpoint.h"
#include "core/text/pair.h"

namespace glassformer {

// The true links of a pair where they count what the model reads and writes, words or characters:
// then piece i of the source is word (or character) i. Elsewhere nothing. They count characters if
// they go beyond the words that the sentences have, as those of digits do. Links to pieces that are
// not there, given how many each side has, are left out.
std::vector<Link> piece_links(const Checkpoint& checkpoint, const SentencePair& pair,
                              std::size_t source_pieces, std::size_t target_pieces);

}  // namespace glassformer
