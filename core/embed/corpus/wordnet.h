#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/byte_source.h"

namespace glassformer {

// WordNet (Fellbaum 1998; wordnet.princeton.edu), the data files of version 3: sets of synonyms,
// what each set means, and how sets are related.
struct WordNet {
  struct Pointer {
    std::string relation;    // "@", a kind of; "#p", a part of; "+", derived from; wninput(5WN)
    std::size_t target = 0;  // a set
    std::size_t of = 0;      // a word of this set, from 1; 0: the whole set
    std::size_t to = 0;      // a word of the target, likewise
  };
  struct Set {
    std::size_t file = 0;            // of the lexicographers; 15: places (lexnames(5WN))
    std::vector<std::string> words;  // "take a breath", "New York"
    std::vector<Pointer> pointers;
    std::string definition;
    std::vector<std::string> examples;  // sentences
  };
  std::vector<Set> sets;
};

// The folder that the environment variable WNSEARCHDIR names, as for WordNet's own programs
// (wn(1)); without it, where Debian's package wordnet-base puts it.
std::filesystem::path usual_wordnet_folder();

// Reads data.noun, data.verb, data.adj and data.adv of a folder. Throws UserError.
WordNet read_wordnet(const std::filesystem::path& folder);

// One of the four files, for read_wordnet() and the fuzz target.
struct WordNetPart {
  char letter;  // n, v, a, r
  ByteSource& bytes;
  std::string named;  // for messages
};
WordNet read_wordnet(std::span<const WordNetPart> parts);

// What a text made of WordNet tells of, beyond the words that its definitions use.
struct WordNetTextOptions {
  // Words in small letters that are told of although definitions hardly use them: "pizza".
  std::vector<std::string> everyday;
  // Capitals (sets) of which nothing that the text makes says "capital": what is left are their
  // definitions and where they lie. For the question what is learned without being told.
  std::vector<std::size_t> held_out;
};
// The list that comes with the program (assets/words/everyday.txt). Throws UserError.
std::vector<std::string> everyday_words();

// WordNet as a text for word vectors, a line for each of these. Of every set: its words, the
// definition and its words again, so that both ends of the definition stand near them; the
// examples; and for every relation, three times, the words of this set beside those of the other.
// Words that definitions and examples themselves use fewer than three times are left out as words
// of a set, unless they are everyday words, countries, islands or capitals: most are Latin names of
// plants and animals. Years are left out too.
void write_wordnet_text(const WordNet& wordnet, const WordNetTextOptions& options,
                        const std::function<void(std::string_view)>& take);

}  // namespace glassformer
