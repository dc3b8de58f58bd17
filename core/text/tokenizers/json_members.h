#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/json.h"

namespace glassformer {

// A list of different texts, none of them empty, at most Tokenizer::max_pieces. Throws likewise.
std::vector<std::string> json_pieces(Json::Value list);

// Pairs of numbers of pieces, [[4, 9], …], each at least `first`; what pair k makes is piece number
// (pieces − merges + k), and only earlier ones may be in it. Throws likewise.
std::vector<std::pair<int, int>> json_merges(Json::Value list,
                                             const std::vector<std::string>& pieces, int first);

// Pairs of texts, [["Ġ", "t"], …] or, as older files have them, ["Ġ t", …]. Throws likewise.
std::vector<std::pair<std::string, std::string>> json_byte_merges(Json::Value list);

// "[[4, 9], …]" and "["a", …]".
std::string merges_as_json(const std::vector<std::pair<int, int>>& merges);
std::string pieces_as_json(const std::vector<std::string>& pieces);

}  // namespace glassformer
