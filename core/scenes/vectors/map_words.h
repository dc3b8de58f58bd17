#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/embed/vectors/word_vectors.h"
#include "core/grad/tape.h"
#include "core/project/pca.h"

namespace glassformer {

// What a map of words is drawn from, and what is worked out once for it however often a word is
// clicked.
struct MapGround {
  WordVectorsPtr vectors;
  Rows rows;           // of the words on the map, of length 1 if that was asked for
  Pca pca;             // of those `rows` that are finite throughout, with every axis
  std::string origin;  // of the vectors, for a note
};
std::shared_ptr<const MapGround> map_ground(const WordVectorsPtr& vectors, std::size_t words,
                                            bool unit_length);

// The rows of the ground on some axes, [words, axes]: from the last call where nothing changed.
LeafPtr map_on(const std::shared_ptr<const MapGround>& ground, std::string_view name,
               std::span<const float> origin, const Mat& axes);

// "she − he": the words on either side of a minus that stands alone; empty if it reads otherwise.
std::vector<std::string> two_words(std::string_view text);
// "man king woman queen", or with commas where words have spaces.
std::vector<std::string> listed_words(std::string_view text);

}  // namespace glassformer
