#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/grad/var.h"
#include "core/scenes/records/option_keys.h"

namespace glassformer {

namespace word_map_options {
inline constexpr TextKey measure{"measure", "cosine"};
inline constexpr TextKey word{"map_word"};
inline constexpr TextKey axis_x{"map_axis_x", "she - he"};
inline constexpr TextKey axis_y{"map_axis_y", "big - small"};
inline constexpr TextKey plane{"map_plane", "man king woman queen"};
inline constexpr NumberKey words{"words", 10'000};
inline constexpr NumberKey unit_length{"unit_length"};
inline constexpr NumberKey solid{"solid"};
inline constexpr NumberKey x{"map_x", 1};
inline constexpr NumberKey y{"map_y", 2};
inline constexpr NumberKey z{"map_z", 3};
inline constexpr NumberKey perplexity{"map_perplexity", 30};
inline constexpr NumberKey rate{"map_rate"};
inline constexpr NumberKey exaggeration{"map_exaggeration", 12};
inline constexpr NumberKey seed{"map_seed", 1};
}  // namespace word_map_options

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
