#include "core/nn/hierarchical_output.h"

#include "core/grad/ops.h"
#include "core/grad/tree_ops.h"

namespace glassformer {

namespace {

const Axis units{"unit", {}, -1}, nodes{"node", {}, -1};

}  // namespace

HierarchicalOutput::HierarchicalOutput(Declaration& declaration, int width, int vocab_size)
    : w_(declaration.add("w", {vocab_size - 1, width}, Parameter::Init::glorot)),
      b_(declaration.add("b", {1, vocab_size - 1}, Parameter::Init::zeros)) {}

Var HierarchicalOutput::weight(Pass& pass) const {
  return pass.param(w_, {"w", "W_{\\mathrm{out}}", Role::output_weight}, nodes, units);
}

Var HierarchicalOutput::bias(Pass& pass) const {
  return pass.param(b_, {"b", "b_{\\mathrm{out}}"}, axes::none, nodes);
}

Var HierarchicalOutput::log_probabilities(Pass& pass, Var h, const Tokens& tokens) const {
  Tape& tape = pass.tape();
  const Var product = pass.name(matmul_nt(tape, h, weight(pass)),
                                {"product", "hW_{\\mathrm{out}}^{\\top}"}, tokens.axis, nodes);
  const Var scores =
      pass.name(add_row(tape, product, bias(pass)),
                {"decisions", "hW_{\\mathrm{out}}^{\\top} + b_{\\mathrm{out}}", Role::score},
                tokens.axis, nodes);
  return tree_log_softmax(tape, scores);
}

Var HierarchicalOutput::surprisal(Pass& pass, Var h, std::vector<int> targets) const {
  return tree_surprisal(pass.tape(), h, weight(pass), bias(pass), std::move(targets));
}

}  // namespace glassformer
