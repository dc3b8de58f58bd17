#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenes/scene.h"

namespace glassformer {

// What a forward pass starts from: the matrices the lesson gives, or random ones from the seed
// where it gives none, and a record of which were random, so that the viewer is told.
class Material {
 public:
  explicit Material(const Inputs& inputs);

  bool has(const std::string& name) const { return inputs_.given.contains(name); }
  LeafPtr given(const std::string& name) const;  // null if it is not given

  // The given matrix, else one of that shape, normal with the deviation. A given one must have the
  // wanted rows and columns; 0: as it likes, and then `drawn` is the size of a random one. `why`
  // says where the wanted size comes from: "x has 4 columns".
  struct Size {
    int wanted = 0;
    int drawn = 0;
  };
  LeafPtr take(const std::string& name, Size rows, Size cols, double deviation,
               std::string_view why);

  // One row for each word, from the seed: [words, width].
  LeafPtr words(const std::string& name, const std::vector<std::string>& words, int width);

  // Says in run.notes what is random and from which seed; after so many turns of a descent, what
  // was.
  void tell(Run& run, int turns = 0) const;

 private:
  const Inputs& inputs_;
  std::uint64_t seed_;
  std::vector<std::string> random_words_;
  std::vector<std::string> random_weights_;
};

// The sentence as typed, split; else the tokens that the lesson names; else none. Throws UserError.
std::vector<std::string> sentence(const Inputs& inputs, int which);

// Throws UserError if there are labels and not one for each of `count` things. `what`: "keys".
void check_labels(const Inputs& inputs, const std::vector<std::string>& labels, int count,
                  std::string_view what);

// Says how many cells the run will hold, for its progress. Throws UserError if a run with that many
// would need more than the limit (core/tensor/memory_limit.h); `how` says what makes it so large:
// "2048 tokens and 16 heads".
void check_memory(const Inputs& inputs, double cells, std::string_view how);

// A random matrix of weights keeps the size of what it multiplies with this deviation: 1 / √rows.
double weight_deviation(int rows);

}  // namespace glassformer
