#include "app/views/attention/weight_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/views/parts/bars.h"
#include "app/widgets/even_numbers.h"
#include "app/widgets/fitting.h"
#include "app/widgets/formula.h"

namespace glassformer {

namespace {

constexpr float kRow = 26, kLeastRow = 19, kHead = 36;  // px at scale 1
constexpr float kMostGrown = 2;                         // rows in a high area

// On one line; in small letters, and on two lines, where a column is too narrow for its title.
void draw_title(Ui& ui, const std::string& title, bool small, Rect place) {
  const Theme& theme = ui.theme;
  if (!small) {
    ui.canvas.text_in(place, title, theme.strong(), theme.ink);
    return;
  }
  FormulaStyle style;
  style.size = theme.small().size;
  style.ink = theme.ink;
  const Type type{Face::bold, theme.small().size};
  const float height = draw_prose(ui, title, {}, place.w, type, style, false).height;
  const float top = std::max(place.y - theme.px(6), place.bottom() - theme.px(2) - height);
  draw_prose(ui, title, {place.x, top}, place.w, type, style);
}

// A column without a word of its own is the n-th number of the output.
std::string output_name(const Axis& axis, int col) {
  return axis.labels.empty() ? fmt::format("output {}", col + 1) : axis_label(axis, col);
}

}  // namespace

float weight_columns_height(const Ui& ui, const Session& session,
                            const std::vector<WeightColumn>& columns) {
  if (columns.empty()) return 0;
  const Tape& tape = session.run()->tape;
  const int keys = tape.shape(columns[0].weights).cols;
  const int values = columns[0].output ? tape.shape(columns[0].output).cols : 0;
  return ui.theme.px(kHead + kRow * static_cast<float>(keys + values) +
                     (values > 0 ? 12.0F : 0.0F));
}

WeightColumnsPlace weight_columns_place(const Ui& ui, const Session& session,
                                        const std::vector<WeightColumn>& columns, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Node& first = run->tape.node(columns[0].weights);
  const int keys = run->tape.shape(columns[0].weights).cols;
  const int values = columns[0].output ? run->tape.shape(columns[0].output).cols : 0;
  float names = 0;
  for (int k = 0; k < keys; ++k) {
    names = std::max(names, ui.canvas.width(axis_label(first.label.cols, k), theme.small()));
  }
  for (int c = 0; c < values; ++c) {
    names = std::max(names,
                     ui.canvas.width(output_name(run->tape.node(columns[0].output).label.cols, c),
                                     theme.small()));
  }
  names = std::min(names + theme.px(14), area.w * (columns.size() == 1 ? 0.42F : 0.34F));
  return {names, (area.w - names) / static_cast<float>(columns.size()), theme.px(14)};
}

void draw_weight_columns(Ui& ui, Session& session, const std::vector<WeightColumn>& columns,
                         Rect area) {
  if (columns.empty()) return;
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Node& first = run->tape.node(columns[0].weights);
  const int keys = run->tape.shape(columns[0].weights).cols;
  const int values = columns[0].output ? run->tape.shape(columns[0].output).cols : 0;

  const auto [names, width, gap] = weight_columns_place(ui, session, columns, area);
  const float wanted = weight_columns_height(ui, session, columns);
  const float row =
      std::max(theme.px(kLeastRow), theme.px(kRow) * std::min(kMostGrown, area.h / wanted));
  // Where the columns are too narrow for bars the numbers have all of them.
  const float number =
      width - gap < theme.px(86) ? width - gap : std::min(theme.px(78), 0.66F * (width - gap));

  Rect labels{area.x, area.y + theme.px(kHead), names, area.h - theme.px(kHead)};
  for (int k = 0; k < keys; ++k) {
    const Rect line = labels.take_top(row);
    if (line.bottom() > area.bottom() + 1) break;  // no room: the map says the rest
    const Target token = token_of(first.label.cols.sequence, k);
    const bool lit = first.label.cols.sequence >= 0 && session.hover == token;
    if (ui.hovering(line) && first.label.cols.sequence >= 0) point_at(session, token);
    ui.canvas.text_in(line, axis_label(first.label.cols, k), theme.small(),
                      lit ? theme.ink : theme.soft_ink);
  }
  const float high = ui.canvas.line_height(theme.number());
  std::string note;  // of the dots
  const bool small = std::ranges::any_of(columns, [&](const WeightColumn& column) {
    return ui.canvas.width(column.title, theme.strong()) > width - gap;
  });
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const WeightColumn& column = columns[i];
    Rect rest{area.x + names + width * static_cast<float>(i), area.y, width - gap, area.h};
    draw_title(ui, column.title, small, rest.take_top(theme.px(kHead)));
    BarParts parts;
    parts.number = std::min(number, rest.w);
    const auto row_of = [&](const Var& var) {
      const auto cells = run->tape.value(var).row(column.row);
      return EvenNumbers({cells.begin(), cells.end()});
    };
    const auto draw = [&](const Var& var, int c, const EvenNumbers& numbers) {
      const Rect line = rest.take_top(row);
      if (line.bottom() > area.bottom() + 1) return;  // no room: the map says the rest
      const double value = run->tape.value(var)(column.row, c);
      Bar bar{.name = {}, .cell = cell_of(run->tape, var, column.row, c), .value = value};
      bar.number = numbers.of(value);
      if (ui.canvas.width(bar.number, theme.number()) > parts.number)
        bar.number = fitted_number(ui, value, theme.number(), parts.number);
      Rect words = line;
      const bool below = &var == &column.weights && parts.number >= rest.w && row > 2.2F * high;
      const Rect track = below ? words.take_bottom(line.h - 1.3F * high) : Rect{};
      const bool hidden = draw_bar(ui, session, bar, parts, words).hidden;
      if (below) draw_bar_track(ui, bar, parts, hidden, track.inset(0, theme.px(2)));
    };
    const EvenNumbers weights = row_of(column.weights);
    if (note.empty()) note = weights.note();
    for (int k = 0; k < keys; ++k) draw(column.weights, k, weights);
    if (!column.output) continue;
    rest.take_top(theme.px(6));
    ui.canvas.line({rest.x, rest.y}, {rest.right(), rest.y}, theme.rule, theme.px(1));
    rest.take_top(theme.px(6));
    parts.number = rest.w;  // an output is no share, and has no bar
    const EvenNumbers output = row_of(column.output);
    for (int c = 0; c < values; ++c) {
      if (i == 0 && rest.y + row <= area.bottom() + 1) {
        const Axis& outputs = run->tape.node(column.output).label.cols;
        ui.canvas.text_in({area.x, rest.y, names, row}, output_name(outputs, c), theme.small(),
                          theme.tensor(Role::output));
      }
      draw(column.output, c, output);
    }
  }
  text_fitted(ui, {area.x, area.y, names - theme.px(8), theme.px(kHead)}, note, theme.small(),
              theme.faint_ink);
}

}  // namespace glassformer
