#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/nn/axes.h"
#include "core/nn/recurrent_cell.h"
#include "core/nn/score.h"
#include "core/scenes/options.h"
#include "core/scenes/records/bahdanau.h"
#include "core/scenes/sheet.h"
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
  Part from_word, from_state, from_context;
};

struct Decoder {
  Tape& tape;
  Mode mode = Mode::soft;
  bool with_tanh = true;
  Axis source{}, target{}, fed{}, units = numbered("unit"), pieces = numbered("piece");
  Part states{}, hv{}, words{};
  Part w{}, vector{};            // of the alignment
  std::array<Mixer, 3> gates{};  // as gate_names() orders them
  Mixer output{};
  Part to_words{};
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

Part name_weights(const Decoder& decoder, Part scores, int i) {
  const Mat& e = scores.value();
  const auto on = [&](int word) -> Part {
    return {decoder.tape, decoder.tape.input(on_one(e.cols(), word))};
  };
  Part weights;
  Said said{.role = Role::probability, .rows = scores.rows(), .cols = scores.cols()};
  switch (decoder.mode) {
    case Mode::soft:
      weights = softmax(scores);
      break;
    case Mode::hard:
      weights = on(static_cast<int>(std::ranges::max_element(e.row(0)) - e.row(0).begin()));
      said.origin = all_cells("1 where the score is largest, 0 elsewhere");
      break;
    case Mode::none:
      weights = on(e.cols() - 1);
      said.origin =
          all_cells("without attention the decoder has the encoder's last state, every time");
      break;
  }
  return weights.as("weights", indexed("\\alpha", i), std::move(said));
}

// y W + c C, for a gate or for the output; names its two parts and their sum, outside.
Part outside(const Mixer& mixer, Part word, Part context, int i, const Axis& cols,
             const std::string& letter) {
  const auto product = [&](Part x, Part w) { return x.symbol() + " " + w.symbol(); };
  const Said said{.role = Role::plain, .rows = context.rows(), .cols = cols};
  const Part from_word =
      (word * mixer.from_word).as("from_word", product(word, mixer.from_word), said);
  const Part from_context =
      (context * mixer.from_context).as("from_context", product(context, mixer.from_context), said);
  return (from_word + from_context).as("outside", fmt::format("x^{{{}}}_{{{}}}", letter, i));
}

BahdanauRecord::Step decode(const Decoder& decoder, Part before, int i) {
  const Axis row = one_row(decoder, i);
  const Part scores =
      Part{decoder.tape, additive_row(decoder.tape, before, indexed("s", i - 1), before.rows(),
                                      decoder.w, decoder.hv, decoder.vector, decoder.with_tanh)}
          .as("scores", indexed("e", i), {.rows = row});
  const Part weights = name_weights(decoder, scores, i);
  const Part context =
      (weights * decoder.states).as("context", indexed("c", i), {.cols = decoder.units});

  Axis fed = numbered(decoder.fed.name);
  if (!decoder.fed.labels.empty()) {
    fed.labels = {decoder.fed.labels[static_cast<std::size_t>(i - 1)]};
  }
  const Part word =
      slice_rows(decoder.words, i - 1, 1).as("word", indexed("y", i - 1), {.rows = fed});
  GateInputs inputs;
  const std::array letters{"z", "r", "\\tilde{s}"};
  for (std::size_t g = 0; g < decoder.gates.size(); ++g) {
    const Tape::Scope scope(decoder.tape, gate_names(CellKind::gru)[g]);
    inputs.from_outside.push_back(
        outside(decoder.gates[g], word, context, i, decoder.units, letters[g]));
    inputs.weights.push_back(decoder.gates[g].from_state);
  }
  const CellNames names{"s", std::to_string(i), std::to_string(i - 1), row, decoder.units};
  const Part state{decoder.tape,
                   recurrent_cell(decoder.tape, CellKind::gru, inputs, {before, {}}, names).h};

  const Tape::Scope scope(decoder.tape, "output");
  const Part outer = outside(decoder.output, word, context, i, decoder.pieces, "\\tilde{t}");
  const Part from_state =
      (state * decoder.output.from_state)
          .as("from_state", indexed("s", i) + " U_{o}", {.cols = decoder.pieces});
  const Part sum = (from_state + outer).as("sum", indexed("\\tilde{t}", i));
  const Part larger = maxout(sum).as("maxout", indexed("t", i), {.cols = numbered("pair")});
  const Part logits = (larger * decoder.to_words)
                          .as("logits", indexed("t", i) + " W_{o}",
                              {.role = Role::score, .cols = as("word", decoder.target)});
  const Part p = softmax(logits).as("probabilities", indexed("p", i));
  return {before, scores, weights, context, state, p};
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
  const auto of = [](std::string what) { return Axis{"", {std::move(what)}, -1}; };
  const Axis times = of("multiplications");
  const Part length{tape, tape.input(std::move(column))};
  const Part counts = length.as("lengths", "J", {.rows = axis, .cols = of("words")});
  const Part pairs = multiply(counts, counts).as("pairs", "J^{2}", {.cols = of("pairs")});
  const Part each_time =
      ((kUnits + kEncoderUnits + 1) * kHidden * pairs).as("each_time", "N", {.cols = times});
  const Part products =
      ((kUnits + kEncoderUnits) * kHidden * counts).as("products", "N_{WV}", {.cols = times});
  const Part scores = (kHidden * pairs).as("scores", "N_{v}", {.cols = times});
  const Part once = (products + scores).as("once", "N'");
  (each_time / once).as("ratio", "\\frac{N}{N'}", {.cols = of("times fewer")});
  return {counts, each_time, once};
}

// What the lesson gives or the seed draws, in the order of the paper's equations.
Decoder read(const Inputs& inputs, Sheet& sheet, const Part& h, const Part& first,
             const Part& fed) {
  Decoder decoder{.tape = sheet.tape(), .mode = mode_of(inputs)};
  decoder.with_tanh = number(inputs, "tanh") == 1;
  const int units = first.shape().cols, d = fed.shape().cols;
  const std::string why = fmt::format("h has {} columns and the state {}", h.shape().cols, units);
  const Axis none = numbered("");
  const auto rows = [&](int count) { return exactly(count, none, why); };
  const auto matrix = [&](const std::string& name, const std::string& symbol, int count,
                          const Dim& cols, Role role = Role::plain) {
    return sheet.take(name, symbol, role, rows(count), cols);
  };
  decoder.w = matrix("alignment.w", "W", units, any(2, none), Role::query_weight);
  const Dim as_wide = rows(decoder.w.shape().cols);
  const Part v = matrix("alignment.v", "V", h.shape().cols, as_wide, Role::key_weight);
  decoder.vector = matrix("alignment.vector", "v", 1, as_wide);
  const std::array suffixes{"z", "r", "s"};
  for (std::size_t g = 0; g < suffixes.size(); ++g) {
    const std::string path(gate_names(CellKind::gru)[g]),
        below = fmt::format("_{{{}}}", suffixes[g]);
    decoder.gates[g] = {matrix(path + ".w", "W" + below, d, rows(units)),
                        matrix(path + ".u", "U" + below, units, rows(units)),
                        matrix(path + ".c", "C" + below, h.shape().cols, rows(units))};
  }
  Mixer& output = decoder.output;
  output.from_state = matrix("output.u", "U_{o}", units, any(6, none));
  const int pieces = output.from_state.shape().cols;
  output.from_word = matrix("output.v", "V_{o}", d, rows(pieces));
  output.from_context = matrix("output.c", "C_{o}", h.shape().cols, rows(pieces));
  decoder.to_words = matrix("output.w", "W_{o}", pieces / 2, rows(fed.shape().rows));
  decoder.hv = (h * v).as("hv", "HV", {.cols = numbered("a")});
  return decoder;
}

Run run_bahdanau(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  Tape& tape = run.tape;
  const int steps = static_cast<int>(number(inputs, "steps"));
  constexpr int drawn = 4, width = 2;
  run.tokens = {sentence(inputs, 0), sentence(inputs, 1)};
  const Axis source{"source word", run.tokens[0], 0}, units = numbered("unit");
  const Part h = sheet.take("h", "H", Role::value, any(drawn, source), any(width, units), 1);
  const Part fed = sheet.take("words", "Y", Role::input, any(kMostSteps, fed_words(run.tokens[1])),
                              any(width, numbered("d")), 1);
  const Part before =
      sheet.take("state_before", "s_{0}", Role::query,
                 exactly(1, numbered(""), "there is one state"), any(width, units), 1);
  if (fed.shape().rows < steps) {
    throw UserError(fmt::format("bahdanau: {} steps need {} rows of \"words\", but there are {}",
                                steps, steps, fed.shape().rows));
  }
  const int words = h.shape().rows;
  check_labels(inputs, run.tokens[0], words, "encoder states");
  check_labels(inputs, run.tokens[1], fed.shape().rows, "fed words");
  check_memory(inputs, 40.0 * steps * (words + before.shape().cols + fed.shape().cols),
               fmt::format("{} words", words));
  Decoder decoder = read(inputs, sheet, h, before, fed);
  decoder.source = source;
  decoder.target = {"output word", run.tokens[1], 1};
  decoder.fed = fed.rows();
  decoder.states = h;
  decoder.words = fed;

  BahdanauRecord record;
  record.states = h;
  record.encoder_part = decoder.hv;
  record.steps.push_back(decode(decoder, before, 1));
  for (int i = 2; i <= steps; ++i) {
    const Tape::Scope scope(tape, fmt::format("step.{}", i));
    record.steps.push_back(decode(decoder, sheet.at(record.steps.back().state), i));
  }
  std::vector<Part> rows;
  for (const auto& step : record.steps) rows.push_back(sheet.at(step.weights));
  Axis said = decoder.target;
  if (steps < fed.shape().rows) {
    said = {"output word", {}, -1};
    for (int i = 0; i < steps && !decoder.target.labels.empty(); ++i) {
      said.labels.push_back(decoder.target.labels[static_cast<std::size_t>(i)]);
    }
  }
  record.alignment = concat_rows(rows).as("alignment", "A", {.rows = said, .cols = source});
  AttentionSite site;
  site.name = "alignment";
  site.place.kind = AttentionPlace::Kind::cross;
  site.k = site.v = h;
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
  sheet.tell();
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

const RegisterScene registered{
    {.name = "bahdanau",
     .what = "A decoder that attends to an encoder's states: alignment, context, state and output "
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
     .run = run_bahdanau}};

}  // namespace

}  // namespace glassformer
