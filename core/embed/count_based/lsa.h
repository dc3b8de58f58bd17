#pragma once

#include <cstdint>
#include <string>

#include "core/embed/corpus/encoded_text.h"
#include "core/embed/count_based/cooccurrence.h"
#include "core/embed/count_based/sparse.h"
#include "core/embed/train/keep_going.h"
#include "core/embed/vectors/word_vectors.h"

namespace glassformer {

struct LsaConfig {
  enum class Weighting {
    counts,      // as they are
    log_counts,  // log(1 + count)
    ppmi,        // positive pointwise mutual information
  };
  int dim = 100;
  int window = 5;
  bool distance = false;
  Weighting weighting = Weighting::ppmi;
  // Of ppmi: contexts count to this power, so that rare ones do not stand out (Levy, Goldberg and
  // Dagan 2015, §3.2); 1: as they are.
  double context_power = 0.75;
  // A word's vector is its row of U · Σ^value_power (the same, section 3.3).
  double value_power = 0.5;
  std::uint64_t seed = 1;  // of the random vectors that the decomposition begins with
  int threads = 0;         // 0: one for each core; the vectors do not depend on them
};
// Throws UserError for what cannot be computed, naming the option.
void check(const LsaConfig& config);
std::string described(const LsaConfig& config);

// The matrix that is decomposed: words × contexts.
SparseRows lsa_matrix(const EncodedText& text, const LsaConfig& config);

// Latent semantic analysis (Deerwester et al. 1990) of the counts of who stands near whom: the
// truncated singular value decomposition of lsa_matrix(). With fewer words than dimensions the
// vectors have as many as there are words. Throws UserError when it is stopped.
WordVectors train_lsa(const EncodedText& text, const LsaConfig& config,
                      const KeepGoing& keep_going = {});

}  // namespace glassformer
