#include "core/scenes/vectors/network_costs.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/grad/ops.h"
#include "core/nn/axes.h"

namespace glassformer {

namespace {

// Drawn words and the true one, of which negative sampling asks.
constexpr double kAsked = 6;

struct Layer {
  double in = 0, out = 0;
};
struct Counted {
  const char* name;
  std::array<Layer, 3> layers;  // hidden layer, direct connections, output
};

}  // namespace

Var name_weight_counts(Tape& tape, const NetworkSizes& sizes) {
  const Tape::Scope scope(tape, "weights");
  const double wide = sizes.before * sizes.d;
  const std::vector<std::pair<const char*, Layer>> all{
      {"C", {sizes.words, sizes.d}},      {"H", {wide, sizes.hidden}}, {"d", {1, sizes.hidden}},
      {"U", {sizes.hidden, sizes.words}}, {"b", {1, sizes.words}},     {"W", {wide, sizes.words}}};
  Axis matrices{"matrix", {}, -1};
  Mat rows(static_cast<int>(all.size()), 1), columns(rows.shape());
  for (int i = 0; i < rows.rows(); ++i) {
    const auto& [name, shape] = all[static_cast<std::size_t>(i)];
    matrices.labels.push_back(name);
    rows(i, 0) = static_cast<Real>(shape.in);
    columns(i, 0) = static_cast<Real>(shape.out);
  }
  const auto name = [&](Var var, const char* node, const char* symbol, const char* what) {
    return tape.name(var, {node, symbol, Role::plain, matrices, {"", {what}, -1}});
  };
  const Var of_rows = name(tape.input(std::move(rows)), "rows", "r", "rows");
  const Var of_columns = name(tape.input(std::move(columns)), "columns", "c", "columns");
  return name(multiply(tape, of_rows, of_columns), "numbers", "N", "numbers");
}

ProductCounts name_product_counts(Tape& tape, const NetworkSizes& sizes) {
  const Tape::Scope scope(tape, "count");
  const double turns = std::log2(sizes.words), wide = sizes.before * sizes.d;
  const Layer hidden{wide, sizes.hidden}, direct{wide, sizes.words};
  const std::vector<Counted> all{
      {"Bengio, direct", {hidden, direct, Layer{sizes.hidden, sizes.words}}},
      {"Bengio", {hidden, Layer{}, Layer{sizes.hidden, sizes.words}}},
      {"skip-gram", {Layer{}, Layer{}, Layer{sizes.d, sizes.words}}},
      {"Bengio, tree", {hidden, Layer{}, Layer{sizes.hidden, turns}}},
      {"skip-gram, tree", {Layer{}, Layer{}, Layer{sizes.d, turns}}},
      {"skip-gram, k = 5", {Layer{}, Layer{}, Layer{sizes.d, kAsked}}}};
  Axis networks{"network", {}, -1};
  Mat in(static_cast<int>(all.size()), 3), out(in.shape());
  for (int i = 0; i < in.rows(); ++i) {
    const Counted& one = all[static_cast<std::size_t>(i)];
    networks.labels.push_back(one.name);
    for (int part = 0; part < 3; ++part) {
      in(i, part) = static_cast<Real>(one.layers[static_cast<std::size_t>(part)].in);
      out(i, part) = static_cast<Real>(one.layers[static_cast<std::size_t>(part)].out);
    }
  }
  const Axis parts{"", {"hidden", "direct", "output"}, -1};
  const auto name = [&](Var var, const char* node, const char* symbol, const Axis& columns,
                        Origin origin = {}) {
    return tape.name(var, {node, symbol, Role::plain, networks, columns, std::move(origin)});
  };
  const Var of_in = name(tape.input(std::move(in)), "in", "n_{\\text{in}}", parts,
                         all_cells("How long the row is that goes into this part; 0: there is no "
                                   "such part."));
  const Var of_out =
      name(tape.input(std::move(out)), "out", "n_{\\text{out}}", parts,
           all_cells("How many numbers this part makes: a score for each word, for each turn of a "
                     "tree, or for the true word and five negatives."));
  const Var products = name(multiply(tape, of_in, of_out), "products", "N", parts);
  const Var total =
      name(sum_cols(tape, products), "total", "\\Sigma N", {"", {"multiplications"}, -1});
  return {products, total};
}

}  // namespace glassformer
