#include "core/grad/made.h"

#include <array>

#include "core/grad/op.h"

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

// What went into a node, each looked at once however often it is asked for: chains of values
// without a name may be long.
class MadeInputs {
 public:
  MadeInputs(const Tape& tape, const Node& node) : tape_(tape), node_(node) {}

  const Made& operator[](int i) {
    std::optional<Made>& made = made_[static_cast<std::size_t>(i)];
    if (!made) made = made_of(tape_, node_.inputs[static_cast<std::size_t>(i)]);
    return *made;
  }

 private:
  const Tape& tape_;
  const Node& node_;
  std::array<std::optional<Made>, 2> made_;
};

Role role_of(OpMakes::Numbers numbers, MadeInputs& inputs) {
  switch (numbers) {
    case OpMakes::Numbers::as_first:
      return inputs[0].role;
    case OpMakes::Numbers::score:
      return Role::score;
    case OpMakes::Numbers::probability:
      return Role::probability;
    case OpMakes::Numbers::share:
      return Role::share;
    case OpMakes::Numbers::projected:
      return projected(inputs[0].role, inputs[1].role);
    case OpMakes::Numbers::plain:
      break;
  }
  return Role::plain;
}

Axis axis_of(OpMakes::From from, MadeInputs& inputs) {
  if (from == OpMakes::kNothing) return Made{}.rows;
  return from.cols ? inputs[from.input].cols : inputs[from.input].rows;
}

}  // namespace

Made made_of(const Tape& tape, Var var) {
  const Node& node = tape.node(var);
  if (!node.path.empty()) return {node.label.rows, node.label.cols, node.label.role};
  if (node.op == nullptr) return {};
  const OpMakes& makes = node.op->makes;
  MadeInputs inputs(tape, node);
  return {axis_of(makes.rows, inputs), axis_of(makes.cols, inputs), role_of(makes.numbers, inputs)};
}

std::optional<Cell> copied_cell(const Tape& tape, Cell cell) {
  const Node& copy = tape.node(cell.var);
  if (copy.op == nullptr || !copy.op->copies) return std::nullopt;
  return copy.op->explain(tape, copy, cell.row, cell.col).terms.front().factors.front();
}

Real before_edits(const Tape& tape, Cell cell) {
  const auto value = [&](Cell of) { return tape.value(of.var)(of.row, of.col); };
  const Real now = value(cell);
  for (std::optional<Cell> from = cell; from && value(*from) == now;) {
    cell = *from;
    from = copied_cell(tape, cell);
  }
  return tape.computed(cell.var)(cell.row, cell.col);
}

}  // namespace glassformer
