#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/nn/recurrent_cell.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/bahdanau.h"
#include "core/scenes/recurrent/alignment.h"
#include "core/tensor/error.h"

// A decoder that attends to the states of an encoder (Bahdanau et al. 2015; lectures 000, 001, 003
// and 004). The encoder's states h and the decoder's first state are given. A step of the decoder
// is
//   alignment  e_ij = v · tanh(s_{i−1} W + h_j V), α_i = softmax(e_i)
//   context    c_i = Σ_j α_ij h_j
//   state      a GRU of s_{i−1}, the word y_{i−1} and c_i (A.1.1)
//   output     t_i = maxout(s_i U_o + y_{i−1} V_o + c_i C_o), p = softmax(t_i W_o) (A.2.2)
// Nodes: h, state_before, words; weights under alignment, update, reset, candidate and output; hv,
// sw, sum, hidden, scores, weights, context, word, the nodes of recurrent_cell.h, output.sum,
// output.maxout, output.logits, output.probabilities. The second step and those after it lie in
// the scopes step.2, step.3 …; alignment is all weights, a row for each step. cost.… and curve.…
// count multiplications.
namespace glassformer {

namespace {

constexpr int kMostSteps = 4;

// What the paper's own network has: lengths of vectors for the count of multiplications.
constexpr double kUnits = 1000, kEncoderUnits = 2000, kHidden = 1000;

enum class Mode { soft, hard, none };

Mode mode_of(const Inputs& inputs) {
  const std::string name = choice(inputs, "attention");
  return name == "hard" ? Mode::hard : name == "none" ? Mode::none : Mode::soft;
}

// The three matrices that a gate, or the output, multiplies with: what is fed, the state, the
// context.
struct Mixer {
  Var from_word, from_state, from_context;
};

struct Decoder {
  Tape& tape;
  const Inputs& inputs;
  Mode mode = Mode::soft;
  bool with_tanh = true;
  Axis source{}, target{}, fed{}, units{}, hidden{}, context{}, pieces{}, pairs{};
  Var states{}, hv{}, words{};
  AlignmentWeights alignment{};
  std::array<Mixer, 3> gates{};  // as gate_names() orders them
  Mixer output{};
  Var to_words{};
};

std::string indexed(const std::string& symbol, int i) {
  return fmt::format("{}_{{{}}}", symbol, i);
}

Axis one_row(const Decoder& decoder, int i) {
  Axis axis = numbered("output word");
  if (!decoder.target.labels.empty()) {
    axis.labels = {decoder.target.labels[static_cast<std::size_t>(i - 1)]};
  }
  return axis;
}

// What the decoder is given before each word: the word before it.
Axis fed_words(const std::vector<std::string>& said) {
  Axis axis = numbered("fed word");
  if (said.empty()) return axis;
  axis.labels.push_back("begin");
  for (std::size_t i = 0; i + 1 < said.size(); ++i) axis.labels.push_back(said[i]);
  return axis;
}

// All weight on one word of `count`.
Mat on_one(int count, int word) {
  Mat row(1, count);
  row(0, word) = 1;
  return row;
}

Var name_weights(const Decoder& decoder, Var scores, int i, const Axis& row) {
  Tape& tape = decoder.tape;
  const Mat& e = tape.value(scores);
  const int count = e.cols();
  Var weights;
  Origin origin;
  switch (decoder.mode) {
    case Mode::soft:
      weights = softmax(tape, scores);
      break;
    case Mode::hard: {
      const auto best = std::ranges::max_element(e.row(0));
      weights = tape.input(on_one(count, static_cast<int>(best - e.row(0).begin())));
      origin = all_cells("1 where the score is largest, 0 elsewhere");
      break;
    }
    case Mode::none:
      weights = tape.input(on_one(count, count - 1));
      origin = all_cells("without attention the decoder has the encoder's last state, every time");
      break;
  }
  return tape.name(weights, {"weights", indexed("\\alpha", i), Role::probability, row,
                             decoder.source, std::move(origin)});
}

// y W + c C, for a gate or for the output; names its two parts and, under `name`, their sum.
Var outside(const Decoder& decoder, const Mixer& mixer, Var word, Var context, int i,
            const Axis& row, const Axis& cols, const std::string& letter) {
  Tape& tape = decoder.tape;
  const auto symbol = [&](Var var) { return tape.node(var).label.symbol; };
  const Var from_word = tape.name(
      matmul(tape, word, mixer.from_word),
      {"from_word", symbol(word) + " " + symbol(mixer.from_word), Role::plain, row, cols});
  const Var from_context = tape.name(
      matmul(tape, context, mixer.from_context),
      {"from_context", symbol(context) + " " + symbol(mixer.from_context), Role::plain, row, cols});
  return tape.name(add(tape, from_word, from_context),
                   {"outside", fmt::format("x^{{{}}}_{{{}}}", letter, i), Role::plain, row, cols});
}

BahdanauRecord::Step decode(const Decoder& decoder, Var before, int i) {
  Tape& tape = decoder.tape;
  BahdanauRecord::Step made;
  made.before = before;
  const Axis row = one_row(decoder, i);
  const std::string old = indexed("s", i - 1);

  const Alignment aligned = align(tape, before, old, decoder.hv, decoder.alignment,
                                  decoder.with_tanh, decoder.source, decoder.hidden);
  made.scores =
      tape.name(aligned.scores, {"scores", indexed("e", i), Role::score, row, decoder.source});
  made.weights = name_weights(decoder, made.scores, i, row);
  made.context = tape.name(matmul(tape, made.weights, decoder.states),
                           {"context", indexed("c", i), Role::output, row, decoder.context});

  Axis fed = numbered(decoder.fed.name);
  if (!decoder.fed.labels.empty()) {
    fed.labels = {decoder.fed.labels[static_cast<std::size_t>(i - 1)]};
  }
  const Var word = tape.name(slice_rows(tape, decoder.words, i - 1, 1),
                             {"word", indexed("y", i - 1), Role::input, fed, numbered("d")});
  GateInputs inputs;
  const std::array letters{"z", "r", "\\tilde{s}"};
  for (std::size_t g = 0; g < decoder.gates.size(); ++g) {
    const Tape::Scope scope(tape, gate_names(CellKind::gru)[g]);
    inputs.from_outside.push_back(
        outside(decoder, decoder.gates[g], word, made.context, i, row, decoder.units, letters[g]));
    inputs.weights.push_back(decoder.gates[g].from_state);
  }
  const CellNames names{"s", std::to_string(i), std::to_string(i - 1), row, decoder.units};
  made.state = recurrent_cell(tape, CellKind::gru, inputs, {before, {}}, names).h;

  const Tape::Scope scope(tape, "output");
  const Var outer =
      outside(decoder, decoder.output, word, made.context, i, row, decoder.pieces, "\\tilde{t}");
  const Var from_state =
      tape.name(matmul(tape, made.state, decoder.output.from_state),
                {"from_state", indexed("s", i) + " U_{o}", Role::plain, row, decoder.pieces});
  const Var sum = tape.name(add(tape, from_state, outer),
                            {"sum", indexed("\\tilde{t}", i), Role::plain, row, decoder.pieces});
  const Var larger =
      tape.name(maxout(tape, sum), {"maxout", indexed("t", i), Role::plain, row, decoder.pairs});
  const Var logits = tape.name(
      matmul(tape, larger, decoder.to_words),
      {"logits", indexed("t", i) + " W_{o}", Role::score, row, as("word", decoder.target)});
  made.probabilities = tape.name(
      softmax(tape, logits),
      {"probabilities", indexed("p", i), Role::probability, row, as("word", decoder.target)});
  return made;
}

// The multiplications of all scores between two sentences of J words: with h V and s W made again
// for every pair, and made once. Under `scope`.
BahdanauRecord::Cost name_cost(Tape& tape, std::string_view scope,
                               const std::vector<int>& lengths) {
  const Tape::Scope within(tape, scope);
  Axis axis{"words", {}, -1};
  Mat column(static_cast<int>(lengths.size()), 1);
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    column(static_cast<int>(k), 0) = static_cast<Real>(lengths[k]);
    axis.labels.push_back(fmt::format("{} words", lengths[k]));
  }
  const auto name = [&](Var var, std::string name, std::string symbol, std::string what) {
    return tape.name(var, {std::move(name), std::move(symbol), Role::plain, axis,
                           Axis{"", {std::move(what)}, -1}});
  };
  BahdanauRecord::Cost cost;
  cost.lengths = name(tape.input(std::move(column)), "lengths", "J", "words");
  const Var pairs = name(multiply(tape, cost.lengths, cost.lengths), "pairs", "J^{2}", "pairs");
  cost.each_time = name(scale(tape, pairs, (kUnits + kEncoderUnits + 1) * kHidden), "each_time",
                        "N", "multiplications");
  const Var products = name(scale(tape, cost.lengths, (kUnits + kEncoderUnits) * kHidden),
                            "products", "N_{WV}", "multiplications");
  const Var scores = name(scale(tape, pairs, kHidden), "scores", "N_{v}", "multiplications");
  cost.once = name(add(tape, products, scores), "once", "N'", "multiplications");
  name(multiply(tape, cost.each_time, reciprocal(tape, cost.once)), "ratio", "\\frac{N}{N'}",
       "times fewer");
  return cost;
}

Run run_bahdanau(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  Material material(inputs);
  const int steps = static_cast<int>(number(inputs, "steps"));

  constexpr int drawn = 4, width = 2;
  const LeafPtr h = material.take("h", {0, drawn}, {0, width}, 1, "");
  const int words = h->value.rows(), encoder = h->value.cols();
  const LeafPtr first = material.take("state_before", {1, 1}, {0, width}, 1, "there is one state");
  const int units = first->value.cols();
  const LeafPtr fed = material.take("words", {0, kMostSteps}, {0, width}, 1, "");
  const int d = fed->value.cols();
  if (fed->value.rows() < steps) {
    throw UserError(fmt::format("bahdanau: {} steps need {} rows of \"words\", but there are {}",
                                steps, steps, fed->value.rows()));
  }
  run.tokens = {sentence(inputs, 0), sentence(inputs, 1)};
  check_labels(inputs, run.tokens[0], words, "encoder states");
  check_labels(inputs, run.tokens[1], fed->value.rows(), "fed words");
  check_memory(inputs, 40.0 * steps * (words + units + d), fmt::format("{} words", words));

  Decoder decoder{tape, inputs, mode_of(inputs), number(inputs, "tanh") == 1};
  decoder.source = {"source word", run.tokens[0], 0};
  decoder.target = {"output word", run.tokens[1], 1};
  decoder.fed = fed_words(run.tokens[1]);
  decoder.units = numbered("unit");
  decoder.context = numbered("unit");
  decoder.hidden = numbered("a");
  decoder.pieces = numbered("piece");
  decoder.pairs = numbered("pair");
  const std::string why = fmt::format("h has {} columns and the state {}", encoder, units);
  const auto matrix = [&](const std::string& name, const std::string& symbol, Material::Size rows,
                          Material::Size cols, Role role = Role::plain) {
    const LeafPtr leaf =
        material.take(name, rows, cols, weight_deviation(std::max(rows.wanted, 1)), why);
    return tape.name(tape.input(leaf), {name, symbol, role, numbered(""), numbered("")});
  };
  decoder.states =
      tape.name(tape.input(h), {"h", "H", Role::value, decoder.source, decoder.context});
  decoder.words =
      tape.name(tape.input(fed), {"words", "Y", Role::input, decoder.fed, numbered("d")});
  const Var before = tape.name(tape.input(first),
                               {"state_before", "s_{0}", Role::query, numbered(""), decoder.units});
  decoder.alignment.w = matrix("alignment.w", "W", {units, 0}, {0, width}, Role::query_weight);
  const int a = tape.shape(decoder.alignment.w).cols;
  decoder.alignment.v = matrix("alignment.v", "V", {encoder, 0}, {a, 0}, Role::key_weight);
  decoder.alignment.vector = matrix("alignment.vector", "v", {1, 0}, {a, 0});
  const std::array suffixes{"z", "r", "s"};
  for (std::size_t g = 0; g < suffixes.size(); ++g) {
    const std::string path(gate_names(CellKind::gru)[g]),
        below = fmt::format("_{{{}}}", suffixes[g]);
    decoder.gates[g] = {matrix(path + ".w", "W" + below, {d, 0}, {units, 0}),
                        matrix(path + ".u", "U" + below, {units, 0}, {units, 0}),
                        matrix(path + ".c", "C" + below, {encoder, 0}, {units, 0})};
  }
  decoder.output.from_state = matrix("output.u", "U_{o}", {units, 0}, {0, 6});
  const int pieces = tape.shape(decoder.output.from_state).cols;
  decoder.output.from_word = matrix("output.v", "V_{o}", {d, 0}, {pieces, 0});
  decoder.output.from_context = matrix("output.c", "C_{o}", {encoder, 0}, {pieces, 0});
  decoder.to_words = matrix("output.w", "W_{o}", {pieces / 2, 0}, {fed->value.rows(), 0});

  BahdanauRecord record;
  record.states = decoder.states;
  decoder.hv = record.encoder_part =
      encoder_part(tape, decoder.states, decoder.alignment, decoder.source, decoder.hidden);
  record.steps.push_back(decode(decoder, before, 1));
  for (int i = 2; i <= steps; ++i) {
    const Tape::Scope scope(tape, fmt::format("step.{}", i));
    record.steps.push_back(decode(decoder, record.steps.back().state, i));
  }
  std::vector<Var> rows;
  for (const auto& step : record.steps) rows.push_back(step.weights);
  Axis said = decoder.target;
  if (steps < fed->value.rows()) {
    said = {"output word", {}, -1};
    for (int i = 0; i < steps && !decoder.target.labels.empty(); ++i) {
      said.labels.push_back(decoder.target.labels[static_cast<std::size_t>(i)]);
    }
  }
  record.alignment = tape.name(concat_rows(tape, rows),
                               {"alignment", "A", Role::probability, said, decoder.source});
  AttentionSite site;
  site.name = "alignment";
  site.place.kind = AttentionPlace::Kind::cross;
  site.k = site.v = decoder.states;
  site.weights = record.alignment;
  if (steps == 1) {
    site.q = before;
    site.scores = record.steps[0].scores;
    site.weights = record.steps[0].weights;
    site.context = record.steps[0].context;
  }
  run.sites.push_back(site);
  run.output = record.steps.back().probabilities;
  record.chosen = name_cost(tape, "cost", {static_cast<int>(number(inputs, "length"))});
  record.curve = name_cost(tape, "curve", {5, 10, 20, 50, 100, 200, 500, 1000});
  run.records.add(record);
  material.tell(run);
  return run;
}

std::vector<std::string> givens() {
  std::vector<std::string> names{"h",           "state_before", "words",
                                 "alignment.w", "alignment.v",  "alignment.vector"};
  for (const std::string_view gate : gate_names(CellKind::gru)) {
    for (const char* part : {".w", ".u", ".c"}) names.push_back(std::string(gate) + part);
  }
  for (const char* part : {"output.u", "output.v", "output.c", "output.w"})
    names.emplace_back(part);
  return names;
}

const Scene scene{
    .name = "bahdanau",
    .what =
        "A decoder that attends to an encoder's states: alignment, context, state and output "
        "of one word after the other.",
    .subject = Subject::attention,
    .options = {choice_option("attention", "\\text{attention}",
                              "How the weights are made: soft, the softmax of the scores; hard, "
                              "all weight on the largest; none, always the last state.",
                              "soft", {"soft", "hard", "none"}),
                toggle_option("tanh", "\\mathrm{tanh}",
                              "Squashes the sum of both parts before v weighs it.", true),
                integer_option("steps", "\\text{words}", "How many words are decoded.", 1, 1,
                               kMostSteps),
                integer_option(
                    "length", "J",
                    "The length of both sentences for which multiplications are counted.", 50, 1,
                    1000),
                seed_option()},
    .givens = givens(),
    .run = run_bahdanau};
const RegisterScene registered{scene};

}  // namespace

}  // namespace glassformer
