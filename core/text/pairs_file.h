#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/pair.h"

namespace glassformer {

// What a file of sentence pairs held.
struct PairsFile {
  std::vector<SentencePair> pairs;
  int lines = 0;
  int skipped = 0;                 // lines that are no pair
  std::vector<std::string> notes;  // one sentence for each kind of skipped line: how many, which
};

// Reads a text with a pair on each line: source, tab, target. A third column of links ("0-0 1-2",
// as `glassformer world` prints them) is read; any other further column, such as Tatoeba's
// attribution, is left out. UTF-8, a byte order mark and CRLF are fine; everything is brought into
// composed form (NFC). Lines that are empty, one-sided, not UTF-8 or longer than a sentence may be
// are skipped, counted and named in the notes, since files of real sentences have some. Throws
// UserError: the file cannot be read or is larger than 1 GB, is UTF-16, has no tab at all, or none
// of its lines is a pair.
PairsFile read_pairs(const std::filesystem::path& file);
PairsFile parse_pairs(std::string_view text, const std::filesystem::path& named);

// What a model can be trained on: throws UserError below 10 pairs or with one word only.
inline constexpr int fewest_pairs = 10;
void check_trainable(const PairsFile& file, const std::filesystem::path& named);

}  // namespace glassformer
