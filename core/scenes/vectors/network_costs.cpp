#include "core/scenes/vectors/network_costs.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

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

WeightCounts name_weight_counts(Tape& tape, const NetworkSizes& sizes) {
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
  const auto column = [&](Mat values, const char* name, const char* symbol) {
    return put(tape, std::move(values), {name, symbol, Role::plain, matrices, {"", {name}, -1}});
  };
  const Part of_rows = column(std::move(rows), "rows", "r");
  const Part of_columns = column(std::move(columns), "columns", "c");
  const Part numbers =
      multiply(of_rows, of_columns).as("numbers", "N", {.cols = Axis{"", {"numbers"}, -1}});
  return {of_rows, of_columns, numbers};
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
  const auto of_parts = [&](Mat values, const char* name, const char* symbol, const char* said) {
    return put(tape, std::move(values),
               {name, symbol, Role::plain, networks, parts, all_cells(said)});
  };
  const Part of_in = of_parts(std::move(in), "in", "n_{\\text{in}}",
                              "How long the row is that goes into this part; 0: there is no "
                              "such part.");
  const Part of_out =
      of_parts(std::move(out), "out", "n_{\\text{out}}",
               "How many numbers this part makes: a score for each word, for each turn of a "
               "tree, or for the true word and five negatives.");
  const Part products = multiply(of_in, of_out).as("products", "N");
  const Part total =
      sum_cols(products).as("total", "\\Sigma N", {.cols = Axis{"", {"multiplications"}, -1}});
  return {products, total};
}

}  // namespace glassformer
