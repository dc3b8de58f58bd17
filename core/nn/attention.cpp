#include "core/nn/attention.h"

#include <cmath>

#include "core/grad/ops.h"
#include "core/grad/released.h"
#include "core/nn/axes.h"

namespace glassformer {

namespace {

// Of so many pairs of tokens only the weights are kept, and what leads to them is computed again
// for who looks at it: hundreds of heads of a long text would not fit into memory.
constexpr std::size_t large = std::size_t{256} * 256;

// Where nothing is masked. All heads of a run share it.
LeafPtr ones(Shape shape) {
  thread_local LeafPtr last;
  if (!last || last->value.shape() != shape) last = std::make_shared<const Leaf>(Mat(shape, 1));
  return last;
}

Var name_pairs(Tape& tape, Var var, std::string name, const std::string& symbol, Role role,
               const AttentionSpec& spec) {
  return tape.name(var, {std::move(name), with_head(symbol, spec.axes.head), role,
                         spec.axes.queries, spec.axes.keys});
}

Var weight(Tape& tape, const LeafPtr& leaf, std::string name, const std::string& symbol, Role role,
           std::string cols, const AttentionSpec& spec) {
  return tape.name(tape.input(leaf), {std::move(name), with_head(symbol, spec.axes.head), role,
                                      numbered("d_model"), numbered(std::move(cols))});
}

Var project(Tape& tape, Var x, Var w, std::string name, const std::string& symbol, Role role,
            const Axis& tokens, std::string cols, const AttentionSpec& spec) {
  return tape.name(matmul(tape, x, w), {std::move(name), with_head(symbol, spec.axes.head), role,
                                        tokens, numbered(std::move(cols))});
}

}  // namespace

AttentionSite attend_from_weights(Tape& tape, Var weights, Var v, const AttentionSpec& spec) {
  AttentionSite site;
  site.name = spec.site.empty() ? to_string(spec.place) : spec.site;
  site.place = spec.place;
  site.v = v;
  site.weights = weights;
  if (v) {
    site.context =
        tape.name(matmul(tape, weights, v), {"output", with_head("O", spec.axes.head), Role::output,
                                             spec.axes.queries, numbered("d_v")});
  }
  return site;
}

AttentionSite attend_from_scores(Tape& tape, Var scores, Var v, const AttentionSpec& spec) {
  const double root = spec.scaled ? std::sqrt(spec.d_k) : 1;
  Var scaled = name_pairs(tape, scale(tape, scores, 1 / (root * spec.temperature)), "scaled", "E",
                          Role::score, spec);
  if (spec.bias) {
    const Var bias = name_pairs(tape, tape.input(spec.bias), "bias", "B", Role::position, spec);
    scaled = name_pairs(tape, add(tape, scaled, bias), "biased", "E + B", Role::score, spec);
  }
  const Var visible = name_pairs(tape, tape.input(spec.mask ? spec.mask : ones(tape.shape(scores))),
                                 "mask", "M", Role::mask, spec);
  const Var masked =
      name_pairs(tape, mask(tape, scaled, visible), "masked", "\\hat{E}", Role::score, spec);
  const Var weights =
      name_pairs(tape, softmax(tape, masked), "weights", "A", Role::probability, spec);
  if (tape.shape(scores).cells() >= large) {
    for (const Var step : {masked, scaled, scores}) release(tape, step);
  }
  AttentionSite site = attend_from_weights(tape, weights, v, spec);
  site.scores = scores;
  site.mask = visible;
  return site;
}

AttentionSite attend(Tape& tape, Var q, Var k, Var v, const AttentionSpec& spec) {
  AttentionSpec full = spec;
  if (full.d_k == 0) full.d_k = tape.shape(k).cols;
  AttentionSite site = attend_from_scores(tape, dot_score(tape, q, k, spec.axes), v, full);
  site.q = q;
  site.k = k;
  return site;
}

HeadVars head_weights(Tape& tape, const HeadWeights& weights, const AttentionSpec& spec) {
  HeadVars vars;
  vars.wq = weight(tape, weights.wq, "wq", "W^{Q}", Role::query_weight, "d_k", spec);
  vars.wk = weight(tape, weights.wk, "wk", "W^{K}", Role::key_weight, "d_k", spec);
  vars.wv = weight(tape, weights.wv, "wv", "W^{V}", Role::value_weight, "d_v", spec);
  return vars;
}

AttentionSite attention_head(Tape& tape, Var y, Var x, const HeadVars& weights,
                             const AttentionSpec& spec) {
  const Axis& queries = spec.axes.queries;
  const Axis& keys = spec.axes.keys;
  const Var q = project(tape, y, weights.wq, "q", "Q", Role::query, queries, "d_k", spec);
  const Var k = project(tape, x, weights.wk, "k", "K", Role::key, keys, "d_k", spec);
  const Var v = project(tape, x, weights.wv, "v", "V", Role::value, keys, "d_v", spec);
  return attend(tape, q, k, v, spec);
}

AttentionSite attention_head(Tape& tape, Var y, Var x, const HeadWeights& weights,
                             const AttentionSpec& spec) {
  return attention_head(tape, y, x, head_weights(tape, weights, spec), spec);
}

MultiHead multi_head_attention(Tape& tape, Var y, Var x, const MultiHeadWeights& weights,
                               AttentionSpec spec) {
  MultiHead made;
  std::vector<Var> contexts;
  for (std::size_t h = 0; h < weights.heads.size(); ++h) {
    spec.axes.head = std::to_string(h + 1);
    spec.place.head = static_cast<int>(h) + 1;
    const Tape::Scope scope(tape, "head." + spec.axes.head);
    made.sites.push_back(attention_head(tape, y, x, weights.heads[h], spec));
    contexts.push_back(made.sites.back().context);
  }
  made.concat = tape.name(concat_cols(tape, contexts), {"concat", "\\mathrm{Concat}", Role::output,
                                                        spec.axes.queries, numbered("h d_v")});
  const Var wo = tape.name(tape.input(weights.wo), {"wo", "W^{O}", Role::output_weight,
                                                    numbered("h d_v"), numbered("d_model")});
  made.output = tape.name(matmul(tape, made.concat, wo),
                          {"output", "Z", Role::output, spec.axes.queries, numbered("d_model")});
  return made;
}

}  // namespace glassformer
