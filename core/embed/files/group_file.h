#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/vectors/word_list.h"
#include "core/formats/byte_source.h"

namespace glassformer {

// The groups of the words of a set of vectors, in a file of their own: a line for each group, its
// name, a tab, and its words between spaces; lines that begin with "#" are comments. `groups` has
// the group of each word, "" for a word in none. Throws UserError for a word with a space in it.
std::string group_text(const WordList& words, const std::vector<std::string>& groups);

// The group of each word; "" where the file does not name it. Words that are not listed are passed
// over: the vectors may be a part of those that the file was made for. Throws UserError for a line
// without a name, and for a word in two groups.
std::vector<std::string> read_groups(ByteSource& source, const std::string& named,
                                     const WordList& words);
std::vector<std::string> read_groups(const std::filesystem::path& file, const WordList& words);

}  // namespace glassformer
