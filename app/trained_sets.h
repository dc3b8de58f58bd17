#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/embed/word_vectors.h"

namespace glassformer {

class VectorTrainingJob;

// Word vectors of five kinds from the same text, the one that comes with the program: each is
// trained in the background when it is first asked for, and kept as long as the program runs.
class TrainedSets {
 public:
  struct Set {
    WordVectorsPtr vectors;  // null until it is made
    double share = 0;        // of its training that is done
    double seconds_left = 0;
    std::string failed;  // why it cannot be made; empty: nothing is wrong
  };
  static const std::vector<std::string>& names();  // "skip-gram", "CBOW", "GloVe", "LSA", "Bengio"

  TrainedSets();
  ~TrainedSets();  // what is not finished is given up, after the round in progress
  // What there is of it; asks for it if nobody has yet. Returns at once.
  Set get(std::size_t kind);
  void wait(std::size_t kind);  // until it is made, or failed

 private:
  std::vector<std::unique_ptr<VectorTrainingJob>> jobs_;
};

}  // namespace glassformer
