#include "core/nn/pass.h"

#include <algorithm>

#include "core/grad/ops.h"
#include "core/nn/row_weights.h"
#include "core/nn/score.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace axes {
const Axis none = {}, d_model = {"d_model", {}, -1}, d_k = {"d_k", {}, -1}, d_v = {"d_v", {}, -1},
           heads_d_k = {"h d_k", {}, -1}, heads_d_v = {"h d_v", {}, -1}, d_ff = {"d_ff", {}, -1},
           position = {"position", {}, -1};
}

Pass Pass::traced(Tape& tape, const Params& params, std::vector<HeadSwitch> switches) {
  Pass pass(Kind::traced, tape, params);
  pass.vars_.resize(static_cast<std::size_t>(params.size()));
  pass.switches_ = std::move(switches);
  return pass;
}

Pass Pass::packed(Tape& tape, const Params& params, std::optional<std::uint64_t> dropout_seed) {
  Pass pass(Kind::packed, tape, params);
  pass.dropout_seed_ = dropout_seed;
  pass.put_params();
  return pass;
}

Pass Pass::cached(Tape& tape, const Params& params, StepCache& cache, const RowWeights* rows) {
  Pass pass(Kind::cached, tape, params);
  pass.cache_ = &cache;
  pass.rows_ = rows;
  pass.put_params();
  return pass;
}

void Pass::put_params() {
  tape_.clear();
  static const LeafPtr nothing = std::make_shared<const Leaf>(Mat());
  for (int i = 0; i < params_.size(); ++i) {
    tape_.input(row_weights(i) != nullptr ? nothing : params_.leaf(i));
  }
}

const RowWeights* Pass::row_weights(int index) const {
  return rows_ != nullptr && rows_->holds(index) ? rows_ : nullptr;
}

Var Pass::look_up(int index, Var table, const std::vector<int>& ids) const {
  if (row_weights(index) != nullptr) return tape_.input(rows_->rows(index, ids));
  return gather(tape_, table, ids);
}

Var Pass::param(int index, const Name& name, const Axis& rows, const Axis& cols) {
  if (!is_traced()) return Var{index};
  static const Origin origin =
      all_cells("A parameter of the model: it began at random, and training moved it.");
  Var& var = vars_[static_cast<std::size_t>(index)];
  if (!var) var = this->name(tape_.input(params_.leaf(index)), name, rows, cols, origin);
  return var;
}

Var Pass::name(Var x, const Name& name, const Axis& rows, const Axis& cols, Origin origin) const {
  if (!is_traced()) return x;
  return tape_.name(x, {std::string(name.name), std::string(name.symbol), name.role, rows, cols,
                        std::move(origin)});
}

Var Pass::dropout(Var x, double p) {
  if (!dropout_seed_ || p <= 0) return x;
  dropout_seed_ = Rng(*dropout_seed_).next();
  return glassformer::dropout(tape_, x, p, *dropout_seed_);
}

Var Pass::switched(const AttentionPlace& place, const Axis& rows) {
  const auto context = [&](const AttentionPlace& of) {
    return std::ranges::find(sites_, of, &AttentionSite::place)->context;
  };
  const Var own = context(place);
  const auto found = std::ranges::find(switches_, place, &HeadSwitch::head);
  if (found == switches_.end()) return own;
  const std::string head = std::to_string(place.head);
  const Scope scope(*this, "head." + head);
  const Var from = found->copies ? context(found->from) : own;
  return name(scale(tape_, from, found->copies ? 1 : found->factor),
              {"switched", with_head("O'", head), Role::output}, rows, axes::d_v);
}

}  // namespace glassformer
