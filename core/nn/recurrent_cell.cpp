#include "core/nn/recurrent_cell.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "core/grad/ops.h"

namespace glassformer {

namespace {

constexpr std::array<std::string_view, 1> kPlainGates{"state"};
constexpr std::array<std::string_view, 3> kGruGates{"update", "reset", "candidate"};
constexpr std::array<std::string_view, 4> kLstmGates{"input_gate", "forget_gate", "output_gate",
                                                     "cell_input"};

using Squash = Var (*)(Tape&, Var);

// One step under way: records what the equations say, and names it as they write it.
class Step {
 public:
  Step(Tape& tape, const GateInputs& gates, const CellState& before, const CellNames& names)
      : tape_(tape), gates_(gates), before_(before), names_(names) {}

  Var name(Var var, std::string name, std::string symbol, Role role = Role::plain) {
    return tape_.name(var, {std::move(name), std::move(symbol), role, names_.rows, names_.units});
  }
  std::string now(std::string_view letter) const {
    return fmt::format("{}_{{{}}}", letter, names_.now);
  }
  std::string earlier(std::string_view letter) const {
    return fmt::format("{}_{{{}}}", letter, names_.before);
  }
  Var outside(std::size_t gate) const { return gates_.from_outside[gate]; }

  // `state` U of the gate, where `state` is written `symbol`.
  Var recurrent(std::size_t gate, std::string_view gate_name, Var state,
                const std::string& symbol) {
    const Var weight = gates_.weights[gate];
    return name(matmul(tape_, state, weight), fmt::format("{}.recurrent", gate_name),
                symbol + " " + written(weight, "U"));
  }

  // What comes from outside and from the state before, added (a, with the gate's letter above) and
  // squashed.
  Var gate(std::size_t index, std::string_view gate_name, std::string symbol, Var from_state,
           Squash squash) {
    const std::string sum_symbol =
        fmt::format("a^{{{}}}_{{{}}}", symbol.substr(0, symbol.rfind("_{")), names_.now);
    const Var sum =
        name(add(tape_, outside(index), from_state), fmt::format("{}.sum", gate_name), sum_symbol);
    return name(squash(tape_, sum), std::string(gate_name), std::move(symbol),
                gate_name == "state" ? Role::output : Role::plain);
  }

  CellState plain() {
    const Var from_state = recurrent(0, "state", before_.h, earlier(names_.state));
    return {gate(0, "state", now(names_.state), from_state, tanh), {}};
  }

  CellState gru(bool reset_after) {
    const std::string old = earlier(names_.state),
                      fresh_symbol = now("\\tilde{" + names_.state + "}");
    const Var z = gate(0, "update", now("z"), recurrent(0, "update", before_.h, old), sigmoid);
    const Var r = gate(1, "reset", now("r"), recurrent(1, "reset", before_.h, old), sigmoid);
    Var from_state;
    if (reset_after) {
      Var product = recurrent(2, "candidate", before_.h, old);
      if (gates_.candidate_bias) {
        product = name(add_row(tape_, product, gates_.candidate_bias), "candidate.biased",
                       written(product, "sU") + " + " + written(gates_.candidate_bias, "b"));
      }
      from_state = name(multiply(tape_, r, product), "candidate.gated",
                        now("r") + " \\circ (" + written(product, "sU") + ")");
    } else {
      const std::string symbol = now("r") + " \\circ " + old;
      const Var gated = name(multiply(tape_, r, before_.h), "gated", symbol);
      from_state = recurrent(2, "candidate", gated, "(" + symbol + ")");
    }
    const Var candidate = gate(2, "candidate", fresh_symbol, from_state, tanh);
    const Var ones = name(tape_.input(Mat(tape_.shape(z), 1)), "ones", "\\mathbf{1}");
    const Var keep = name(subtract(tape_, ones, z), "keep", "1 - " + now("z"));
    const Var kept =
        name(multiply(tape_, keep, before_.h), "kept", "(1 - " + now("z") + ") \\circ " + old);
    const Var fresh =
        name(multiply(tape_, z, candidate), "fresh", now("z") + " \\circ " + fresh_symbol);
    return {name(add(tape_, kept, fresh), "state", now(names_.state), Role::output), {}};
  }

  CellState lstm() {
    const std::string old = earlier(names_.state);
    const auto gate_of = [&](std::size_t i, const char* letter, Squash squash) {
      return gate(i, kLstmGates[i], now(letter), recurrent(i, kLstmGates[i], before_.h, old),
                  squash);
    };
    const Var i = gate_of(0, "i", sigmoid), f = gate_of(1, "f", sigmoid),
              o = gate_of(2, "o", sigmoid), g = gate_of(3, "g", tanh);
    const Var kept =
        name(multiply(tape_, f, before_.c), "kept", now("f") + " \\circ " + earlier("c"));
    const Var fresh = name(multiply(tape_, i, g), "fresh", now("i") + " \\circ " + now("g"));
    const Var cell = name(add(tape_, kept, fresh), "cell", now("c"));
    const Var squashed = name(tanh(tape_, cell), "squashed", "\\mathrm{tanh}(" + now("c") + ")");
    return {name(multiply(tape_, o, squashed), "state", now(names_.state), Role::output), cell};
  }

 private:
  // What a node is called, or the letter that equations use for its like.
  std::string written(Var var, const std::string& otherwise) const {
    const std::string& symbol = tape_.node(var).label.symbol;
    return symbol.empty() ? otherwise : symbol;
  }

  Tape& tape_;
  const GateInputs& gates_;
  const CellState& before_;
  const CellNames& names_;
};

}  // namespace

std::span<const std::string_view> gate_names(CellKind kind) {
  switch (kind) {
    case CellKind::plain:
      return kPlainGates;
    case CellKind::gru:
    case CellKind::gru_reset_after:
      return kGruGates;
    case CellKind::lstm:
      break;
  }
  return kLstmGates;
}

CellState recurrent_cell(Tape& tape, CellKind kind, const GateInputs& gates,
                         const CellState& before, const CellNames& names) {
  const std::size_t wanted = gate_names(kind).size();
  if (gates.from_outside.size() != wanted || gates.weights.size() != wanted) {
    throw std::logic_error(fmt::format(
        "recurrent_cell: this cell has {} gates, but there are {} inputs and {} weights", wanted,
        gates.from_outside.size(), gates.weights.size()));
  }
  Step step(tape, gates, before, names);
  switch (kind) {
    case CellKind::plain:
      return step.plain();
    case CellKind::gru:
    case CellKind::gru_reset_after:
      return step.gru(kind == CellKind::gru_reset_after);
    case CellKind::lstm:
      break;
  }
  return step.lstm();
}

}  // namespace glassformer
