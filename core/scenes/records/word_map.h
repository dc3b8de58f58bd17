#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
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
inline constexpr TextKey pairs{"map_pairs"};
inline constexpr TextKey groups{"map_groups"};
inline constexpr TextKey group{"map_group"};
inline constexpr TextKey odd{"map_odd", "dog cat horse violin"};
inline constexpr NumberKey alone{"map_alone"};
inline constexpr NumberKey words{"words", 10'000};
inline constexpr NumberKey content{"map_content"};
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
    Var axes;       // [2 or 3, dim]: the components that are drawn
    Var centred;    // [1 + k, dim]: the chosen word and its neighbours, less the mean of all
    Var near;       // [1 + k, 2 or 3]: where the chosen word and its neighbours are
  };
  struct Tsne {
    static constexpr std::string_view scope = "tsne";
    Var squared, p;  // [1, neighbours]; empty for a word that is not on the map
  };
  struct Axes {
    static constexpr std::string_view scope = "axes";
    Var map;                                 // [words, 2]
    std::vector<std::string> missing;        // why there is none, or not each pair; sentences
    std::vector<std::pair<int, int>> pairs;  // numbers of words: "king" and "queen"
    Var steps;    // [pairs, 2]: from the first to the second along each axis; empty: no pairs
    Var forward;  // [1, 2]: how many of the pairs step forward along each axis
  };
  struct Plane {
    static constexpr std::string_view scope = "plane";
    Var map;                           // [words, 2]
    Var words;                         // [3 or 4, dim]: a, b, c and perhaps d
    Var coordinates;                   // [4 or 5, 2]: of these and of b − a + c
    std::vector<std::string> missing;  // why there is none, sentences
  };
  // The words of one kind, as a table tells them.
  struct Groups {
    static constexpr std::string_view scope = "groups";
    static constexpr std::size_t max = 6;  // so many colours can be told apart
    Var together;                          // [1, groups]: how far their words point one way
    std::vector<std::string> chosen;       // in colour
    std::size_t others = 0;                // groups that are not
    std::string next;                      // of these the next, as the option takes them
    std::string lit;                       // the one whose words are lit alone; empty: none
  };
  // The chosen word and its neighbours by themselves.
  struct Alone {
    static constexpr std::string_view scope = "alone";
    Var map;  // [1 + k, 2]: along the components of these words; empty: all words are shown
  };
  // Three to eight words, of which one belongs least.
  struct Odd {
    static constexpr std::string_view scope = "odd";
    Var map;                           // [words, 2]: all, seen along the components of these
    Var cosine;                        // [n, n]
    Var similarity;                    // [1, n]: the mean cosine to the others
    std::vector<int> words;            // their numbers
    std::size_t least = 0;             // which of them is the odd one
    std::vector<std::string> missing;  // why there is none, sentences
  };
  std::vector<int> near;                           // the chosen word and its neighbours
  std::shared_ptr<const std::vector<int>> naming;  // all words: in this order the map names them
  std::size_t mapped = 0;                          // so many of these are on the map
  Var cosine, distance;                            // [1, k]: of the chosen word and its neighbours
  Pca pca;
  Tsne tsne;
  Axes axes;
  Plane plane;
  Groups groups;
  Alone alone;
  Odd odd;
};

// The words of `odd` with one more, or without it if it is among them.
std::string odd_words_toggled(std::string_view words, std::string_view word);

}  // namespace glassformer
