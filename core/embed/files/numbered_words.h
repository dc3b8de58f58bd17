#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

inline constexpr std::uint64_t max_words = std::numeric_limits<std::int32_t>::max();

// In our own files, before the name of a column of texts, one for each word.
inline constexpr std::string_view column_prefix = "columns.";
// … and behind the name of rows of whole numbers: what each row is to be multiplied by.
inline constexpr std::string_view scales_suffix = ".scales";

// Vectors whose words are not known yet: "0", "1", … and a warning that says so.
WordVectors numbered(Rows rows, std::string origin);

// The vectors with other words, given in the order of their rows: duplicates go with their rows.
// Counts and groups are empty or as many as words, and so are the cells of every column.
void rename(WordVectors& vectors, const std::vector<std::string>& words,
            const std::vector<std::uint64_t>& counts, const std::vector<std::string>& groups,
            const std::vector<WordColumn>& columns);

}  // namespace glassformer
