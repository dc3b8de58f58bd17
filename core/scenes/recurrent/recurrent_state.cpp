#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/nn/axes.h"
#include "core/nn/recurrent_cell.h"
#include "core/scenes/embedding.h"
#include "core/scenes/options.h"
#include "core/scenes/records/recurrent_state.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"

// A recurrent network reads a sentence: one state goes from word to word (lectures 000, 001, 003
// and 004). Nodes: x; h_0 (and c_0); the weights w and u of each gate, and the bias of the gate
// that keeps; for the word t, in the scope loop.t, the word's row x, what comes from it to each
// gate, and the nodes of recurrent_cell.h; states, a row for each word; memory.by_unit and memory:
// how much the last state would move with each word. With `swap`, the same under swapped.… for a
// sentence with another word, and moved. Read in both directions, the network that goes from the
// last word to the first has the same nodes under backward., where loop.1 is the last word, and
// both.t.state are the two states of word t. decay.… is the same by hand, for states of one number.
namespace glassformer {

namespace {

constexpr int kMostWords = 64;

CellKind kind_of(const Inputs& inputs) {
  const std::string name = choice(inputs, "cell");
  return name == "lstm" ? CellKind::lstm : name == "gru" ? CellKind::gru : CellKind::plain;
}

std::vector<std::string> reversed(std::vector<std::string> words) {
  std::ranges::reverse(words);
  return words;
}

const char* letter_of(std::string_view gate) {
  if (gate == "update") return "z";
  if (gate == "reset") return "r";
  if (gate == "input_gate") return "i";
  if (gate == "forget_gate") return "f";
  if (gate == "output_gate") return "o";
  if (gate == "cell_input") return "g";
  return "h";
}

struct Network {
  Tape& tape;
  CellKind kind;
  std::vector<Part> w, u;  // of each gate
  Part bias;               // of the gate that decides what is kept; empty: a plain cell has none
  std::size_t biased = 0;
  CellState start;
  Axis tokens, units;
};

// A network with weights on the tape. What a gate is given is 0 in the middle: a bias that keeps is
// added to the forget gate of an LSTM, and taken from the update gate of a GRU.
Network make_network(const Inputs& inputs, Sheet& sheet, const Embedded& x) {
  const int units = static_cast<int>(number(inputs, "units"));
  Network made{sheet.tape(), kind_of(inputs), {}, {}, {}, 0, {}, x.tokens, numbered("unit")};
  const double strength = number(inputs, "strength");
  for (const std::string_view gate : gate_names(made.kind)) {
    const std::string path(gate), below = fmt::format("_{{{}}}", letter_of(gate));
    made.w.push_back(
        sheet.take(path + ".w", "W" + below, Role::plain,
                   exactly(x.width, numbered("d"), fmt::format("a word has {} numbers", x.width)),
                   any(units, made.units)));
    const std::string given = sheet.tape().scope() + path + ".u";
    const LeafPtr u = sheet.material().take(given, {0, units}, {0, units}, weight_deviation(units),
                                            "a state goes to a state");
    const Part drawn = sheet.at(sheet.tape().input(u));
    made.u.push_back(
        (strength * drawn).as(path + ".u", "U" + below, {.rows = made.units, .cols = made.units}));
  }
  const auto zeros = [&](const char* name, const char* symbol) {
    return sheet.put(Mat(1, units), {name, symbol, Role::plain, numbered(""), made.units});
  };
  made.start.h = zeros("start", "h_{0}");
  if (made.kind == CellKind::lstm) made.start.c = zeros("start_cell", "c_{0}");
  if (made.kind == CellKind::plain) return made;
  const bool lstm = made.kind == CellKind::lstm;
  made.biased = lstm ? 1 : 0;
  const double keep = number(inputs, "keep");
  made.bias = sheet.put(Mat(1, units, static_cast<Real>(lstm ? keep : -keep)),
                        {lstm ? "forget_gate.b" : "update.b", lstm ? "b_{f}" : "b_{z}", Role::plain,
                         numbered(""), made.units});
  return made;
}

// All states, one for each row of x, written with that letter; in the scopes loop.1, loop.2 …
std::vector<Part> read(const Network& network, Part x, const char* letter) {
  Tape& tape = network.tape;
  const auto gates = gate_names(network.kind);
  std::vector<Part> states;
  CellState state = network.start;
  for (int t = 0; t < x.shape().rows; ++t) {
    const Tape::Scope scope(tape, fmt::format("loop.{}", t + 1));
    Axis row = numbered("word");
    row.labels = {axis_label(x.rows(), t)};
    const std::string now = std::to_string(t + 1);
    const Part word =
        slice_rows(x, t, 1).as("x", "x_{" + now + "}", {.rows = row, .cols = numbered("d")});
    GateInputs inputs;
    for (std::size_t g = 0; g < gates.size(); ++g) {
      const std::string gate(gates[g]), symbol = letter_of(gates[g]);
      Part outside = (word * network.w[g])
                         .as(gate + ".from_word", fmt::format("x_{{{}}} W_{{{}}}", now, symbol),
                             {.cols = network.units});
      if (network.bias && g == network.biased) {
        outside = add_row(outside, network.bias)
                      .as(gate + ".outside", fmt::format("x^{{{}}}_{{{}}}", symbol, now));
      }
      inputs.from_outside.push_back(outside);
      inputs.weights.push_back(network.u[g]);
    }
    const CellNames names{letter, now, std::to_string(t), row, network.units};
    state = recurrent_cell(tape, network.kind, inputs, state, names);
    states.emplace_back(tape, state.h);
  }
  return states;
}

// Rows from the last to the first.
Part turned(Part x) {
  const int count = x.shape().rows;
  std::vector<int> rows(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int>(rows.size() - 1 - i);
  Axis tokens = x.rows();
  tokens.labels = Labels(reversed(axis_labels(tokens, count)));
  tokens.sequence = -1;  // its places are others
  return gather(x, rows).as("x", "X", {.role = Role::input, .rows = tokens});
}

// The networks that read: one from the first word on, and if both directions are read one from the
// last word back.
struct Reader {
  Network forward;
  std::optional<Network> backward;

  // A state for each row of x; of both directions the two side by side (lecture 004; Schuster and
  // Paliwal 1997).
  std::vector<Part> read_all(Part x, const std::string& mark) const {
    Tape& tape = forward.tape;
    std::vector<Part> states = read(forward, x, ("h" + mark).c_str());
    if (!backward) return states;
    std::vector<Part> back;
    {
      const Tape::Scope scope(tape, "backward");
      back = read(*backward, turned(x), ("b" + mark).c_str());
    }
    for (std::size_t t = 0; t < states.size(); ++t) {
      const Tape::Scope scope(tape, fmt::format("both.{}", t + 1));
      states[t] = concat_cols({states[t], back[states.size() - 1 - t]})
                      .as("state", fmt::format("[h{0}_{{{1}}}; b{0}_{{{1}}}]", mark, t + 1),
                          {.role = Role::output, .cols = forward.units});
    }
    return states;
  }
};

// ‖∂h_T,k / ∂x_t‖ of every word t and unit k of the last state, through a copy of the tape that is
// walked back: the run itself keeps no gradients.
Mat dependence_of(const Tape& tape, Var last, Var x) {
  Tape walked = tape;
  const int units = tape.shape(last).cols, words = tape.shape(x).rows;
  Mat lengths(words, units);
  for (int k = 0; k < units; ++k) {
    walked.backward(last, 0, k);
    const Mat& grad = std::as_const(walked).grad(x);
    for (int t = 0; t < words && !grad.empty(); ++t) {
      double squares = 0;
      for (const Real cell : grad.row(t)) squares += static_cast<double>(cell) * cell;
      lengths(t, k) = static_cast<Real>(std::sqrt(squares));
    }
  }
  return lengths;
}

void name_memory(const Network& network, Part last, Part x, RecurrentStateRecord& record) {
  Tape& tape = network.tape;
  const Part by_unit =
      put(tape, dependence_of(tape, last, x),
          {"memory.by_unit", "G", Role::plain, network.tokens, network.units,
           all_cells("how far this number of the last state moves for a small move of this word's "
                     "vector, at most: the length of its gradient, taken back through all the "
                     "cells")});
  const Part origin{tape, tape.input(Mat(1, last.shape().cols))};
  record.memory = distance(by_unit, origin)
                      .as("memory", "m", {.role = Role::output, .cols = Axis{"", {"memory"}, -1}});
}

// The same sentence with another word at one place.
void name_swapped(const Inputs& inputs, Sheet& sheet, const Reader& reader, const Embedded& x,
                  const std::vector<Part>& states, RecurrentStateRecord& record) {
  const int place = static_cast<int>(number(inputs, "swap"));
  if (place == 0 || place > x.count) return;
  Tape& tape = reader.forward.tape;
  const std::string typed = text(inputs, "other");
  std::vector<std::string> words = tape.node(x.rows).label.rows.labels.words();
  if (words.empty()) return;
  const auto at = static_cast<std::size_t>(place - 1);
  if (!typed.empty()) words[at] = typed;
  const LeafPtr vector = sheet.material().words("the other word", {words[at]}, x.width);
  const Axis tokens{"token", words, -1};
  const Part whole = sheet.at(x.rows);
  std::vector<Part> parts;
  if (place > 1) parts.push_back(slice_rows(whole, 0, place - 1));
  parts.push_back(sheet.at(tape.input(vector)));
  if (place < x.count) parts.push_back(slice_rows(whole, place, x.count - place));
  const Part rows = concat_rows(parts).as(
      "swapped.x", "X'", {.role = Role::input, .rows = tokens, .cols = numbered("d_model")});
  const std::vector<Part> swapped = [&] {
    const Tape::Scope scope(tape, "swapped");
    return reader.read_all(rows, "'");
  }();
  record.swapped.assign(swapped.begin(), swapped.end());
  std::vector<Part> distances;
  for (std::size_t t = 0; t < swapped.size(); ++t) {
    distances.push_back(distance(states[t], swapped[t]));
  }
  record.moved = concat_rows(distances).as(
      "moved", "\\| h_{t} - h'_{t} \\|",
      {.role = Role::value, .rows = reader.forward.tokens, .cols = Axis{"", {"moved"}, -1}});
}

// Where such a state is after all steps, by the number that came first: a w above 1 has two states
// that stay, and the sign of the first number says which of them it is.
void name_ends(Tape& tape, int steps, RecurrentStateRecord& record) {
  const Mat& w = tape.value(record.weights);
  const std::vector<double> first{1, 0.1, -0.1, -1};
  Axis rows{"first number", {}, -1}, columns{"w", {}, -1};
  Mat ends(static_cast<int>(first.size()), w.cols());
  for (int c = 0; c < w.cols(); ++c) columns.labels.push_back(fmt::format("{:g}", w(0, c)));
  for (int r = 0; r < ends.rows(); ++r) {
    const double x = first[static_cast<std::size_t>(r)];
    rows.labels.push_back(fmt::format("{}{:g}", x < 0 ? "−" : "", std::abs(x)));
    for (int c = 0; c < w.cols(); ++c) {
      double h = std::tanh(x);
      for (int n = 1; n < steps; ++n) h = std::tanh(w(0, c) * h);
      ends(r, c) = static_cast<Real>(h);
    }
  }
  record.ends = put(
      tape, std::move(ends),
      {"ends", fmt::format("h_{{{}}}", steps), Role::output, rows, columns,
       all_cells(fmt::format("tanh of the first number, and then {} times tanh(w h)", steps - 1))});
}

// A state of one number, after a 1 and then zeros: h_n = tanh(x_n + w h_{n−1}).
void name_by_hand(Tape& tape, RecurrentStateRecord& record) {
  constexpr int steps = 30;
  const Tape::Scope scope(tape, "decay");
  const Axis columns = numbered("w");
  record.weights = put(tape, Mat{{0.5, 0.9, 1.2}}, {"w", "w", Role::plain, numbered(""), columns});
  const Mat& w = tape.value(record.weights);
  Mat states(steps, w.cols()), slopes(steps, w.cols());
  for (int c = 0; c < w.cols(); ++c) {
    double h = 0, slope = 0;
    for (int n = 0; n < steps; ++n) {
      h = std::tanh((n == 0 ? 1 : 0) + w(0, c) * h);
      slope = (1 - h * h) * (n == 0 ? 1 : w(0, c) * slope);
      states(n, c) = static_cast<Real>(h);
      slopes(n, c) = static_cast<Real>(slope);
    }
  }
  record.by_hand =
      put(tape, std::move(states),
          {"states", "h", Role::output, numbered("step"), columns,
           all_cells("tanh(1) at the first step, and then tanh(w h) of the h of the row above")});
  record.dependence = put(
      tape, std::move(slopes),
      {"dependence", "\\frac{dh_{n}}{dx_{1}}", Role::plain, numbered("step"), columns,
       all_cells("the number of the row above times w (1 − h²), with the h of this step; in the "
                 "first row 1 − h²")});
  name_ends(tape, steps, record);
}

Run run_recurrent_state(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  const Embedded x = embed(inputs, sheet.material(), run, 0, "x", "X", {});
  if (x.count > kMostWords) {
    throw UserError(fmt::format("recurrent-state: {} words are too many to unroll; take at most {}",
                                x.count, kMostWords));
  }
  Reader reader{make_network(inputs, sheet, x), {}};
  if (choice(inputs, "reads") == "both") {
    const Tape::Scope scope(run.tape, "backward");
    reader.backward.emplace(make_network(inputs, sheet, x));
  }
  RecurrentStateRecord record;
  const Part rows = sheet.at(x.rows);
  const std::vector<Part> states = reader.read_all(rows, "");
  record.states.assign(states.begin(), states.end());
  run.output = concat_rows(states).as(
      "states", "H", {.role = Role::output, .rows = x.tokens, .cols = reader.forward.units});
  name_memory(reader.forward, states.back(), rows, record);
  name_swapped(inputs, sheet, reader, x, states, record);
  name_by_hand(run.tape, record);
  run.records.add(record);
  sheet.tell();
  return run;
}

std::vector<std::string> givens() {
  std::vector<std::string> names{"x"};
  for (const CellKind kind : {CellKind::plain, CellKind::gru, CellKind::lstm}) {
    for (const std::string_view gate : gate_names(kind)) {
      for (const char* prefix : {"", "backward."}) {
        names.push_back(prefix + std::string(gate) + ".w");
        names.push_back(prefix + std::string(gate) + ".u");
      }
    }
  }
  return names;
}

OptionSpec keep_option() {
  OptionSpec spec = number_option(
      "keep", "\\text{keep}",
      "A bias for the gate that decides what is kept: added to the forget gate of an LSTM, taken "
      "from the update gate of a GRU. Above 0 a state keeps more.",
      0, -6, 6);
  spec.shown = [](const Inputs& inputs, const Run&) { return choice(inputs, "cell") != "plain"; };
  return spec;
}

const RegisterScene registered{
    {.name = "recurrent-state",
     .what = "A recurrent network reads a sentence word by word; how much its last state still "
             "depends on each word.",
     .subject = Subject::attention,
     .options = {choice_option(
                     "cell", "\\text{cell}",
                     "What makes a state of the word and the state before: plain, a tanh; "
                     "gru and lstm have gates.",
                     "plain", {"plain", "gru", "lstm"}),
                 choice_option("reads", "\\text{reads}",
                               "From the first word on, or in both directions: then each state is "
                               "two, one of what stands before and one of what stands after.",
                               "forward", {"forward", "both"}),
                 keep_option(),
                 number_option("strength", "\\text{strength}",
                               "What the matrices U are multiplied by.", 1, 0, 4),
                 integer_option("units", "\\text{units}", "How many numbers a state has.", 6, 1,
                                64),
                 integer_option("swap", "\\text{swap}",
                                "The position of a word that is swapped for another; 0: none.", 0,
                                0, kMostWords),
                 text_option("other", "The word that is swapped in.", "nobody"), width_option(6),
                 seed_option()},
     .givens = givens(),
     .sentences = 1,
     .run = run_recurrent_state}};

}  // namespace

}  // namespace glassformer
