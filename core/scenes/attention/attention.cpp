#include <fmt/format.h>

#include <algorithm>

#include "core/nn/axes.h"
#include "core/scenes/embedding.h"
#include "core/scenes/options.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"
#include "core/text/word_list.h"

// One head of self-attention, from whichever point of the equation a lesson starts at.
namespace glassformer {

namespace {

// Everything one forward pass of this model needs at hand.
struct Pass {
  // No aggregate: GCC 12 destroys the run twice where memory is refused to the sheet of one.
  explicit Pass(const Inputs& from) : inputs(from), sheet(from, run) {}

  const Inputs& inputs;
  Run run;
  Sheet sheet;
  Axis queries = numbered("query");
  Axis keys = numbered("key");
};

// Labels the tokens: sentence 1 the keys, and the queries too unless the lesson names these apart.
// A typed sentence replaces the lesson's words, so their names for the queries go as well.
void label_tokens(Pass& pass, int queries, int keys) {
  auto& tokens = pass.run.tokens;
  tokens[0] = sentence(pass.inputs, 0);
  if (pass.inputs.text[0].empty()) tokens[1] = pass.inputs.tokens[1];
  check_labels(pass.inputs, tokens[0], keys, "keys");
  if (!pass.inputs.text[0].empty()) {
    pass.run.notes.push_back(
        "Only the words are yours: the numbers are given, and they stay those of the lesson.");
  }
  check_labels(pass.inputs, tokens[1], queries, "queries");
  pass.keys = {"key", tokens[0], 0};
  if (!tokens[1].empty()) {
    pass.queries = {"query", tokens[1], 1};
  } else if (queries == keys) {
    pass.queries = {"query", tokens[0], 0};
  }
}

// What the columns of V mean, where somebody says so.
Axis value_columns(const Inputs& inputs, int count) {
  Axis axis = numbered("d_v");
  const std::vector<std::string> names = listed_words(text(inputs, "columns"));
  if (names.empty()) return axis;
  if (static_cast<int>(names.size()) != count) {
    throw UserError(fmt::format("attention: \"columns\" names {}, but V has {}; name each or none",
                                names.size(), count));
  }
  axis.labels = names;
  return axis;
}

// V with a row for each key, if the lesson gives it.
Var given_values(Pass& pass, int keys) {
  const LeafPtr v = pass.sheet.material().given("v");
  if (!v) return {};
  return pass.sheet.take("v", "V", Role::value,
                         exactly(keys, pass.keys, fmt::format("there are {} keys", keys)),
                         any(1, value_columns(pass.inputs, v->value.shape().cols)));
}

AttentionSpec spec_for(Pass& pass, Shape scores) {
  AttentionSpec spec = read_attention_spec(pass.inputs, scores);
  spec.axes = {pass.queries, pass.keys, ""};
  return spec;
}

// A pass starts at one point of the equation: what comes before it is computed by nobody.
void only(const Inputs& inputs, std::initializer_list<std::string_view> allowed) {
  for (const auto& [name, leaf] : inputs.given) {
    if (std::find(allowed.begin(), allowed.end(), name) != allowed.end()) continue;
    throw UserError(fmt::format(
        "attention: with {} given it starts there, and {} cannot be given as well; leave one out",
        *allowed.begin(), name));
  }
}

void refuse_if_huge(const Inputs& inputs, double queries, double keys) {
  check_memory(inputs, 5 * queries * keys, fmt::format("{} queries and {} keys", queries, keys));
}

AttentionSite from_weights(Pass& pass) {
  only(pass.inputs, {"weights", "v"});
  const LeafPtr weights = pass.sheet.material().given("weights");
  const Shape shape = weights->value.shape();
  label_tokens(pass, shape.rows, shape.cols);
  const Var v = given_values(pass, shape.cols);
  const Var a =
      pass.sheet.put(weights, {"weights", "A", Role::probability, pass.queries, pass.keys});
  return attend_from_weights(pass.run.tape, a, v, spec_for(pass, shape));
}

AttentionSite from_scores(Pass& pass) {
  only(pass.inputs, {"scores", "v"});
  const LeafPtr scores = pass.sheet.material().given("scores");
  const Shape shape = scores->value.shape();
  refuse_if_huge(pass.inputs, shape.rows, shape.cols);
  label_tokens(pass, shape.rows, shape.cols);
  const Var v = given_values(pass, shape.cols);
  const Var s = pass.sheet.put(scores, {"scores", "S", Role::score, pass.queries, pass.keys});
  AttentionSpec spec = spec_for(pass, shape);
  if (spec.scaled && spec.d_k == 0) {
    spec.d_k = 1;
    pass.run.notes.push_back(
        "the scores are given and there are no keys to take d_k from: with d_k = 0 nothing is "
        "divided");
  }
  return attend_from_scores(pass.run.tape, s, v, spec);
}

AttentionSite from_queries(Pass& pass) {
  only(pass.inputs, {"q", "k", "v"});
  const LeafPtr q = pass.sheet.material().given("q");
  const LeafPtr k = pass.sheet.material().given("k");
  if (!q || !k) {
    throw UserError(fmt::format("attention: {} is given without {}; scores need both",
                                q ? "q" : "k", q ? "k" : "q"));
  }
  const Shape queries = q->value.shape();
  const Shape keys = k->value.shape();
  if (queries.cols != keys.cols) {
    throw ShapeError(fmt::format(
        "attention: the given q is {} and k is {}: a dot product needs as many columns in both",
        to_string(queries), to_string(keys)));
  }
  refuse_if_huge(pass.inputs, queries.rows, keys.rows);
  label_tokens(pass, queries.rows, keys.rows);
  const Var query = pass.sheet.put(q, {"q", "Q", Role::query, pass.queries, numbered("d_k")});
  const Var key = pass.sheet.put(k, {"k", "K", Role::key, pass.keys, numbered("d_k")});
  const Var v = given_values(pass, keys.rows);
  return attend(pass.run.tape, query, key, v, spec_for(pass, {queries.rows, keys.rows}));
}

AttentionSite from_input(Pass& pass) {
  only(pass.inputs, {"x", "wq", "wk", "wv"});
  const Embedded x =
      embed(pass.inputs, pass.sheet.material(), pass.run, 0, "x", "X", {"wq", "wk", "wv"});
  refuse_if_huge(pass.inputs, x.count, x.count);
  pass.queries = as("query", x.tokens);
  pass.keys = as("key", x.tokens);
  const HeadWeights weights = take_head(pass.sheet.material(), "", x, x, x.width);
  return attention_head(pass.run.tape, x.rows, x.rows, weights, spec_for(pass, {x.count, x.count}));
}

Run run_attention(const Inputs& inputs) {
  Pass pass(inputs);
  const auto given = [&](const char* name) { return inputs.given.contains(name); };
  const AttentionSite site = given("weights")           ? from_weights(pass)
                             : given("scores")          ? from_scores(pass)
                             : given("q") || given("k") ? from_queries(pass)
                                                        : from_input(pass);
  pass.run.output = site.context ? site.context : site.weights;
  pass.run.sites.push_back(site);
  pass.sheet.tell();
  return std::move(pass.run);
}

const RegisterScene registered{
    {.name = "attention",
     .what = "Self-attention with one head, from x and its three weight matrices, from q, k and v, "
             "from "
             "scores or from weights. A sentence replaces x by random embeddings of its words.",
     .subject = Subject::attention,
     .options =
         join({mask_options(),
               {scale_option(), d_k_option(), temperature_option(), width_option(8), seed_option(),
                shown_in_view(text_option(
                    "columns", "Names of V's columns where V is given, one for each."))}}),
     .givens = {"x", "wq", "wk", "wv", "q", "k", "v", "scores", "weights"},
     .sentences = 1,
     .run = run_attention}};

}  // namespace

}  // namespace glassformer
