#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// What the readers of questions and of rated pairs share: for core/embed/eval alone.
namespace glassformer::asked {

inline constexpr std::size_t max_line = 1 << 16;

// "holds more than 20000 pairs, the most that are taken at once; …"; `most`: what the command line
// takes.
[[noreturn]] void fail_many(const std::string& named, std::size_t max, std::size_t most,
                            const char* what);

// Now and then while a list of `count` things of `each` bytes grows; `share` of the file is read.
// Throws UserError where it will need more memory than there may be.
void check_growing(const std::string& named, std::size_t count, double each, double share);

// The first lines that are neither empty nor a comment; none if the file is no text. `text`: its
// first_bytes().
std::vector<std::string> first_lines(std::string_view text, std::string_view comment,
                                     std::size_t enough);

}  // namespace glassformer::asked
