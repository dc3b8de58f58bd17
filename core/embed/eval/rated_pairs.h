#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/byte_source.h"

namespace glassformer {

// Two words and how alike people found them.
struct RatedPair {
  std::string first, second;
  double rating;
};

struct RatedTable {
  std::vector<RatedPair> pairs;
  std::array<std::size_t, 3> columns{};  // of the two words and the rating, counted from 1
  std::string described;  // "words in columns 2 (word1) and 3 (word2), ratings in column 4 (score)"
};

constexpr std::size_t most_pairs = 500'000;
struct RatedTableOptions {
  std::size_t max = most_pairs;
  std::optional<std::array<std::size_t, 3>> columns = {};  // counted from 1; none: they are found
  // What to do where they cannot be.
  std::string remedy = "keep the two columns of words and that of the rating alone";
};

// A table of rated pairs as they are published (WordSim-353, SimLex-999, MEN, RG-65, Rare Words,
// MTurk, SimVerb-3500): a pair a line, between tabs, semicolons, commas or spaces, in quotes or
// not, perhaps with a heading, and with columns that number the lines or tell types and each
// person's rating. Lines that begin with "#" are left out. Throws UserError, also where the columns
// cannot be told for certain, and where there are more than `max` pairs.
RatedTable read_rated_table(const std::filesystem::path& file, const RatedTableOptions& = {});
RatedTable read_rated_table(ByteSource& source, const std::string& named,
                            const RatedTableOptions& = {});

// Whether the first lines are such a table, its words single ones; between spaces nothing but two
// words and a number: a sentence may hold a number too.
bool holds_rated_pairs(std::string_view beginning);

}  // namespace glassformer
