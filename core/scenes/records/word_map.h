#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/grad/var.h"

namespace glassformer {

// What the scene word-map computed. Each way to lay the words out has a scope of the trace.
struct WordMapRecord {
  struct Pca {
    static constexpr std::string_view scope = "pca";
    Var map;        // [words, 2 or 3]: all words
    Var explained;  // [1, dim]: the share of the variance along each component
  };
  struct Tsne {
    static constexpr std::string_view scope = "tsne";
    Var squared, p;  // [1, neighbours]; empty for a word that is not on the map
  };
  struct Axes {
    static constexpr std::string_view scope = "axes";
    Var map;                           // [words, 2]
    std::vector<std::string> missing;  // why there is none, sentences
  };
  struct Plane {
    static constexpr std::string_view scope = "plane";
    Var map;                           // [words, 2]
    Var words;                         // [3 or 4, dim]: a, b, c and perhaps d
    Var coordinates;                   // [4 or 5, 2]: of these and of b − a + c
    std::vector<std::string> missing;  // why there is none, sentences
  };
  Var cosine, distance;  // [1, k]: of the chosen word and its neighbours
  Pca pca;
  Tsne tsne;
  Axes axes;
  Plane plane;
};

}  // namespace glassformer
