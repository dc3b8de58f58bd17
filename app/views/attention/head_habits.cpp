#include "app/views/attention/head_habits.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/views/attention/head_grid.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/grad/label.h"
#include "core/grad/tape.h"
#include "core/scenes/records/attention_file.h"
#include "core/scenes/run.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

struct Habit {
  Var var;
  const char* title;
};

std::vector<Habit> habits_of(const Run& run) {
  const auto& record = run.records.get<AttentionFileRecord>();
  std::vector<Habit> all{{record.first, "on the first token"},
                         {record.previous, "on the token before"},
                         {record.itself, "on itself"},
                         {record.next, "on the token after"},
                         {record.last, "on the last token"}};
  std::erase_if(all, [](const Habit& one) { return !one.var; });
  return all;
}

// In how many columns the tables stand, so that their cells are as large as can be and, if that is
// possible, no place is empty. `title`: px over each.
int columns_for(int tables, Shape shape, Rect area, float title) {
  int best = 1;
  float most = 0;
  for (int columns = 1; columns <= tables; ++columns) {
    const int rows = (tables + columns - 1) / columns;
    const float wide = area.w / static_cast<float>(columns * std::max(1, shape.cols));
    const float high =
        (area.h / static_cast<float>(rows) - title) / static_cast<float>(std::max(1, shape.rows));
    const float filled = static_cast<float>(tables) / static_cast<float>(rows * columns);
    const float score = std::min(wide, 2 * high) * filled * filled;
    if (score > most) {
      most = score;
      best = columns;
    }
  }
  return best;
}

std::pair<int, int> largest_in(const Mat& cells) {
  std::pair<int, int> at{0, 0};
  for (int r = 0; r < cells.rows(); ++r) {
    for (int c = 0; c < cells.cols(); ++c) {
      if (cells(r, c) > cells(at.first, at.second)) at = {r, c};
    }
  }
  return at;
}

// The first rows of a matrix, whose cells fill the area; of shares the largest stands in a frame.
void draw_table(Ui& ui, Session& session, Var var, int rows, Rect area, bool of_shares) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Mat& shares = tape.value(var);
  const float wide = area.w / static_cast<float>(shares.cols());
  const float high = area.h / static_cast<float>(rows);
  const float gap = std::min(wide, high) > theme.px(16) ? theme.px(3) : theme.px(1);
  const float line = ui.canvas.line_height(theme.number());
  const auto most = largest_in(shares);
  for (int layer = 0; layer < rows; ++layer) {
    for (int head = 0; head < shares.cols(); ++head) {
      const Rect cell{area.x + static_cast<float>(head) * wide,
                      area.y + static_cast<float>(layer) * high, wide - gap, high - gap};
      const CellTouch touch = touch_cell(ui, session, cell_of(tape, var, layer, head), cell);
      if (touch.hidden) {
        draw_hidden(ui, cell, theme.px(4));
        continue;
      }
      const double share = shares(layer, head);
      const Color ground = of_shares ? theme.unit_value(share) : theme.signed_value(share, 1);
      ui.canvas.fill(cell, ground, gap);
      if (high > line && wide > theme.px(30)) {
        ui.canvas.text_in(cell, fitted_number(ui, share, theme.number(), cell.w - theme.px(6)),
                          theme.number(), ink_on(ground), Align::center);
      }
      const bool is_most = of_shares && most == std::pair{layer, head};
      if (touch.lit || is_most) {
        ui.canvas.frame(cell, touch.lit ? theme.lit : theme.accent, theme.px(3), gap);
      }
    }
  }
}

}  // namespace

