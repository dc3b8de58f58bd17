#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/tokenizers/sentencepiece/model_file.h"
#include "core/text/tokenizers/sentencepiece/space_normalizer.h"

namespace glassformer {

// Byte pair encoding as sentencepiece does it: of two neighbours that make a piece together, those
// whose piece has the best score become one, the leftmost first. An unused piece serves on the way
// and falls back into the two that made it.
class BpeByScore {
 public:
  // The pieces by their texts, whose ids are those of the model's pieces.
  using Ids = std::unordered_map<std::string_view, int>;
  BpeByScore(const SentencePieceModel& model, const Ids& ids, const SpaceNormalizer& symbols)
      : model_(model), ids_(ids), symbols_(symbols) {}

  // The parts of the text, from left to right; each may be no piece.
  std::vector<std::string_view> cut(std::string_view text) const;

 private:
  const SentencePieceModel& model_;
  const Ids& ids_;
  const SpaceNormalizer& symbols_;
};

}  // namespace glassformer
