#include <fmt/format.h>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/tanh_is_crucial.h"
#include "core/scenes/recurrent/alignment.h"

// What the tanh of Bahdanau's score is for (lecture 000: "nonlinearity (tanh) is crucial!").
// Without it e_ij = s_i W vᵀ + h_j V vᵀ, and a softmax over j drops the first term, which is the
// same for every j: all states of the decoder have the same weights.
//
// Nodes: h, states, w, v, vector; hv; for each state, in the scopes state.1, state.2 …, s, sw, sum,
// hidden and scores; scores and weights, a row for each state; and of the score without the tanh
// the two terms from_state [states, 1] and from_words [1, words], and of_words =
// softmax(from_words).
namespace glassformer {

namespace {

Run run_tanh_is_crucial(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  Material material(inputs);
  const bool with_tanh = number(inputs, "tanh") == 1;

  constexpr int width = 2;
  const LeafPtr h = material.take("h", {0, 4}, {0, width}, 1, "");
  const LeafPtr states = material.take("states", {0, 2}, {0, width}, 1, "");
  const int words = h->value.rows(), encoder = h->value.cols(), asking = states->value.rows(),
            decoder = states->value.cols();
  const LeafPtr w = material.take("w", {decoder, decoder}, {0, width}, weight_deviation(decoder),
                                  fmt::format("a state has {} numbers", decoder));
  const int a = w->value.cols();
  const std::string why = fmt::format("w has {} columns, and h has {}", a, encoder);
  const LeafPtr v = material.take("v", {encoder, encoder}, {a, a}, weight_deviation(encoder), why);
  const LeafPtr vector = material.take("vector", {1, 1}, {a, a}, weight_deviation(a), why);
  run.tokens = {sentence(inputs, 0), sentence(inputs, 1)};
  check_labels(inputs, run.tokens[0], words, "encoder states");
  check_labels(inputs, run.tokens[1], asking, "decoder states");
  check_memory(inputs, asking * (words * (2.0 * a + 4)), fmt::format("{} words", words));

  const Axis source{"source word", run.tokens[0], 0}, target{"output word", run.tokens[1], 1};
  const Axis hidden = numbered("a"), units = numbered("unit"), none = numbered("");
  TanhIsCrucialRecord record;
  record.states = tape.name(tape.input(h), {"h", "H", Role::value, source, units});
  const Var all = tape.name(tape.input(states), {"states", "S", Role::query, target, units});
  record.decoder_states = all;
  AlignmentWeights weights;
  weights.w = tape.name(tape.input(w), {"w", "W", Role::query_weight, none, hidden});
  weights.v = tape.name(tape.input(v), {"v", "V", Role::key_weight, none, hidden});
  weights.vector = tape.name(tape.input(vector), {"vector", "v", Role::plain, none, hidden});

  const Var hv = encoder_part(tape, record.states, weights, source, hidden);
  std::vector<Var> rows;
  for (int i = 0; i < asking; ++i) {
    const Tape::Scope scope(tape, fmt::format("state.{}", i + 1));
    Axis row = numbered(target.name);
    if (!target.labels.empty()) row.labels = {target.labels[static_cast<std::size_t>(i)]};
    const auto at = [&](const char* letter) { return fmt::format("{}_{{{}}}", letter, i + 1); };
    const Var state =
        tape.name(slice_rows(tape, all, i, 1), {"s", at("s"), Role::query, row, units});
    const Alignment made = align(tape, state, at("s"), hv, weights, with_tanh, source, hidden);
    rows.push_back(tape.name(made.scores, {"scores", at("e"), Role::score, row, source}));
  }
  const Var scores =
      tape.name(concat_rows(tape, rows), {"scores", "E", Role::score, target, source});
  record.weights =
      tape.name(softmax(tape, scores), {"weights", "A", Role::probability, target, source});

  const Var of_states =
      tape.name(matmul(tape, all, weights.w), {"sw", "SW", Role::query, target, hidden});
  record.from_state = tape.name(matmul_nt(tape, of_states, weights.vector),
                                {"from_state", "SWv^{\\top}", Role::score, target, none});
  record.from_words = tape.name(matmul_nt(tape, weights.vector, hv),
                                {"from_words", "vV^{\\top}H^{\\top}", Role::score, none, source});
  record.of_words = tape.name(
      softmax(tape, record.from_words),
      {"of_words", "\\mathrm{softmax}(vV^{\\top}H^{\\top})", Role::probability, none, source});

  AttentionSite site;
  site.name = "alignment";
  site.place.kind = AttentionPlace::Kind::cross;
  site.q = all;
  site.k = site.v = record.states;
  site.scores = scores;
  site.weights = record.weights;
  run.sites.push_back(site);
  run.output = record.weights;
  run.records.add(record);
  material.tell(run);
  return run;
}

const Scene scene{
    .name = "tanh-is-crucial",
    .what =
        "The additive score of several decoder states with and without its tanh, and the two "
        "terms into which it falls without.",
    .subject = Subject::attention,
    .options = {toggle_option("tanh", "\\mathrm{tanh}",
                              "Squashes the sum of both parts before v weighs it.", true),
                seed_option()},
    .givens = {"h", "states", "w", "v", "vector"},
    .run = run_tanh_is_crucial};
const RegisterScene registered{scene};

}  // namespace

}  // namespace glassformer
