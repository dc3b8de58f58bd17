#pragma once

#include <optional>

#include "core/nn/parameters.h"
#include "core/nn/pass.h"

namespace glassformer {

// A table with a row for each word of a vocabulary: [vocab_size, d_model].
class Embedding {
 public:
  Embedding(Declaration& declaration, std::string_view name, int vocab_size, int d_model);

  Var table(Pass& pass, const Tokens& tokens) const;
  // The rows of the tokens' ids, "embedding": [n, d_model].
  Var forward(Pass& pass, const Tokens& tokens) const;
  int index() const { return table_; }  // into the Params

 private:
  int table_;
};

// x Wᵀ, "logits": how well each word fits, [n, d_model] → [n, vocab_size].
class Unembedding {
 public:
  // W is the embedding itself (Press and Wolf 2017; Vaswani et al. 2017, §3.4) …
  explicit Unembedding(const Embedding& tied) : tied_(tied) {}
  // … or a matrix of its own, "output".
  Unembedding(Declaration& declaration, int vocab_size, int d_model);
  Var forward(Pass& pass, Var x, const Tokens& tokens) const;

 private:
  std::optional<Embedding> tied_;
  int own_ = -1;
};

}  // namespace glassformer
