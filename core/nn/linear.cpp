#include "core/nn/linear.h"

#include "core/grad/ops.h"
#include "core/nn/row_weights.h"

namespace glassformer {

Linear::Linear(Declaration& declaration, const LinearNames& names, int inputs, int outputs,
               bool bias)
    : names_(&names),
      weight_(declaration.add(names.weight.name, {inputs, outputs}, Parameter::Init::glorot)) {
  if (bias) bias_ = declaration.add(names.bias.name, {1, outputs}, Parameter::Init::zeros);
}

Var Linear::weight(Pass& pass) const {
  return pass.param(weight_, names_->weight, names_->in, names_->out);
}

Var Linear::bias(Pass& pass) const {
  return pass.param(bias_, names_->bias, axes::none, names_->out);
}

Var Linear::forward(Pass& pass, Var x, const Axis& rows) const {
  Tape& tape = pass.tape();
  if (const RowWeights* const rows = pass.row_weights(weight_)) {
    const Var product = tape.input(rows->times(weight_, tape.value(x)));
    return has_bias() ? add_row(tape, product, bias(pass)) : product;
  }
  const Var w = weight(pass);
  if (!has_bias()) return pass.name(matmul(tape, x, w), names_->result, rows, names_->out);
  const Var product = pass.name(matmul(tape, x, w), names_->product, rows, names_->out);
  const Var b = bias(pass);
  return pass.name(add_row(tape, product, b), names_->result, rows, names_->out);
}

}  // namespace glassformer
