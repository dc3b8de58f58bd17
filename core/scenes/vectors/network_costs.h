#pragma once

#include "core/scenes/part.h"

// What Bengio's model and skip-gram cost at full size: counted, not measured.
namespace glassformer {

struct NetworkSizes {
  double words = 0;   // of the vocabulary
  double d = 0;       // numbers of a row
  double before = 0;  // words that Bengio's model reads
  double hidden = 0;  // cells of its hidden layer
};

// Records under the scope `weights` rows, columns and numbers = rows ∘ columns of each matrix of
// Bengio's model, each [matrices, 1].
struct WeightCounts {
  Part rows, columns, numbers;
};
WeightCounts name_weight_counts(Tape& tape, const NetworkSizes& sizes);

// Records under the scope `count` the multiplications that predict one word: in and out, the
// lengths of the rows that go into and come out of hidden layer, direct connections and output;
// products = in ∘ out [networks, parts]; total, their sums [networks, 1]. Of a tree every word is
// taken to be log2 V turns away.
struct ProductCounts {
  Part products, total;
};
ProductCounts name_product_counts(Tape& tape, const NetworkSizes& sizes);

}  // namespace glassformer
