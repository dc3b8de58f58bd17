#pragma once

#include <memory>

#include "core/embed/train/vector_training.h"

namespace glassformer {

struct NplmSettings {
  int dim = 50;
  int contexts = 4;  // words before
  int hidden = 64;
  // Costs most of the time here; whether it helps, the paper leaves open (section 4.2).
  bool direct = false;
  int batch = 512;      // words predicted in a step
  double rate = 0.003;  // Adam's at first, falling to 0 in a line
  int epochs = 1;
  std::uint64_t seed = 1;
};

// Bengio's model (core/models/nplm.h) on a text: the vectors are the rows of its embedding matrix.
// On the tape, with Adam; the same vectors for one seed at any number of threads. Throws UserError.
std::unique_ptr<VectorTraining> nplm_training(EncodedTextPtr text, const NplmSettings& settings);

}  // namespace glassformer
