#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/grad/ops.h"
#include "core/nn/attention.h"
#include "core/nn/axes.h"
#include "core/scenes/material.h"
#include "core/scenes/options.h"
#include "core/scenes/records/luong.h"
#include "core/scenes/recurrent/alignment.h"

// Luong's choices (Luong et al. 2015, section 3; lecture 004): the decoder's new state s asks the
// encoder's states h under three scores, over all words or over some of them.
//   dot      e_j = s · h_j
//   general  e_j = s W h_jᵀ
//   concat   e_j = v · tanh(s W + h_j V)
//   local-m  dot, over the words within D of position t
//   local-p  dot, over the words within D of p = S σ(v_p · tanh(s W_p)), and the weights times
//            exp(−(j − p)² / 2σ²) with σ = D / 2; they are not divided by their sum again
// Then s̃ = tanh([c; s] W_c), of the dot's context, and what input feeding gives the next step,
// [y; s̃]. Positions j count from 0. Nodes: h, s, positions; in the scopes dot, general, concat,
// local-m and local-p what each makes, with scores, weights and output; joined, wc, attentional,
// word, fed.
namespace glassformer {

namespace {

struct Shared {
  Tape& tape;
  Run& run;
  Var query, states;
  Axis ask, words, units;
  Axis context{};  // the numbers of the context, named so that they are told from positions
};

Var name_row(const Shared& shared, Var var, std::string name, std::string symbol, Role role) {
  return shared.tape.name(var,
                          {std::move(name), std::move(symbol), role, shared.ask, shared.words});
}

LuongRecord::Way finish(const Shared& shared, const char* site_name, Var scores, Var weights) {
  AttentionSite site;
  site.name = site_name;
  site.place.kind = AttentionPlace::Kind::cross;
  site.q = shared.query;
  site.k = site.v = shared.states;
  site.scores = scores;
  site.weights = weights;
  site.context = shared.tape.name(matmul(shared.tape, weights, shared.states),
                                  {"output", "c", Role::output, shared.ask, shared.context});
  shared.run.sites.push_back(site);
  return {{}, weights, site.context};
}

LuongRecord::Way global(const Shared& shared, const char* site, Var scores) {
  return finish(
      shared, site, scores,
      name_row(shared, softmax(shared.tape, scores), "weights", "\\alpha", Role::probability));
}

Var dot(const Shared& shared) {
  return name_row(shared, matmul_nt(shared.tape, shared.query, shared.states), "scores", "e",
                  Role::score);
}

// The weights over the words at most `reach` away: distance [1, words].
Var weights_near(const Shared& shared, Var scores, Var distance, double reach, const char* name) {
  Tape& tape = shared.tape;
  const Mat& away = tape.value(distance);
  Mat near(1, away.cols());
  for (int j = 0; j < away.cols(); ++j) near(0, j) = away(0, j) <= reach ? 1 : 0;
  const Var visible =
      tape.name(tape.input(std::move(near)),
                {"window", "M", Role::mask, shared.ask, shared.words,
                 all_cells(fmt::format(
                     "1 for the words at most {} positions away, 0 for the others", reach))});
  const Var masked =
      name_row(shared, mask(tape, scores, visible), "masked", "\\hat{e}", Role::score);
  return name_row(shared, softmax(tape, masked), name, "\\alpha", Role::probability);
}

LuongRecord::Way local_m(const Shared& shared, Var positions, double t, double reach) {
  Tape& tape = shared.tape;
  const Tape::Scope scope(tape, "local-m");
  const Var place = tape.name(tape.input(Mat(1, 1, static_cast<Real>(t))),
                              {"place", "t", Role::position, shared.ask, numbered("")});
  const Var away =
      name_row(shared, distance(tape, place, positions), "distance", "|j - t|", Role::plain);
  const Var scores = dot(shared);
  return finish(shared, "local-m", scores, weights_near(shared, scores, away, reach, "weights"));
}

LuongRecord::Way local_p(const Shared& shared, Var positions, const LeafPtr& w, const LeafPtr& v,
                         double reach) {
  Tape& tape = shared.tape;
  const Tape::Scope scope(tape, "local-p");
  const int words = tape.shape(shared.states).rows;
  const double sigma = reach / 2;
  const Axis none = numbered(""), hidden_axis = numbered("a");
  const Var wp = tape.name(tape.input(w), {"w", "W_{p}", Role::query_weight, none, hidden_axis});
  const Var vp = tape.name(tape.input(v), {"v", "v_{p}", Role::plain, none, hidden_axis});
  const Var sum = tape.name(matmul(tape, shared.query, wp),
                            {"sum", "sW_{p}", Role::plain, shared.ask, hidden_axis});
  const Var hidden = tape.name(
      tanh(tape, sum), {"hidden", "\\mathrm{tanh}(sW_{p})", Role::plain, shared.ask, hidden_axis});
  const Var raw =
      tape.name(matmul_nt(tape, hidden, vp), {"raw", "a", Role::plain, shared.ask, none});
  const Var share =
      tape.name(sigmoid(tape, raw), {"share", "\\sigma(a)", Role::plain, shared.ask, none});
  const Var place =
      tape.name(scale(tape, share, words), {"place", "p", Role::position, shared.ask, none});
  const Var away =
      name_row(shared, distance(tape, place, positions), "distance", "|j - p|", Role::plain);
  const Var scores = dot(shared);
  const Var plain = weights_near(shared, scores, away, reach, "before");
  const Var squares =
      name_row(shared, multiply(tape, away, away), "squares", "(j - p)^{2}", Role::plain);
  const Var power = name_row(shared, scale(tape, squares, -1 / (2 * sigma * sigma)), "power",
                             "-\\frac{(j - p)^{2}}{2 \\sigma^{2}}", Role::plain);
  const Var bell = name_row(shared, exp(tape, power), "bell", "g", Role::probability);
  const Var weights = name_row(shared, multiply(tape, plain, bell), "weights", "\\alpha \\circ g",
                               Role::probability);
  return finish(shared, "local-p", scores, weights);
}

Run run_luong(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  Material material(inputs);
  constexpr int width = 2;
  const LeafPtr h = material.take("h", {0, 4}, {0, width}, 1, "");
  const int words = h->value.rows(), units = h->value.cols();
  const std::string why = fmt::format("h has {} columns", units);
  const double deviation = weight_deviation(units);
  const LeafPtr query = material.take("s", {1, 1}, {units, units}, 1, why);
  const LeafPtr general =
      material.take("general.w", {units, units}, {units, units}, deviation, why);
  const LeafPtr cw = material.take("concat.w", {units, units}, {0, width}, deviation, why);
  const int a = cw->value.cols();
  const std::string wide = fmt::format("concat.w has {} columns", a);
  const LeafPtr cv =
      material.take("concat.v", {units, units}, {a, a}, deviation, why + ", " + wide);
  const LeafPtr vector = material.take("concat.vector", {1, 1}, {a, a}, weight_deviation(a), wide);
  const LeafPtr pw = material.take("local-p.w", {units, units}, {0, width}, deviation, why);
  const LeafPtr pv = material.take("local-p.v", {1, 1}, {pw->value.cols(), pw->value.cols()},
                                   deviation, "local-p.w decides its columns");
  const LeafPtr wc =
      material.take("wc", {2 * units, 2 * units}, {0, units}, weight_deviation(2 * units), why);
  const LeafPtr word = material.take("word", {1, 1}, {0, width}, 1, "one word is fed");
  check_memory(inputs, 40.0 * words * units, fmt::format("{} words", words));
  run.tokens = {sentence(inputs, 0), sentence(inputs, 1)};
  check_labels(inputs, run.tokens[0], words, "encoder states");
  check_labels(inputs, run.tokens[1], 1, "queries");

  Shared shared{tape,
                run,
                {},
                {},
                Axis{"output word", run.tokens[1], 1},
                Axis{"source word", run.tokens[0], 0},
                numbered("unit")};
  shared.states = tape.name(tape.input(h), {"h", "H", Role::value, shared.words, shared.units});
  shared.query = tape.name(tape.input(query), {"s", "s", Role::query, shared.ask, shared.units});
  shared.context = {"unit", {}, -1};
  for (int k = 1; k <= units; ++k) shared.context.labels.push_back(fmt::format("c {}", k));
  Mat column(words, 1);
  for (int j = 0; j < words; ++j) column(j, 0) = static_cast<Real>(j);
  const Var positions = tape.name(tape.input(std::move(column)),
                                  {"positions", "j", Role::position, shared.words, numbered("")});
  const double reach = number(inputs, "reach");

  LuongRecord record;
  record.states = shared.states;
  record.query = shared.query;
  {
    const Tape::Scope scope(tape, "dot");
    const Var first{tape.size()};
    record.dot = global(shared, "dot", dot(shared));
    record.dot.first = first;
  }
  {
    const Tape::Scope scope(tape, "general");
    const Var first{tape.size()};
    const Var w = tape.name(tape.input(general),
                            {"w", "W_{a}", Role::query_weight, shared.units, shared.units});
    const Var turned = tape.name(matmul(tape, shared.query, w),
                                 {"sw", "sW_{a}", Role::query, shared.ask, shared.units});
    record.general = global(
        shared, "general",
        name_row(shared, matmul_nt(tape, turned, shared.states), "scores", "e", Role::score));
    record.general.first = first;
  }
  {
    const Tape::Scope scope(tape, "concat");
    const Var first{tape.size()};
    const Axis hidden = numbered("a"), none = numbered("");
    AlignmentWeights weights;
    weights.w = tape.name(tape.input(cw), {"w", "W", Role::query_weight, none, hidden});
    weights.v = tape.name(tape.input(cv), {"v", "V", Role::key_weight, none, hidden});
    weights.vector = tape.name(tape.input(vector), {"vector", "v", Role::plain, none, hidden});
    const Var hv = encoder_part(tape, shared.states, weights, shared.words, hidden);
    const Alignment aligned =
        align(tape, shared.query, "s", hv, weights, true, shared.words, hidden);
    record.concat =
        global(shared, "concat", name_row(shared, aligned.scores, "scores", "e", Role::score));
    record.concat.first = first;
  }
  Var first{tape.size()};
  record.local_m = local_m(shared, positions, number(inputs, "t"), reach);
  record.local_m.first = first;
  first = Var{tape.size()};
  record.local_p = local_p(shared, positions, pw, pv, reach);
  record.local_p.first = first;

  const Axis joined_axis = numbered("unit");
  const Var joined = tape.name(concat_cols(tape, {record.dot.context, shared.query}),
                               {"joined", "[c; s]", Role::plain, shared.ask, joined_axis});
  const Var mix =
      tape.name(tape.input(wc), {"wc", "W_{c}", Role::output_weight, joined_axis, shared.units});
  const Var mixed = tape.name(matmul(tape, joined, mix),
                              {"mixed", "[c; s]W_{c}", Role::plain, shared.ask, shared.units});
  const Var attentional = tape.name(
      tanh(tape, mixed), {"attentional", "\\tilde{s}", Role::output, shared.ask, shared.units});
  const Var fed_word =
      tape.name(tape.input(word), {"word", "y", Role::input, shared.ask, numbered("d")});
  run.output = tape.name(concat_cols(tape, {fed_word, attentional}),
                         {"fed", "[y; \\tilde{s}]", Role::input, shared.ask, numbered("d + unit")});
  run.records.add(record);
  material.tell(run);
  return run;
}

const Scene scene{
    .name = "luong",
    .what =
        "One state of a decoder under Luong's scores, over all words and over those near a "
        "position; the attentional state and input feeding.",
    .subject = Subject::attention,
    .options = {number_option("reach", "D", "How far from its position a local attention sees.", 2,
                              0.5, 16),
                number_option("t", "t",
                              "The position that local-m takes: that of the output word, "
                              "counted from 0.",
                              0, 0, 64),
                seed_option()},
    .givens = {"h", "s", "general.w", "concat.w", "concat.v", "concat.vector", "local-p.w",
               "local-p.v", "wc", "word"},
    .run = run_luong};
const RegisterScene registered{scene};

}  // namespace

}  // namespace glassformer
