#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/vectors/word_list.h"
#include "core/formats/byte_source.h"

namespace glassformer {

struct WordNet;

// What a file of WordNet's lexicographers is about (lexnames(5WN)): 5 is "animal", 38 "motion
// (verb)", 0 "adjective". Empty for a number that no file has.
std::string_view lexicographer_group(std::size_t file);

// The group of each word: the file in which most of its tagged uses lie (cntlist.rev counts them in
// texts whose words were given their senses by hand); where none was tagged, the file with most of
// its sets. In a list without capital letters a word that was tagged a few times at most, and that
// WordNet has as a name too, is taken for the name: "john" is a person. Of two that tie, the first;
// such words are put into `tied`.
// "" for a word that WordNet does not list: function words and inflected forms. `counts` is
// cntlist.rev, a line "dog%1:05:00:: 1 42": the key of a sense, its number, how often it was
// tagged. Throws UserError for a line that reads otherwise.
std::vector<std::string> wordnet_groups(const WordNet& wordnet, ByteSource& counts,
                                        const std::string& named, const WordList& words,
                                        std::vector<std::string>* tied = nullptr);

// The same from a folder with data.noun, … and cntlist.rev.
std::vector<std::string> wordnet_groups(const std::filesystem::path& folder, const WordList& words,
                                        std::vector<std::string>* tied = nullptr);

}  // namespace glassformer
