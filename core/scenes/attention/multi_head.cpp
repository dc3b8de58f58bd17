#include "core/scenes/attention/heads.h"
#include "core/scenes/options.h"

// Multi-head self-attention over a sentence (Vaswani et al. 2017, §3.2.2). Nodes: x, with the
// option positions also positions and embedded, then head.1.wq … head.1.output for each head, then
// concat, wo, output.
namespace glassformer {

namespace {

Run run_multi_head(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Material material(inputs);
  Embedded x = embed(inputs, material, run, 0, "x", "X", {"head.1.wq", "head.1.wk", "head.1.wv"});
  check_heads(inputs, x, x);
  if (number(inputs, "positions") == 1) {
    const Var positions = name_positions(run.tape, x);
    x.rows = add_positions(run.tape, x.rows, positions, x.tokens, "X + \\mathrm{PE}");
  }
  run_heads(inputs, material, run, x, x);
  return run;
}

std::vector<std::string> givens() {
  std::vector<std::string> names = head_givens();
  names.insert(names.begin(), "x");
  return names;
}

const RegisterScene registered{
    {.name = "multi-head",
     .what = "Multi-head self-attention over a typed sentence: every head has its own "
             "queries, keys and values, and W^O brings their outputs together.",
     .subject = Subject::attention,
     .options = join(
         {{heads_option(2), width_option(8)},
          mask_options(),
          {scale_option(), d_k_option(), temperature_option(), positions_option(), seed_option()}}),
     .givens = givens(),
     .sentences = 1,
     .run = run_multi_head}};

}  // namespace

}  // namespace glassformer