std::vector<std::string> draw_habits(Ui& ui, Session& session, Rect area) {
  const RunPtr run = session.run();
  const std::vector<Habit> habits = habits_of(*run);
  if (habits.empty()) return {};
  const Theme& theme = ui.theme;
  const auto count = static_cast<int>(habits.size());
  const Shape shape = run->tape.shape(habits.front().var);
  const float line = ui.canvas.line_height(theme.small());
  const Rect foot = area.take_bottom(line + theme.px(8));
  const float names = layer_names_width(ui, shape.rows);
  area.take_left(names + theme.px(12));
  const float title = line + theme.px(16);
  const int columns = columns_for(count, shape, area, title);
  const int rows = (count + columns - 1) / columns;
  const float gap = theme.px(20);
  const float wide = (area.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const float high = area.h / static_cast<float>(rows);
  std::vector<std::string> paths;
  for (int i = 0; i < count; ++i) {
    const Habit& habit = habits[static_cast<std::size_t>(i)];
    const int across = i % columns;
    Rect place{area.x + static_cast<float>(across) * (wide + gap),
               area.y + static_cast<float>(i / columns) * high, wide, high};
    Rect heading = place.take_top(title);
    heading.take_top(theme.px(10));
    ui.canvas.text_in(heading, habit.title, theme.small(), theme.ink);
    draw_table(ui, session, habit.var, shape.rows, place, true);
    const float row = place.h / static_cast<float>(shape.rows);
    const int step = row >= line ? 1 : static_cast<int>(line / row) + 1;
    for (int layer = 0; layer < shape.rows && across == 0; layer += step) {
      const float y = place.y + (static_cast<float>(layer) + 0.5F) * row - (line + theme.px(3)) / 2;
      ui.canvas.text_in({place.x - names - theme.px(12), y, names, line},
                        fmt::format("layer {}", layer + 1), theme.small(), theme.soft_ink,
                        Align::right);
    }
    const float col = place.w / static_cast<float>(shape.cols);
    for (int head = 0; head < shape.cols && i + columns >= count; ++head) {
      const float below = i / columns == rows - 1 ? foot.y : place.bottom();
      ui.canvas.text_in({place.x + static_cast<float>(head) * col, below, col, foot.h},
                        head_name(ui, head, shape.cols, col), theme.small(), theme.soft_ink,
                        Align::center);
    }
    paths.push_back(run->tape.node(habit.var).path);
  }
  return paths;
}

std::vector<std::string> draw_states(Ui& ui, Session& session, Rect area) {
  const RunPtr run = session.run();
  const Theme& theme = ui.theme;
  const Var similar = run->records.get<AttentionFileRecord>().similar;
  if (!similar) {
    ui.canvas.text_in(area, "This file has no hidden states.", theme.strong(), theme.soft_ink,
                      Align::center);
    return {};
  }
  const Node& node = run->tape.node(similar);
  const Shape shape = run->tape.shape(similar);
  const float line = ui.canvas.line_height(theme.small());
  const Rect head = area.take_top(line + theme.px(8));
  const int rows = std::clamp(static_cast<int>((area.h - line) / theme.px(8)), 1, shape.rows);
  if (rows < shape.rows)
    draw_more(ui, static_cast<std::size_t>(shape.rows - rows), area.take_bottom(line));
  float names = 0;
  for (int i = 0; i < rows; ++i) {
    names = std::max(
        names, ui.canvas.width(with_drawn_blank(axis_label(node.label.rows, i)), theme.small()));
  }
  names = std::min(names, area.w * 0.25F);
  area.take_left(names + theme.px(12));
  draw_table(ui, session, similar, rows, area, false);
  const float col = area.w / static_cast<float>(shape.cols);
  const float row = area.h / static_cast<float>(rows);
  for (int layer = 0; layer < shape.cols; ++layer) {
    const bool fits = layer_names_width(ui, shape.cols) <= col;
    const std::string name =
        fits ? fmt::format("layer {}", layer + 1) : head_name(ui, layer, shape.cols, col);
    ui.canvas.text_in({area.x + static_cast<float>(layer) * col, head.y, col, line}, name,
                      theme.small(), theme.soft_ink, Align::center);
  }
  const int step = row >= line ? 1 : static_cast<int>(line / row) + 1;
  for (int i = 0; i < rows; i += step) {
    const float y = area.y + (static_cast<float>(i) + 0.5F) * row - (line + theme.px(3)) / 2;
    ui.canvas.text_in({area.x - names - theme.px(12), y, names, line},
                      with_drawn_blank(axis_label(node.label.rows, i)), theme.small(),
                      theme.soft_ink, Align::right);
  }
  return {node.path};
}

}  // namespace glassformer
