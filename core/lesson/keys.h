#pragma once

#include <array>
#include <string_view>

// Every key a lesson file may hold; assets/lessons/schema.json says what each means, and a test
// holds the two together.
namespace glassformer::keys {

inline constexpr std::array<std::string_view, 18> lesson = {
    "id",     "title", "group", "source",      "view",  "order",  "model",   "config", "text",
    "tokens", "given", "edits", "permutation", "steps", "expect", "printed", "step",   "changes"};
inline constexpr std::array<std::string_view, 11> step = {
    "title", "text", "focus", "cell", "formula", "set", "touch", "ask", "try", "still", "expect"};
inline constexpr std::array<std::string_view, 8> changes = {
    "text", "tokens", "config", "edits", "permutation", "head", "view", "moment"};
inline constexpr std::array<std::string_view, 3> touch = {"cells", "rows", "words"};
inline constexpr std::array<std::string_view, 3> ask = {"question", "hide", "answer"};
inline constexpr std::array<std::string_view, 4> expect = {"path", "values", "tolerance", "at"};
inline constexpr std::array<std::string_view, 7> claim = {
    "largest", "smallest", "greater", "equal", "falls", "rises", "tolerance"};
inline constexpr std::array<std::string_view, 3> printed = {"path", "values", "why"};

}  // namespace glassformer::keys
