#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Which columns of a table of rated pairs hold the two words and which the rating: for
// core/embed/eval/rated_pairs.cpp alone.
namespace glassformer {

// What stands between the columns: a tab, ';', ',' or ' ' (any number of spaces).
char separator_of(const std::vector<std::string>& lines);
// The cells of a line without the spaces around them; one in quotes may hold the separator.
std::vector<std::string> cells_of(std::string_view line, char separator);
// A finite number; between tabs, semicolons and spaces its decimals may follow a comma.
std::optional<double> rating_in(std::string_view cell, char separator);

struct RatedColumns {
  std::array<std::size_t, 3> at{};  // the two words and the rating, counted from 0
  bool heading = false;             // the first row holds their names
  bool tagged = false;              // "sun-n": a part of speech stands behind each word
};

// Found in the first rows by their headings and by what they hold: a number of the line, a type or
// a part of speech is neither a word nor a rating. Empty where they cannot be told; `why` then says
// what stands in the way. `given`: they are known, and only the rest is found out.
std::optional<RatedColumns> rated_columns(const std::vector<std::vector<std::string>>& rows,
                                          char separator,
                                          const std::optional<std::array<std::size_t, 3>>& given,
                                          std::string& why);

}  // namespace glassformer
