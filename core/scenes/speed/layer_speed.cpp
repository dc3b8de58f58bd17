#include <algorithm>

#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/layer_speed.h"
#include "core/scenes/sheet.h"
#include "core/speed/complexity.h"

// Table 1 of Vaswani et al. 2017 with numbers for n, d, k and r: operations, sequential and path
// have a row for each kind of layer; ratio is attention over recurrence. Nothing here is timed.
namespace glassformer {

namespace {

int whole(const Inputs& inputs, const char* option) {
  return static_cast<int>(number(inputs, option));
}

Axis kinds() {
  Axis axis = numbered("layer");
  for (const LayerKind kind : layer_kinds)
    axis.labels.push_back(std::string(layer_text(kind).name));
  return axis;
}

Axis column(const char* label) {
  Axis axis = numbered("");
  axis.labels = {label};
  return axis;
}

Run run_layer_speed(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  const int words = whole(inputs, "n");
  // Of more words than there are none can be looked at.
  const LayerSizes sizes{words, whole(inputs, "d"), whole(inputs, "k"),
                         std::min(whole(inputs, "r"), words)};
  const auto given = [&](const char* name, const char* symbol, double value) {
    return sheet.put(Mat(1, 1, static_cast<Real>(value)), {name, symbol});
  };
  const Part n = given("n", "n", sizes.n), d = given("d", "d", sizes.d),
             k = given("k", "k", sizes.k), r = given("r", "r", sizes.r), one = given("one", "1", 1);
  const Part nd = multiply(n, d).as("nd", "n d");
  const Part attention = multiply(n, nd).as("self_attention", "n^{2} d");
  const Part recurrent = multiply(nd, d).as("recurrent", "n d^{2}");
  const Part convolutional = multiply(k, recurrent).as("convolutional", "k n d^{2}");
  const Part restricted = multiply(r, nd).as("restricted", "r n d");
  const auto table = [&](const std::vector<Part>& rows, const char* name, const char* symbol,
                         const char* label) {
    return concat_rows(rows).as(name, symbol, {.rows = kinds(), .cols = column(label)});
  };
  LayerSpeedRecord record{n,  d,  k,  r, {attention, recurrent, convolutional, restricted},
                          {}, {}, {}, {}};
  run.output = record.operations = table({attention, recurrent, convolutional, restricted},
                                         "operations", "\\mathrm{operations}", "operations");
  record.sequential =
      table({one, n, one, one}, "sequential", "\\mathrm{steps}", "one after the other");
  given("log_k_n", "\\log_{k} n", path_in_o(LayerKind::convolutional, sizes));
  const Part per_r = reciprocal(r).as("per_r", "\\frac{1}{r}");
  multiply(n, per_r).as("n_over_r", "\\frac{n}{r}");
  const auto counted = [&](const char* name, const char* symbol, LayerKind kind) {
    return given(name, symbol, layers_between(kind, sizes));
  };
  const Part dilated =
      counted("layers.convolutional", "\\lceil \\log_{k} n \\rceil", LayerKind::convolutional);
  const Part windows =
      counted("layers.restricted", "\\approx \\frac{2 n}{r}", LayerKind::restricted);
  record.path = table({one, n, dilated, windows}, "path", "\\mathrm{path}", "longest path");
  const Part per_recurrent = reciprocal(recurrent).as("per_recurrent", "\\frac{1}{n d^{2}}");
  record.ratio = multiply(attention, per_recurrent).as("ratio", "\\frac{n}{d}");
  run.records.add(record);
  return run;
}

OptionSpec size_option(const char* name, const char* help, double initial, double min, double max) {
  return integer_option(name, name, help, initial, min, max);
}

const RegisterScene registered{
    {.name = "layer-speed",
     .what =
         "What a layer of each kind costs: operations, steps that wait for one another, longest "
         "path.",
     .subject = Subject::speed,
     .options =
         {size_option("n", "How many words a sequence has while d grows.", 256, 16, 2048),
          size_option("d", "How many numbers stand for a word while n grows.", 256, 16, 1024),
          size_option("k", "How many words are under the kernel of the convolution.", 3, 1, 15),
          size_option("r", "How many words the restricted attention looks at, all of them at most.",
                      32, 1, 2048),
          toggle_option("projections", "Q, K, V, O",
                        "The attentions also multiply their words by four d × d matrices, as "
                        "the layers of a Transformer do; the paper's table leaves these out.",
                        false),
          choice_option("cores", "\\text{cores}",
                        "On one core only the operations count; on all of them also how many "
                        "may be done at once.",
                        "one", {"one", "all"})},
     .run = run_layer_speed}};

}  // namespace

}  // namespace glassformer
