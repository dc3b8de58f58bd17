#pragma once

#include <array>
#include <string_view>

// Every key a lesson file may hold; assets/lessons/schema.json says what each means, and a test
// holds the two together.
namespace glassformer::keys {

inline constexpr std::array<std::string_view, 19> lesson = {
    "id",    "title",  "group",   "source", "view",   "places", "order",
    "model", "config", "text",    "tokens", "given",  "edits",  "permutation",
    "steps", "expect", "printed", "step",   "changes"};
inline constexpr std::array<std::string_view, 14> step = {
    "title", "text", "line", "focus", "cell",      "formula", "set",
    "touch", "ask",  "try",  "still", "new_scene", "small",   "expect"};
inline constexpr std::array<std::string_view, 3> places = {"hero", "side", "under"};
inline constexpr std::array<std::string_view, 8> changes = {
    "text", "tokens", "config", "edits", "permutation", "head", "view", "moment"};
inline constexpr std::array<std::string_view, 3> touch = {"cells", "rows", "words"};
inline constexpr std::array<std::string_view, 4> ask = {"question", "hide", "answer", "line"};
inline constexpr std::array<std::string_view, 4> expect = {"path", "values", "tolerance", "at"};
inline constexpr std::array<std::string_view, 7> claim = {
    "largest", "smallest", "greater", "equal", "falls", "rises", "tolerance"};
inline constexpr std::array<std::string_view, 3> printed = {"path", "values", "why"};

}  // namespace glassformer::keys
