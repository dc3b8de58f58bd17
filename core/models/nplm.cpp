#include "core/models/nplm.h"

#include <fmt/format.h>

#include <utility>

#include "core/grad/ops.h"
#include "core/tensor/error.h"

namespace glassformer {

Params make_nplm(const NplmConfig& c, std::uint64_t seed) {
  for (const auto& [name, size] :
       {std::pair("words", c.words), std::pair("dim", c.dim), std::pair("contexts", c.contexts),
        std::pair("hidden", c.hidden)}) {
    if (size < 1) throw UserError(fmt::format("{} is {}; it must be at least 1", name, size));
  }
  Params params;
  const int wide = c.contexts * c.dim;
  params.add_normal("c", {c.words + 1, c.dim}, 0.1, seed);
  params.add_uniform("h", {wide, c.hidden}, seed);
  params.add_filled("d", {1, c.hidden}, 0);
  params.add_uniform("u", {c.hidden, c.words}, seed);
  params.add_filled("b", {1, c.words}, 0);
  if (c.direct) params.add_uniform("w", {wide, c.words}, seed);
  return params;
}

void put_nplm(Tape& tape, const Params& params) {
  for (int i = 0; i < params.size(); ++i) tape.input(params.leaf(i));
}

Nplm nplm(Tape& tape, const NplmConfig& config, const Params& params,
          const std::vector<int>& contexts) {
  const auto param = [&](const char* name) { return Var{params.find(name)}; };
  const auto n = static_cast<std::size_t>(config.contexts);
  std::vector<Var> places;
  for (std::size_t place = 0; place < n; ++place) {
    std::vector<int> ids;
    for (std::size_t row = place; row < contexts.size(); row += n) {
      ids.push_back(contexts[row] < 0 ? config.words : contexts[row]);
    }
    places.push_back(gather(tape, param("c"), std::move(ids)));
  }
  Nplm made;
  made.x = places.size() == 1 ? places[0] : concat_cols(tape, places);
  made.hidden = tanh(tape, add_row(tape, matmul(tape, made.x, param("h")), param("d")));
  made.features = made.hidden;
  made.weights = param("u");
  if (config.direct) {
    made.features = concat_cols(tape, {made.hidden, made.x});
    made.weights = concat_rows(tape, {param("u"), param("w")});
  }
  return made;
}

Var nplm_logits(Tape& tape, const Params& params, const Nplm& made) {
  return add_row(tape, matmul(tape, made.features, made.weights), Var{params.find("b")});
}

Var nplm_surprisal(Tape& tape, const Params& params, const Nplm& made, std::vector<int> targets) {
  return surprisal(tape, made.features, made.weights, Var{params.find("b")}, std::move(targets));
}

}  // namespace glassformer
