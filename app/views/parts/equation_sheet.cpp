#include "app/views/parts/equation_sheet.h"

#include <algorithm>
#include <utility>

#include "app/views/parts/cell_shape.h"
#include "app/widgets/even_numbers.h"

namespace glassformer {

namespace {

constexpr float kLargest = 170;  // px of a cell at scale 1, where few fill a stage

// Tokens are named where they are not named already on the same line; mere numbers are left to the
// tip of the pointer. True if that is another choice than before.
bool label_axes(std::vector<Segment>& segments, const std::vector<bool>& breaks) {
  const Axis* named = nullptr;
  bool other = false;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    MatrixSpec& spec = segments[i].spec;
    const Axis& rows = spec.transposed ? spec.cols : spec.rows;
    const Axis& cols = spec.transposed ? spec.rows : spec.cols;
    if (segments[i].begins || breaks[i]) named = nullptr;
    const bool show_cols = !cols.labels.empty();
    const bool show_rows =
        !rows.labels.empty() && (named == nullptr || named->labels != rows.labels);
    other = other || show_cols != spec.show_col_labels || show_rows != spec.show_row_labels;
    spec.show_col_labels = show_cols;
    spec.show_row_labels = show_rows;
    if (spec.show_row_labels) named = &rows;
  }
  return other;
}

// px that a cell must have for the numbers that are shown now; 0: none are.
float widest_number(const Ui& ui, const std::vector<Segment>& segments, const Flow& shown) {
  float widest = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const MatrixSpec& spec = segments[i].spec;
    if (!shown.matrices[i].numbers || spec.values == nullptr || is_long(spec)) continue;
    const Mat& values = spec.values.host();
    const std::vector<double> all(values.cells().begin(), values.cells().end());
    const EvenNumbers numbers(all);
    for (const double value : all) {
      widest = std::max(widest, ui.canvas.width(numbers.of(value), ui.theme.number()));
    }
  }
  return widest == 0 ? 0 : widest + ui.theme.px(8);
}

}  // namespace

void EquationSheet::fit_with(const Ui& ui, Vec room, float aspect, float of_long) {
  for (Segment& segment : segments) {
    segment.spec.aspect = is_long(segment.spec) ? of_long : aspect;
  }
  // Labels once a line: a second matrix with the same rows can do without them. Which matrices
  // begin a line is known only when it has been laid out, so it may be done twice.
  breaks.assign(segments.size(), false);
  for (int pass = 0; pass < 2; ++pass) {
    if (!label_axes(segments, breaks) && pass > 0) break;
    fitted = fit(ui, segments, room, ui.theme.px(kLargest));
    for (std::size_t i = 1; i < segments.size(); ++i) {
      breaks[i] = fitted.line_of[i] != fitted.line_of[i - 1];
    }
  }
}

float EquationSheet::readable_share(const Ui& ui) const {
  float sum = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    sum += readable(ui, segments[i].spec, fitted.matrices[i]);
  }
  return sum / static_cast<float>(std::max<std::size_t>(1, segments.size()));
}

void EquationSheet::fit_into(const Ui& ui, Vec room) {
  fit_with(ui, room, 1, 1);
  square = fitted.cell;
  if (square < ui.theme.px(12)) return;  // too small to read, whatever their shape
  const float aspect = best_aspect(readable_share(ui), [&](float other) {
    fit_with(ui, room, other, other);
    return readable_share(ui);
  });
  fit_with(ui, room, aspect, aspect);
}

void EquationSheet::fit_alone(const Ui& ui, Vec room) {
  fit_with(ui, room, 1, 1);
  square = fitted.cell;
  choose_widths(ui, room);
  const bool high = fitted.cell > 1.2F * ui.canvas.line_height(ui.theme.number());
  const float share = readable_share(ui);
  if (square < ui.theme.px(5) || (high && share > 3)) return;
  EquationSheet named = *this;
  low = true;
  for (Segment& segment : segments) leave_out_names(segment.spec);
  choose_widths(ui, room);
  if (high && readable_share(ui) < share + 0.3F) *this = std::move(named);
}

void EquationSheet::spread(const Ui& ui, Vec room) {
  constexpr float kFilled = 0.55F;  // of the room
  const float before = segments[0].spec.aspect, readable_before = readable_share(ui);
  const auto filled = [&] { return fitted.size.x * fitted.size.y / (room.x * room.y); };
  float best = before, most = filled();
  for (const float more : {1.2F, 0.85F, 1.5F, 0.7F, 2.0F, 2.5F, 3.0F, 4.0F}) {
    if (most >= kFilled) break;
    fit_with(ui, room, more * before, more * before);
    if (readable_share(ui) < readable_before || filled() <= most) continue;
    most = filled();
    best = more * before;
  }
  fit_with(ui, room, best, best);
}

// How wide the cells are, and how narrow at the same time those of long matrices.
void EquationSheet::choose_widths(const Ui& ui, Vec room) {
  const auto score = [&](float aspect, float of_long) {
    fit_with(ui, room, aspect, of_long);
    return readable_share(ui);
  };
  float aspect = best_aspect(score(1, 1), [&](float other) { return score(other, other); });
  float of_long = aspect;
  if (std::any_of(segments.begin(), segments.end(),
                  [](const Segment& segment) { return is_long(segment.spec); })) {
    float beside = 1;  // the best width of the others for a width of the long ones
    // Of what can be read alike, the higher.
    const auto height = [&] { return 0.02F * std::min(fitted.cell / ui.theme.px(1), 24.0F); };
    const auto share = [&](float narrow) {
      beside = best_aspect(score(1, narrow), [&](float other) { return score(other, narrow); });
      const float read = score(beside, narrow);
      return read + height();
    };
    const float now = score(aspect, of_long);
    const float narrow = best_narrow(now + height(), share);
    if (narrow < 1) {
      share(narrow);
      aspect = beside;
      of_long = narrow;
      // What the numbers of the short ones do not need makes all of them higher.
      const float needed = widest_number(ui, segments, fitted);
      float highest = fitted.cell;
      for (const float part : {0.8F, 0.65F, 0.5F, 0.4F, 0.3F}) {
        if (needed == 0) break;
        fit_with(ui, room, part * beside, of_long);
        if (part * beside * fitted.cell < needed || fitted.cell <= highest) continue;
        highest = fitted.cell;
        aspect = part * beside;
      }
    }
  }
  fit_with(ui, room, aspect, of_long);
}

void EquationSheet::leave_out_names(MatrixSpec& spec) const {
  if (low) (spec.transposed ? spec.rows : spec.cols).name.clear();
}

}  // namespace glassformer
