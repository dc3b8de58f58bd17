#include "core/nn/embedding.h"

#include <cmath>

#include "core/grad/ops.h"
#include "core/nn/row_weights.h"

namespace glassformer {

Embedding::Embedding(Declaration& declaration, std::string_view name, int vocab_size, int d_model)
    : table_(declaration.add_table(name, {vocab_size, d_model}, 1 / std::sqrt(d_model))) {}

Var Embedding::table(Pass& pass, const Tokens& tokens) const {
  return pass.param(table_, {"table", "E", Role::input}, tokens.vocabulary, axes::d_model);
}

Var Embedding::forward(Pass& pass, const Tokens& tokens) const {
  return pass.name(pass.look_up(table_, table(pass, tokens), tokens.ids), {"embedding", "E_{t}"},
                   tokens.axis, axes::d_model);
}

Unembedding::Unembedding(Declaration& declaration, int vocab_size, int d_model)
    : own_(declaration.add_table("output", {vocab_size, d_model}, 1 / std::sqrt(d_model))) {}

Var Unembedding::forward(Pass& pass, Var x, const Tokens& tokens) const {
  const int table = tied_ ? tied_->index() : own_;
  if (const RowWeights* const rows = pass.row_weights(table)) {
    return pass.tape().input(rows->times(table, pass.tape().value(x)));
  }
  const Var words = tied_ ? tied_->table(pass, tokens)
                          : pass.param(own_, {"output", "W_{\\mathrm{out}}", Role::output_weight},
                                       tokens.vocabulary, axes::d_model);
  return matmul_nt(pass.tape(), x, words);
}

}  // namespace glassformer
