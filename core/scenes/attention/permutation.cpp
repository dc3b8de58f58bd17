#include <fmt/format.h>

#include "core/grad/ops.h"
#include "core/nn/axes.h"
#include "core/scenes/attention/shuffle.h"
#include "core/scenes/embedding.h"
#include "core/scenes/options.h"
#include "core/scenes/records/permutation.h"

// Self-attention does not know the order of its tokens (lecture 004): shuffle the rows of X by a
// permutation matrix P, and the outputs are shuffled alike, O(P X) = P O(X). Positions or a causal
// mask break that. Nodes: x, the weights, q … output for X; p; shuffled.x … shuffled.output for
// P X; reordered = P O(X); difference = O(P X) − P O(X); pooled and shuffled.pooled, the means of
// the rows of both outputs, which no order changes.
namespace glassformer {

namespace {

AttentionSpec spec_for(const Inputs& inputs, const Embedded& x) {
  AttentionSpec spec = read_attention_spec(inputs, {x.count, x.count});
  spec.axes = {as("query", x.tokens), as("key", x.tokens), ""};
  return spec;
}

Run run_permutation(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Tape& tape = run.tape;
  Material material(inputs);
  const Embedded x = embed(inputs, material, run, 0, "x", "X", {"wq", "wk", "wv"});
  check_memory(inputs, 13.0 * x.count * x.count, fmt::format("{} tokens", x.count));

  Var positions;
  Var rows = x.rows;
  if (number(inputs, "positions") == 1) {
    positions = name_positions(tape, x);
    rows = add_positions(tape, rows, positions, x.tokens, "X + \\mathrm{PE}");
  }
  AttentionSpec spec = spec_for(inputs, x);
  const HeadVars weights = head_weights(tape, take_head(material, "", x, x, x.width), spec);
  run.sites.push_back(attention_head(tape, rows, rows, weights, spec));
  run.output = run.sites[0].context;

  const std::vector<int> order = take_order(inputs, run, x.count);
  const Axis places = shuffled_tokens(run, order);
  const Var p = name_permutation(tape, order, places, x.tokens);
  AttentionSite site;
  {
    const Tape::Scope scope(tape, "shuffled");
    spec.site = "shuffled";
    spec.axes = {as("query", places), as("key", places), "'"};
    Var moved =
        tape.name(matmul(tape, p, x.rows), {"x", "X'", Role::input, places, numbered("d_model")});
    if (positions) moved = add_positions(tape, moved, positions, places, "X' + \\mathrm{PE}");
    site = attention_head(tape, moved, moved, weights, spec);
  }
  run.sites.push_back(site);

  const Axis width = numbered("d_v");
  const Var reordered = tape.name(matmul(tape, p, run.output),
                                  {"reordered", "PO", Role::output, as("query", places), width});
  run.records.add(PermutationRecord{
      tape.name(subtract(tape, site.context, reordered),
                {"difference", "O' - PO", Role::plain, as("query", places), width})});
  const Axis one = numbered("");
  tape.name(mean_rows(tape, run.output), {"pooled", "\\bar{o}", Role::output, one, width});
  {
    const Tape::Scope scope(tape, "shuffled");
    tape.name(mean_rows(tape, site.context), {"pooled", "\\bar{o}'", Role::output, one, width});
  }
  material.tell(run);
  return run;
}

const Scene scene{
    .name = "permutation",
    .what =
        "Self-attention on a sentence and on the same sentence shuffled: without positions the "
        "outputs are shuffled alike.",
    .subject = Subject::attention,
    .options = join({{positions_option(), width_option(8)},
                     mask_options(),
                     {scale_option(), d_k_option(), temperature_option(), seed_option()}}),
    .givens = {"x", "wq", "wk", "wv"},
    .sentences = 1,
    .takes_order = true,
    .run = run_permutation};
const RegisterScene registered{scene};

}  // namespace

}  // namespace glassformer
