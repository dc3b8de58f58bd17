#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/embed/vectors/word_vectors.h"
#include "core/grad/tape.h"
#include "core/project/pca.h"

namespace glassformer {

// Words of one kind, as the vectors' own table names them.
struct MapGroup {
  std::string name;
  std::size_t words = 0;
  std::vector<float> mean;  // [dim]: of the unit vectors of its words
  bool large = true;        // at least one in a hundred of the words on the map
};
// Large groups come first, those whose words point most alike at the head (mean_direction()); then
// the small ones by their size.
std::vector<MapGroup> groups_on_map(const WordVectors& vectors, const Rows& rows);

// The numbers of the first `words` words in the order in which a map names them where there is not
// room for all: content words, the most frequent first, then function words and signs.
struct NamingOrder {
  std::vector<int> words;
  std::size_t content = 0;  // so many come before the function words
};
NamingOrder content_words_first(const WordVectors& vectors, std::size_t words);

// What a map of words is drawn from, and what is worked out once for it however often a word is
// clicked.
struct MapGround {
  WordVectorsPtr vectors;
  Rows rows;  // of the words on the map, of length 1 if that was asked for
  Pca pca;    // of those `rows` that are mapped and finite throughout, with every axis
  std::vector<MapGroup> groups;
  std::shared_ptr<const std::vector<int>> naming;  // content_words_first()
  std::size_t mapped = 0;                          // so many of these words are on the map
  std::string origin;                              // of the vectors, for a note
};
// `content`: function words are not on the map, and the components are those of the others.
std::shared_ptr<const MapGround> map_ground(const WordVectorsPtr& vectors, std::size_t words,
                                            bool unit_length, bool content);

// The rows of the ground on some axes, [words, axes]: from the last call where nothing changed.
LeafPtr map_on(const std::shared_ptr<const MapGround>& ground, std::string_view name,
               std::span<const float> origin, const Mat& axes);

// "she − he": the words on either side of a minus that stands alone; empty if it reads otherwise.
std::vector<std::string> two_words(std::string_view text);
// The pairs of a section of the facts (core/text/corpus.h): "family" has king and queen. Empty for
// any other name.
std::vector<std::pair<std::string, std::string>> fact_pairs(std::string_view section);

}  // namespace glassformer
