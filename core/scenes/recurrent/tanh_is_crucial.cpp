#include <fmt/format.h>

#include "core/nn/axes.h"
#include "core/nn/score.h"
#include "core/scenes/options.h"
#include "core/scenes/records/tanh_is_crucial.h"
#include "core/scenes/sheet.h"

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
  Sheet sheet(inputs, run);
  const bool with_tanh = number(inputs, "tanh") == 1;
  constexpr int width = 2;
  run.tokens = {sentence(inputs, 0), sentence(inputs, 1)};
  const Axis source{"source word", run.tokens[0], 0}, target{"output word", run.tokens[1], 1};
  const Axis units = numbered("unit"), none = numbered("");
  const Part h = sheet.take("h", "H", Role::value, any(4, source), any(width, units), 1);
  const Part states = sheet.take("states", "S", Role::query, any(2, target), any(width, units), 1);
  const int words = h.shape().rows, asking = states.shape().rows;
  const Axis hidden = numbered("a");
  const Part w =
      sheet.take("w", "W", Role::query_weight, cols_of(states).over(none), any(width, hidden));
  const Dim as_wide = cols_of(w);
  const Part v = sheet.take("v", "V", Role::key_weight, cols_of(h).over(none), as_wide);
  const Part vector = sheet.take("vector", "v", Role::plain, exactly(1, none, ""), as_wide,
                                 weight_deviation(as_wide.size.wanted));
  check_labels(inputs, run.tokens[0], words, "encoder states");
  check_labels(inputs, run.tokens[1], asking, "decoder states");
  check_memory(inputs, asking * (words * (2.0 * as_wide.size.wanted + 4)),
               fmt::format("{} words", words));

  const Part hv = (h * v).as("hv", "HV", {.cols = hidden});
  std::vector<Part> rows;
  for (int i = 0; i < asking; ++i) {
    const Tape::Scope scope(run.tape, fmt::format("state.{}", i + 1));
    Axis row = numbered(target.name);
    if (!target.labels.empty()) row.labels = {target.labels[static_cast<std::size_t>(i)]};
    const auto at = [&](const char* letter) { return fmt::format("{}_{{{}}}", letter, i + 1); };
    const Part state = slice_rows(states, i, 1).as("s", at("s"), {.rows = row, .cols = units});
    rows.push_back(sheet.at(additive_row(run.tape, state, at("s"), row, w, hv, vector, with_tanh))
                       .as("scores", at("e"), {.rows = row}));
  }
  const Part scores = concat_rows(rows).as("scores", "E", {.rows = target, .cols = source});
  const Part alpha = softmax(scores).as("weights", "A");

  TanhIsCrucialRecord record;
  record.states = h;
  record.decoder_states = states;
  record.weights = alpha;
  const Part of_states = (states * w).as("sw", "SW");
  record.from_state = (of_states * transposed(vector)).as("from_state", "SWv^{\\top}");
  const Part from_words = (vector * transposed(hv)).as("from_words", "vV^{\\top}H^{\\top}");
  record.from_words = from_words;
  record.of_words = softmax(from_words).as("of_words", "\\mathrm{softmax}(vV^{\\top}H^{\\top})");

  AttentionSite site;
  site.name = "alignment";
  site.place.kind = AttentionPlace::Kind::cross;
  site.q = states;
  site.k = site.v = h;
  site.scores = scores;
  site.weights = alpha;
  run.sites.push_back(site);
  run.output = alpha;
  run.records.add(record);
  sheet.tell();
  return run;
}

const RegisterScene registered{
    {.name = "tanh-is-crucial",
     .what = "The additive score of several decoder states with and without its tanh, and the two "
             "terms into which it falls without.",
     .subject = Subject::attention,
     .options = {toggle_option("tanh", "\\mathrm{tanh}",
                               "Squashes the sum of both parts before v weighs it.", true),
                 seed_option()},
     .givens = {"h", "states", "w", "v", "vector"},
     .run = run_tanh_is_crucial}};

}  // namespace

}  // namespace glassformer
