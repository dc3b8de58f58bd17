#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/embed/vectors/word_vectors.h"
#include "core/nn/axes.h"
#include "core/scenes/chosen.h"
#include "core/scenes/part.h"
#include "core/scenes/records/bias.h"
#include "core/scenes/scene.h"

// The parts of the model bias, each with scopes of the trace of its own.
namespace glassformer {

inline constexpr std::size_t bias_counted = 10'000;  // words, the most frequent, that make the mean
inline constexpr std::size_t bias_searched = 1500;   // likewise, among which pairs are looked for

struct BiasSetup {
  WordVectorsPtr vectors;
  Part g;        // [1, dim]
  Part to_mean;  // [1, dim], less the mean of all words, each of length 1
  Axis dims = numbered("dim");
  Axis direction;
};

// Which direction of which vectors: what takes long to find along it is kept.
struct BiasDirection {
  BiasDirection(const WordVectorsPtr& vectors, std::span<const float> g)
      : of(vectors), along(g.begin(), g.end()) {}
  bool operator==(const BiasDirection& other) const {
    return !of.owner_before(other.of) && !other.of.owner_before(of) && along == other.along;
  }

  std::weak_ptr<const WordVectors> of;
  std::vector<float> along;
};

// axis.*: g, from one word to another, or the mean of what ten pairs give; all.*: the mean of all
// words. Throws UserError where the vectors have no such words.
BiasSetup record_direction(const Inputs& inputs, Run& run, BiasRecord& record);

// The numbers of those that the vectors have, each once; the others are put into `absent`.
std::vector<int> ids_of(const WordVectors& vectors, const std::vector<std::string>& words,
                        std::vector<std::string>& absent);
// The two words; or others that the vectors have, and a note that says so.
std::vector<int> two_ids(const WordVectors& vectors, const std::vector<std::string>& words,
                         const std::vector<std::string>& otherwise, Run& run);
// The word that is asked for; or the most frequent content word, and a note that says so: not the
// comma that stands first where signs are words. `part` begins the note.
int id_or_first(const WordVectors& vectors, const std::string& wanted, std::string_view part,
                Run& run);
// The words of the pairs that are gender by definition, as far as the vectors have them.
std::vector<int> definitional_ids(const WordVectors& vectors);

// The first so many words, each of length 1, along g.
std::vector<float> words_along(const BiasSetup& setup, std::size_t count);
// Words of length 1, and how far they lie along g, measured from the mean of all words: unit and
// projection of the scope.
struct Projection {
  Part unit, along;
};
Projection record_projection(const BiasSetup& setup, const std::vector<int>& ids);
// cos(g, x − y) of each pair, in the scope.
Part record_scores(const BiasSetup& setup, const std::vector<int>& first,
                   const std::vector<int>& second, const Axis& axis, const char* scope_name);

// printed.*: what the lecture prints, as these vectors have it, and how much of it lies so.
void record_printed(const BiasSetup& setup, BiasRecord& record);
// moved.*: a word's neighbours before and after all words but the definitional ones are
// neutralised.
void record_moved(const Inputs& inputs, const BiasSetup& setup, Run& run, BiasRecord& record);
// clusters.*: whether the words that lie farthest out are still told apart afterwards (Gonen and
// Goldberg 2019, sections 4.1 and 4.2), and whether they were for any other direction.
void record_clusters(const Inputs& inputs, const BiasSetup& setup, Run& run, BiasRecord& record);

// w − (w g) g of length 1, of these words.
Rows neutral_rows(const WordVectors& vectors, const std::vector<int>& ids,
                  std::span<const float> g);

}  // namespace glassformer
