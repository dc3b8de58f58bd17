#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/nn/attention.h"
#include "core/nn/axes.h"
#include "core/scenes/options.h"
#include "core/scenes/records/pixels.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"

// Self-attention whose tokens are the pixels of an image: "any architecture designed to process a
// connected set of units — such as the tokens in a sequence or the pixels in an image — where the
// only interaction between units is through self-attention" (lecture 004's definition of a
// Transformer). A pixel is (b, cos r, sin r, cos c, sin c): its brightness b from −1 to 1, its row
// and column as angles over half a turn, so that two pixels' q · k / √5 is
//   (brightness · b b' + position · (cos Δr + cos Δc)) / √5
// with the two strengths as options: W^Q holds them on its diagonal, W^K is the unit matrix and W^V
// takes the brightness. Nodes: pixels, positions, x, wq … output.
namespace glassformer {

namespace {

constexpr int kFeatures = 5;
constexpr int kMostSide = 32;

Axis feature_axis() {
  return {"feature", {"brightness", "cos row", "sin row", "cos col", "sin col"}, -1};
}

LeafPtr leaf(Mat value) {
  return std::make_shared<const Leaf>(std::move(value));
}

Mat diagonal(double first, double others) {
  Mat m(kFeatures, kFeatures);
  for (int i = 0; i < kFeatures; ++i) m(i, i) = static_cast<Real>(i == 0 ? first : others);
  return m;
}

// Row and column of every pixel as angles: neighbours differ little, opposite edges most.
Mat angles(int height, int width) {
  Mat m(height * width, kFeatures - 1);
  for (int r = 0; r < height; ++r) {
    for (int c = 0; c < width; ++c) {
      const double row = std::numbers::pi * r / height, col = std::numbers::pi * c / width;
      const int i = r * width + c;
      m(i, 0) = static_cast<Real>(std::cos(row));
      m(i, 1) = static_cast<Real>(std::sin(row));
      m(i, 2) = static_cast<Real>(std::cos(col));
      m(i, 3) = static_cast<Real>(std::sin(col));
    }
  }
  return m;
}

Run run_pixels(const Inputs& inputs) {
  Run run;
  Sheet sheet(inputs, run);
  const LeafPtr image =
      sheet.material().take("image", {0, 8}, {0, 8}, 1, "an image has rows and columns");
  const int height = image->value.rows(), width = image->value.cols(), n = height * width;
  if (height > kMostSide || width > kMostSide) {
    throw UserError(
        fmt::format("the image has {} × {} pixels; {} × {} is the most: each pixel "
                    "attends to all",
                    height, width, kMostSide, kMostSide));
  }
  check_memory(inputs, 5.0 * n * n, fmt::format("{} pixels", n));
  Mat column(n, 1);
  for (int i = 0; i < n; ++i) column(i, 0) = image->value(i / width, i % width);
  for (int i = 0; i < n; ++i) {
    run.tokens[0].push_back(fmt::format("{},{}", i / width + 1, i % width + 1));
  }
  const Axis pixel{"pixel", run.tokens[0], 0};
  const Part pixels = sheet.put(std::move(column),
                                {"pixels", "b", Role::input, pixel, Axis{"", {"brightness"}, -1}});
  const Part positions = sheet.put(
      angles(height, width),
      {"positions", "\\mathrm{Pos}", Role::position, pixel,
       Axis{"feature", {"cos row", "sin row", "cos col", "sin col"}, -1},
       all_cells("The row and the column of the pixel, each as an angle over half a turn.")});
  const Part x = concat_cols({pixels, positions}).as("x", "X", {.cols = feature_axis()});
  AttentionSpec spec;
  spec.axes = {Axis{"query", run.tokens[0], 0}, Axis{"key", run.tokens[0], 0}, ""};
  Mat take(kFeatures, 1);
  take(0, 0) = 1;
  const HeadWeights weights{
      leaf(diagonal(number(inputs, "brightness"), number(inputs, "position"))),
      leaf(diagonal(1, 1)), leaf(take)};
  const AttentionSite site = attention_head(run.tape, x, x, weights, spec);
  run.sites.push_back(site);
  run.output = site.context;
  run.records.add(PixelsRecord{height, width, pixels, positions, site.weights, site.context});
  sheet.tell();
  return run;
}

const RegisterScene registered{
    {.name = "pixels",
     .what = "Self-attention whose tokens are the pixels of an image: each becomes the weighted "
             "mean of those that are like it, or near it.",
     .subject = Subject::attention,
     .options = {number_option("brightness", "\\text{brightness}",
                               "How strongly pixels attend to pixels of their own brightness.", 0.0,
                               0, 40),
                 number_option("position", "\\text{position}",
                               "How strongly pixels attend to pixels near them.", 0.0, 0, 400),
                 seed_option()},
     .givens = {"image"},
     .run = run_pixels}};

}  // namespace

}  // namespace glassformer
