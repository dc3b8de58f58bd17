#include "app/views/parts/top_words.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "core/text/number_format.h"

namespace glassformer {

const std::vector<int>& TopWords::of(const RunPtr& run, Var probabilities, int row) {
  const Mat& p = run->tape.value(probabilities);
  if (run_.lock() != run || probabilities_ != probabilities) {
    run_ = run;
    probabilities_ = probabilities;
    rows_.assign(static_cast<std::size_t>(p.rows()), {});
  }
  std::vector<int>& order = rows_.at(static_cast<std::size_t>(row));
  if (!order.empty()) return order;
  ++sorted_;
  std::vector<int> all(static_cast<std::size_t>(p.cols()));
  std::iota(all.begin(), all.end(), 0);
  order.resize(std::min(most, all.size()));
  std::partial_sort_copy(all.begin(), all.end(), order.begin(), order.end(), [&](int a, int b) {
    return p(row, a) != p(row, b) ? p(row, a) > p(row, b) : a < b;
  });
  return order;
}

void draw_top_words(Ui& ui, Session& session, TopWords& words, Var logits, Var probabilities,
                    int row, bool gradient, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Node& node = run->tape.node(probabilities);
  const Mat& p = run->tape.value(probabilities);
  const Mat& x = run->tape.value(logits);
  const Mat& slopes = std::as_const(run->tape).grad(logits);
  const bool sloped = gradient && !slopes.empty();
  std::vector<int> order = words.of(run, probabilities, row);
  const float line = theme.px(26);
  const auto fits = static_cast<std::size_t>(std::max(1.0F, (area.h - line) / line));
  order.resize(std::min(order.size(), fits));
  float names = theme.px(60);
  for (const int word : order) {
    names = std::max(names, ui.canvas.width(axis_label(node.label.cols, word), theme.body()));
  }
  names = std::min(names + theme.px(16), area.w * 0.35F);
  const float number = theme.px(84);
  Rect head = area.take_top(line);
  head.take_left(names);
  ui.canvas.text_in(head.take_right(number), "probability", theme.small(), theme.faint_ink,
                    Align::right);
  ui.canvas.text_in(head.take_right(number), "logit", theme.small(), theme.faint_ink, Align::right);
  const float slope = theme.px(124);
  if (sloped) {
    ui.canvas.text_in(head.take_right(slope), "gradient of logit", theme.small(), theme.faint_ink,
                      Align::right);
  }
  for (const int word : order) {
    Rect rest = area.take_top(line);
    const Target target{Target::Kind::cell, node.path, row, word, 0, 0};
    const CellTouch touch = touch_cell(ui, session, target, rest);
    if (touch.lit) ui.canvas.fill(rest, theme.raised, theme.px(5));
    ui.canvas.text_in(rest.take_left(names).inset(theme.px(6), 0),
                      axis_label(node.label.cols, word), theme.body(), theme.ink);
    ui.canvas.text_in(rest.take_right(number).inset(theme.px(6), 0),
                      touch.shown(format_cell(p(row, word))), theme.number(), theme.ink,
                      Align::right);
    // The logit would give the probability away.
    ui.canvas.text_in(rest.take_right(number), touch.shown(format_cell(x(row, word))),
                      theme.number(), theme.soft_ink, Align::right);
    if (sloped) {
      const Rect place = rest.take_right(slope);
      const Target cell = cell_of(run->tape, logits, row, word);
      const CellTouch on = touch_cell(ui, session, cell, place);
      if (on.lit) ui.canvas.fill(place, theme.pressed, theme.px(5));
      ui.canvas.text_in(place, on.shown(format_cell(slopes(row, word))), theme.number(), theme.ink,
                        Align::right);
    }
    const Rect track{rest.x, rest.center().y - theme.px(6), rest.w - theme.px(6), theme.px(12)};
    if (track.w < theme.px(16)) continue;
    ui.canvas.fill(track, theme.panel, theme.px(4));
    if (touch.hidden) continue;
    const float width = track.w * static_cast<float>(std::clamp<Real>(p(row, word), 0, 1));
    if (width >= 1) {
      ui.canvas.fill({track.x, track.y, width, track.h}, theme.tensor(Role::output),
                     std::min(theme.px(4), width / 2));
    }
  }
}

}  // namespace glassformer
