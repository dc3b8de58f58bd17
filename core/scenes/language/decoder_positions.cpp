#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "core/nn/axes.h"
#include "core/nn/position.h"
#include "core/scenes/chosen.h"
#include "core/scenes/language/language_model.h"
#include "core/scenes/options.h"
#include "core/scenes/records/positions.h"
#include "core/scenes/sheet.h"
#include "core/tensor/error.h"

// How a decoder alone tells positions apart. Nodes: encoding [positions, dimensions], some columns
// of it as curves, and norm, products and distances of its rows. The encoding is the learned table
// (Radford et al. 2018), or sines and cosines that are added (Vaswani et al. 2017), or of rotary
// positions (Su et al. 2021) the points on the circles to which the pairs of a head are turned, by
// frequency, wavelength and angle: a product of two rows is then what a query and a key score that
// are alike, so far apart. A model with ALiBi (Press et al. 2022) or none has no encoding.
namespace glassformer {

namespace {

int whole(const Inputs& inputs, std::string_view option) {
  return static_cast<int>(number(inputs, option));
}

class DecoderPositions {
 public:
  explicit DecoderPositions(const Inputs& inputs)
      : inputs_(inputs),
        model_(chosen_model(inputs)),
        config_(language_model_of(*model_).sizes()),
        count_(std::min(whole(inputs, "positions"), config_.longest())),
        sheet_(inputs, run_) {}

  Run run() {
    const Part places = name_places(run_.tape, count_);
    record_.position = places;
    run_.output = record_.position;
    switch (config_.positions) {
      case PositionKind::learned:
        name_learned();
        break;
      case PositionKind::rotary:
        name_rotary(places);
        break;
      case PositionKind::sinusoidal:
        name_sinusoids(places);
        break;
      case PositionKind::alibi:
      case PositionKind::none:
        break;
    }
    run_.records.add(std::move(record_));
    return std::move(run_);
  }

 private:
  Axis rows() const { return counted_from_zero("position", count_); }
  Axis others() const { return counted_from_zero("other position", count_); }

  void name_learned() {
    const Params& params = model_->params;
    const Mat& all = params.value(params.find("positions"));
    Mat shown(count_, config_.d_model);
    for (int r = 0; r < count_; ++r) std::ranges::copy(all.row(r), shown.row(r).begin());
    name_encoding(sheet_.put(std::move(shown), {"encoding", "P", Role::position, rows(),
                                                counted_from_zero("dimension", config_.d_model)}));
  }

  void name_rotary(Part places) {
    const int width = config_.d_k > 0 ? config_.d_k : config_.d_model / config_.heads;
    const Rotary rotary = config_.rotary();
    Mat frequencies(1, width / 2);
    for (int p = 0; p < width / 2; ++p) {
      frequencies(0, p) = static_cast<Real>(rotary.frequency(p, width));
    }
    const Axis pairs = counted_from_zero("pair", width / 2);
    const Part frequency = sheet_.put(
        std::move(frequencies), {"frequency", "\\theta", Role::position, numbered(""), pairs});
    record_.sinusoids.frequency = frequency;
    record_.sinusoids.wavelength =
        (2 * std::numbers::pi * reciprocal(frequency))
            .as("wavelength", "\\frac{2 \\pi}{\\theta}", {.cols = pairs});
    const Part angle = (places * frequency)
                           .as("angle", "pos \\cdot \\theta",
                               {.role = Role::position, .rows = rows(), .cols = pairs});
    record_.sinusoids.angle = angle;
    // Each angle twice: the point on the circle that the pair is turned to.
    Mat twice(width / 2, width);
    for (int p = 0; p < width / 2; ++p) twice(p, 2 * p) = twice(p, 2 * p + 1) = 1;
    const Part both = angle * Part(run_.tape, run_.tape.input(std::move(twice)));
    name_encoding(sinusoid(both).as(
        "encoding", "R", {.rows = rows(), .cols = counted_from_zero("dimension", width)}));
  }

  void name_sinusoids(Part places) {
    SinusoidSpec spec;
    spec.positions = count_;
    spec.dimensions = spec.d_model = config_.d_model;
    const Sinusoids made = record_sinusoids(spec, places);
    record_.sinusoids = made;
    name_encoding(made.encoding);
  }

  void name_encoding(Part encoding) {
    record_.sinusoids.encoding = encoding;
    record_.curves = some_columns(encoding, encoding.symbol());
    record_.rows = record_geometry(encoding, rows(), others());
  }

  Part some_columns(Part matrix, const std::string& symbol) {
    const int width = matrix.shape().cols;
    const int last = std::min(whole(inputs_, "last"), width - 1);
    const int first = std::min(whole(inputs_, "first"), last);
    Axis cols = counted_from_zero("dimension", width);
    cols.labels =
        std::vector<std::string>(cols.labels.begin() + first, cols.labels.begin() + last + 1);
    return slice_cols(matrix, first, last - first + 1)
        .as("curves", fmt::format("{}_{{{}..{}}}", symbol, first, last), {.cols = cols});
  }

  const Inputs& inputs_;
  const CheckpointPtr model_;
  const GptConfig config_;
  const int count_;
  Run run_;
  Sheet sheet_;
  PositionsRecord record_;
};

Run run_decoder_positions(const Inputs& inputs) {
  return DecoderPositions(inputs).run();
}

const RegisterScene registered{
    {.name = "decoder-positions",
     .what = "How a decoder alone tells positions apart: the table that it has learned, or the "
             "angles by which it turns queries and keys.",
     .subject = Subject::transformer,
     .options = {language_weights_option(),
                 integer_option("positions", "\\text{positions}", "So many of them are shown.", 64,
                                2, 256),
                 integer_option("first", "\\text{first}", "The first dimension that is a curve.", 0,
                                0, 100000),
                 integer_option("last", "\\text{last}", "The last dimension that is a curve.", 3, 0,
                                100000)},
     .slots = {language_model_slot()},
     .run = run_decoder_positions}};

}  // namespace

}  // namespace glassformer
