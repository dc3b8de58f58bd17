#pragma once

#include <array>
#include <string_view>

// Every key a lesson file may hold; assets/lessons/schema.json says what each means, and a test
// holds the two together.
namespace glassformer::keys {

inline constexpr std::array<std::string_view, 17> lesson = {
    "id",     "title", "group", "source",      "view",  "order",  "model",   "config", "text",
    "tokens", "given", "edits", "permutation", "steps", "expect", "printed", "step"};
inline constexpr std::array<std::string_view, 5> step = {"title", "text", "focus", "cell",
                                                         "formula"};
inline constexpr std::array<std::string_view, 4> expect = {"path", "values", "tolerance", "at"};
inline constexpr std::array<std::string_view, 3> printed = {"path", "values", "why"};

}  // namespace glassformer::keys
