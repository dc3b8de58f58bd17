#include "core/nn/output_layer.h"

#include "core/grad/ops.h"

namespace glassformer {

namespace {

const Axis units{"unit", {}, -1}, words{"word", {}, -1};
const LinearNames names{{"w", "W_{\\mathrm{out}}", Role::output_weight},
                        {"b", "b_{\\mathrm{out}}"},
                        {"product", "hW_{\\mathrm{out}}"},
                        {"sum", "hW_{\\mathrm{out}} + b_{\\mathrm{out}}"},
                        units,
                        words};

}  // namespace

OutputLayer::OutputLayer(Declaration& declaration, int width, int vocab_size)
    : linear_(declaration, names, width, vocab_size, true) {}

Var OutputLayer::forward(Pass& pass, Var h, const Tokens& tokens) const {
  Tape& tape = pass.tape();
  const Var product = pass.name(matmul(tape, h, linear_.weight(pass)), names.product, tokens.axis,
                                tokens.vocabulary);
  return add_row(tape, product, linear_.bias(pass));
}

}  // namespace glassformer
