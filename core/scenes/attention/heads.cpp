#include "core/scenes/attention/heads.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/other_than_asked.h"
#include "core/text/number_of.h"

namespace glassformer {

namespace {

constexpr int max_heads = 16;  // as heads_option() has it

}  // namespace

std::vector<std::string> head_givens() {
  std::vector<std::string> names;
  for (int h = 1; h <= max_heads; ++h) {
    for (const char* weight : {"wq", "wk", "wv"}) {
      names.push_back(fmt::format("head.{}.{}", h, weight));
    }
  }
  names.emplace_back("wo");
  return names;
}

namespace {

MultiHeadWeights take_heads(const Inputs& inputs, Material& material, Run& run, const Embedded& y,
                            const Embedded& x) {
  const int count = static_cast<int>(number(inputs, "heads"));
  const int width = std::max(1, y.width / count);
  MultiHeadWeights weights;
  int concat = 0;
  for (int h = 1; h <= count; ++h) {
    weights.heads.push_back(take_head(material, fmt::format("head.{}.", h), y, x, width));
    concat += weights.heads.back().wv->value.cols();
  }
  weights.wo = material.take("wo", {concat, concat}, {0, y.width}, weight_deviation(concat),
                             fmt::format("the heads together make {} columns", concat));
  if (concat != y.width) {
    tell_other(
        run,
        fmt::format("{} heads cannot share d_model = {} evenly: together they are {} wide, and W^O "
                    "brings that back to {}",
                    count, y.width, concat, weights.wo->value.cols()));
  }
  return weights;
}

}  // namespace

void run_heads(const Inputs& inputs, Material& material, Run& run, const Embedded& y,
               const Embedded& x) {
  const MultiHeadWeights weights = take_heads(inputs, material, run, y, x);
  AttentionSpec spec = read_attention_spec(inputs, {y.count, x.count});
  spec.axes = {as("query", y.tokens), as("key", x.tokens), ""};
  MultiHead made = multi_head_attention(run.tape, y.rows, x.rows, weights, spec);
  run.sites = std::move(made.sites);
  run.output = made.output;
  material.tell(run);
}

void check_heads(const Inputs& inputs, const Embedded& y, const Embedded& x) {
  const double heads = number(inputs, "heads");
  const double pairs = static_cast<double>(y.count) * x.count;
  const double rows = static_cast<double>(y.count) + x.count;
  const double width = std::max(y.width, x.width);
  const double cells = pairs * (4 * heads + 1) + 6 * rows * width + 4 * width * width;
  check_memory(inputs, cells,
               fmt::format("{} queries, {} keys and {}", y.count, x.count,
                           number_of(static_cast<int>(heads), "head")));
}

}  // namespace glassformer
