#include "core/grad/made.h"

namespace glassformer {

namespace {

// x W is what the weights W are for; what probabilities weigh is put out.
Role projected(Role first, Role second) {
  switch (second) {
    case Role::query_weight:
      return Role::query;
    case Role::key_weight:
      return Role::key;
    case Role::value_weight:
      return Role::value;
    case Role::output_weight:
      return Role::output;
    default:
      return first == Role::probability ? Role::output : Role::plain;
  }
}

Role role_of(OpMakes::Numbers numbers, const Tape& tape, const Node& node) {
  switch (numbers) {
    case OpMakes::Numbers::as_first:
      return made_of(tape, node.inputs[0]).role;
    case OpMakes::Numbers::score:
      return Role::score;
    case OpMakes::Numbers::probability:
      return Role::probability;
    case OpMakes::Numbers::share:
      return Role::share;
    case OpMakes::Numbers::projected:
      return projected(made_of(tape, node.inputs[0]).role, made_of(tape, node.inputs[1]).role);
    case OpMakes::Numbers::plain:
      break;
  }
  return Role::plain;
}

Axis axis_of(OpMakes::From from, const Tape& tape, const Node& node) {
  if (from == OpMakes::kNothing) return Made{}.rows;
  const Made input = made_of(tape, node.inputs[static_cast<std::size_t>(from.input)]);
  return from.cols ? input.cols : input.rows;
}

}  // namespace

Made made_of(const Tape& tape, Var var) {
  const Node& node = tape.node(var);
  if (!node.path.empty()) return {node.label.rows, node.label.cols, node.label.role};
  if (node.op == nullptr) return {};
  const OpMakes& makes = node.op->makes;
  return {axis_of(makes.rows, tape, node), axis_of(makes.cols, tape, node),
          role_of(makes.numbers, tape, node)};
}

}  // namespace glassformer
