#include "core/nn/local_attention.h"

#include <fmt/format.h>

#include "core/grad/ops.h"
#include "core/nn/axes.h"

namespace glassformer {

Var predicted_place(const Pass& pass, Var states, Var w, Var v, const LocalRows& rows,
                    const std::string& before, const Axis& units) {
  Tape& tape = pass.tape();
  const auto named = [&](Var var, const std::string& name, const char* symbol,
                         const Axis& cols = numbered(""), Role role = Role::plain) {
    return pass.name(var, {name, symbol, role}, rows.queries, cols);
  };
  const Var sum = named(matmul(tape, states, w), before + "sum", "sW_{p}", units);
  const Var hidden = named(tanh(tape, sum), before + "hidden", "\\mathrm{tanh}(sW_{p})", units);
  const Var raw = named(matmul_nt(tape, hidden, v), before + "raw", "a");
  const Var share = named(sigmoid(tape, raw), before + "share", "\\sigma(a)");
  Var place;
  if (rows.words.size() == 1) {
    place = scale(tape, share, rows.words.front());
  } else {
    Mat words(static_cast<int>(rows.words.size()), 1);
    for (int i = 0; i < words.rows(); ++i) {
      words(i, 0) = static_cast<Real>(rows.words[static_cast<std::size_t>(i)]);
    }
    place = multiply(tape, share, tape.input(std::move(words)));
  }
  return named(place, "place", "p", numbered(""), Role::position);
}

Var attend_near(const Pass& pass, Var scores, const Mat& away, const LocalRows& rows,
                const char* name) {
  Tape& tape = pass.tape();
  Mat seen(away.shape());
  for (int i = 0; i < seen.rows(); ++i) {
    for (int j = 0; j < rows.words[static_cast<std::size_t>(i)]; ++j) {
      seen(i, j) = away(i, j) <= rows.reach ? 1 : 0;
    }
  }
  const auto named = [&](Var var, const char* as, const char* symbol, Role role,
                         Origin origin = {}) {
    return pass.name(var, {as, symbol, role}, rows.queries, rows.keys, std::move(origin));
  };
  const Var window =
      named(tape.input(std::move(seen)), "window", "M", Role::mask,
            all_cells(fmt::format("1 for the words at most {} positions away, 0 for the others",
                                  rows.reach)));
  const Var masked = named(mask(tape, scores, window), "masked", "\\hat{e}", Role::score);
  return named(softmax(tape, masked), name, "\\alpha", Role::probability);
}

Around attend_around(const Pass& pass, Var scores, Var place, Var positions,
                     const LocalRows& rows) {
  Tape& tape = pass.tape();
  const auto named = [&](Var var, const char* name, const char* symbol, Role role = Role::plain) {
    return pass.name(var, {name, symbol, role}, rows.queries, rows.keys);
  };
  const Var away = named(distance(tape, place, positions), "distance", "|j - p|");
  Around around;
  around.before = attend_near(pass, scores, tape.value(away), rows, "before");
  const double sigma = rows.reach / 2;
  const Var squares = named(multiply(tape, away, away), "squares", "(j - p)^{2}");
  const Var power = named(scale(tape, squares, -1 / (2 * sigma * sigma)), "power",
                          "-\\frac{(j - p)^{2}}{2 \\sigma^{2}}");
  around.bell = named(exp(tape, power), "bell", "g", Role::probability);
  around.weights = named(multiply(tape, around.before, around.bell), "weights", "\\alpha \\circ g",
                         Role::probability);
  return around;
}

}  // namespace glassformer
