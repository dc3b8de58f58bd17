#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "core/text/pair.h"

namespace glassformer {

// Pairs of sentences, one a line: source, a tab, target; UTF-8, composed (NFC) here. Empty lines
// are skipped, a carriage return at a line's end too. Throws UserError "FILE:LINE: …": a line with
// no tab or more than one, an empty side, broken UTF-8, a side of more than 64 KB; and for a file
// without any pair.
std::vector<SentencePair> read_training_pairs(const std::filesystem::path& file);
std::vector<SentencePair> parse_training_pairs(std::string_view text,
                                               const std::filesystem::path& named);

}  // namespace glassformer
