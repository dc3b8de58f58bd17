#include "app/views/parts/cell_shape.h"

#include <algorithm>
#include <array>

#include "app/widgets/even_numbers.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::size_t kMostCells = 600;  // in more there are no numbers to be read

// The width that the longest of its numbers needs in a cell.
float needed(const Ui& ui, const Mat& values) {
  float widest = ui.theme.px(30);
  // Few are written as they were typed, where that is exact.
  int typed = values.size() <= kFewCells ? 0 : kFewTyped + 1;
  for (const Real value : values.cells()) {
    if (typed > kFewTyped) break;
    typed = std::max(typed, exact_decimals(static_cast<double>(value), kFewTyped + 1));
  }
  for (int r = 0; r < values.rows(); ++r) {
    for (int c = 0; c < values.cols(); ++c) {
      const auto value = static_cast<double>(values(r, c));
      const std::string text =
          typed > kFewTyped ? format_cell(value) : format_decimals(value, typed);
      widest = std::max(widest, ui.canvas.width(text, ui.theme.number()) + ui.theme.px(8));
    }
  }
  return widest;
}

}  // namespace

float readable(const Ui& ui, const MatrixSpec& spec, const MatrixLayout& layout) {
  if (spec.values == nullptr || spec.values.empty()) return 0;
  // What is lower than a line is flat, and neither numbers nor names are worth that.
  if (spec.aspect > 1 && layout.cell < ui.theme.px(15)) return 0;
  const bool few = spec.values.size() <= kMostCells;
  float sum = 0;
  if (layout.numbers && few) {
    const float share = std::min(1.0F, layout.wide / needed(ui, spec.values.host()));
    sum += share < 1 ? 1.6F * share * share : 2;  // a digit that is cut is a loss of its own
  }
  if (!layout.numbered) sum += 1;
  if (layout.row_step == 1 && layout.row_turns == 1) sum += 0.5F;
  return sum;
}

bool is_long(const MatrixSpec& spec) {
  if (spec.values == nullptr) return false;
  const int rows = spec.transposed ? spec.values->cols() : spec.values->rows();
  const int cols = spec.transposed ? spec.values->rows() : spec.values->cols();
  return rows > 1 && cols >= 3 * rows;
}

float best_narrow(float score_of_squares, const std::function<float(float)>& score) {
  constexpr float cost = 0.12F, least_gain = 0.1F;
  float best = 1, most = score_of_squares + least_gain;
  for (const float narrow : {0.75F, 0.6F, 0.45F, 0.33F, 0.25F}) {
    const float gained = score(narrow) - cost * (1 - narrow);
    if (gained <= most) continue;
    best = narrow;
    most = gained;
  }
  return best;
}

float best_aspect(float score_of_squares, const std::function<float(float)>& score) {
  constexpr std::array<float, 8> others{1.25F, 1.5F, 1.75F, 2.0F, 2.4F, 2.8F, 3.3F, 3.9F};
  constexpr float full = 3.5F, cost = 0.12F, least_gain = 0.15F;
  float best = 1, most = score_of_squares + least_gain;
  if (score_of_squares >= full - 0.01F) return best;
  for (const float aspect : others) {
    const float gained = score(aspect) - cost * (aspect - 1);
    if (gained <= most) continue;
    best = aspect;
    most = gained;
  }
  return best;
}

float band_aspect(const Ui& ui, const MatrixSpec& spec, const MatrixLayout& squares, float width,
                  float widest_cell) {
  if (squares.numbers || squares.cell >= ui.theme.px(15) || squares.cell <= 0) return 1;
  const float rows = squares.cells.h / squares.cell, cols = squares.cells.w / squares.cell;
  if (cols < 4 * rows && (rows > 1.5F || spec.values == nullptr)) return 1;
  const float room = width - (squares.bounds.w - squares.cells.w);
  return std::max(1.0F, std::min(room / cols, widest_cell) / squares.cell);
}

}  // namespace glassformer
