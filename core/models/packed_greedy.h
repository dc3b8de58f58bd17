#pragma once

#include <vector>

#include "core/models/translator.h"

namespace glassformer {

// Translates many sentences at once, word by word, each time the most probable next piece: for each
// the pieces without begin and end marks. A translation that does not end is cut at `most` pieces.
std::vector<std::vector<int>> greedy_packed(const Translator& translator,
                                            const std::vector<std::vector<int>>& source_ids,
                                            int most);

}  // namespace glassformer
