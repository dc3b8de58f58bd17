#include "core/scenes/attention/heads.h"
#include "core/scenes/options.h"

// Cross-attention between two sentences (lecture 001; Vaswani et al. 2017, §3.2.3): sentence 2, Y,
// asks, sentence 1, X, answers. Q = Y W^Q, K = X W^K, V = X W^V. Nodes: x, y, then head.1.wq …
// head.1.output for each head, then concat, wo, output.
namespace glassformer {

namespace {

Run run_cross_attention(const Inputs& inputs) {
  Run run;
  run.tape = Tape(inputs.edits);
  Material material(inputs);
  const Embedded x = embed(inputs, material, run, 0, "x", "X", {"head.1.wk", "head.1.wv"});
  const Embedded y = embed(inputs, material, run, 1, "y", "Y", {"head.1.wq"});
  check_heads(inputs, y, x);
  run_heads(inputs, material, run, y, x);
  return run;
}

std::vector<std::string> givens() {
  std::vector<std::string> names = head_givens();
  names.insert(names.begin(), {"x", "y"});
  return names;
}

const RegisterScene registered{
    {.name = "cross-attention",
     .what = "Cross-attention: the words of sentence 2 ask, the words of sentence 1 answer.",
     .subject = Subject::attention,
     .options = join({{heads_option(1), width_option(8)},
                      mask_options(),
                      {scale_option(), d_k_option(), temperature_option(), seed_option()}}),
     .givens = givens(),
     .sentences = 2,
     .run = run_cross_attention}};

}  // namespace

}  // namespace glassformer
