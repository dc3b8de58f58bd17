#pragma once

#include "core/nn/axes.h"
#include "core/scenes/part.h"
#include "core/scenes/records/word_map.h"
#include "core/scenes/scene.h"
#include "core/scenes/vectors/map_words.h"

// The parts of the model word-map, each with a scope of the trace of its own.
namespace glassformer {

// What all parts are made from.
struct MapSetup {
  std::shared_ptr<const MapGround> ground;
  bool unit = false;
  int id = 0;  // of the chosen word
  Part words;  // [1 + k, dim]: the chosen word and its neighbours, as the map takes them
  Axis axis;
  Axis dims = numbered("dim");
};

// The numbers of all these words, or none and a sentence that says which is missing from `what`.
std::vector<int> find_all(const WordVectors& vectors, const std::vector<std::string>& words,
                          std::string_view what, std::vector<std::string>& missing);
// The rows of named words, as the map takes them; on the tape as `name`.
Part record_rows(const MapSetup& setup, const std::vector<int>& ids, const char* name,
                 const char* symbol);
Mat rows_of(const WordVectors& vectors, const std::vector<int>& ids);
// The same on the tape, of length 1.
Part units_of(Tape& tape, const WordVectors& vectors, const std::vector<int>& ids);
// Where their cells come from: the file, or the training.
Origin of_vectors(const WordVectors& vectors);
std::vector<std::string> names_of(const WordVectors& vectors, const std::vector<int>& ids);
// Of length 1, if the map has them so.
Part as_on_map(const MapSetup& setup, Part rows);
// All words of the map on these axes, as "map" of the scope.
Part name_map(const MapSetup& setup, std::string_view which, std::span<const float> origin,
              const Mat& axes, Axis columns);

// The principal components of all words, and the coordinates of the shown ones.
WordMapRecord::Pca record_pca(const Inputs& inputs, const MapSetup& setup, Run& run);
// Whom t-SNE takes for the chosen word's neighbours, and how much of its attention each gets.
WordMapRecord::Tsne record_similarities(const Inputs& inputs, const MapSetup& setup);
// Coordinates along two directions from word to word.
WordMapRecord::Axes record_axes(const Inputs& inputs, const MapSetup& setup, Run& run);
// The plane through three words, by Gram and Schmidt: the first axis from a to b, the second what
// c − a has beside it.
WordMapRecord::Plane record_plane(const Inputs& inputs, const MapSetup& setup);
// The groups of the words, and which of them are in colour.
WordMapRecord::Groups record_groups(const Inputs& inputs, const MapSetup& setup, Run& run);
// The chosen word and its neighbours along the principal components of these words alone.
WordMapRecord::Alone record_alone(const Inputs& inputs, const MapSetup& setup);
// Which of some words is least like the others: that whose mean cosine to them is the least. It is
// also the one whose cosine to the mean of all their unit vectors is the least, as gensim's
// doesnt_match has it: to that mean of n, a word's cosine is 1 + (n − 1) times its mean cosine to
// the others, divided by what is the same for all.
WordMapRecord::Odd record_odd(const Inputs& inputs, const MapSetup& setup);

}  // namespace glassformer
