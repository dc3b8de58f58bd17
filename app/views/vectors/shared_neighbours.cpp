#include "app/views/vectors/shared_neighbours.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/views/parts/bars.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "app/widgets/list_rows.h"
#include "core/scenes/records/compare_vectors.h"

namespace glassformer {

namespace {

using Heights = std::map<std::string, float>;  // of the middle of a row that both have

// "king: 5 of 10 neighbours in both".
void draw_count(Ui& ui, Session& session, Rect row) {
  const RunPtr run = session.run();
  const auto& left = run->records.get<CompareVectorsRecord>().sides[0];
  const Target target = cell_of(run->tape, left.overlap, 0, 0);
  const int k = run->tape.shape(left.cosine).cols;
  const double share = run->tape.value(left.overlap)(0, 0);
  const CellTouch touch = touch_cell(ui, session, target, row);
  const std::string words = fmt::format("{}: {} of {} neighbours in both", run->tokens[0].front(),
                                        touch.shown(std::to_string(std::lround(share * k))), k);
  ui.canvas.text_in(row, words, ui.theme.heading(), ui.theme.ink, Align::center);
}

void draw_track(Ui& ui, Rect track, double value, bool leftwards, bool hidden, Color color) {
  const float round = ui.theme.px(3);
  if (hidden) return draw_hidden(ui, track, round);
  ui.canvas.fill(track, ui.theme.panel, round);
  const auto width = static_cast<float>(std::clamp(value, 0.0, 1.0)) * track.w;
  ui.canvas.fill({leftwards ? track.right() - width : track.x, track.y, width, track.h}, color,
                 round);
}

// Names towards the middle, numbers at the edge.
void draw_list(Ui& ui, Session& session, const SharedNeighbours& spec, std::size_t side,
               ListRows rows, Rect area, Heights& heights, SharedTouch& touched) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& nodes = run->records.get<CompareVectorsRecord>().sides[side];
  const Mat &cosine = run->tape.value(nodes.cosine), &found = run->tape.value(nodes.found);
  const Axis& names = run->tape.node(nodes.cosine).label.cols;
  float name = 0;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const std::string word = axis_label(names, static_cast<int>(i));
    name = std::max(name, name_width(ui, word, theme.strong()));
  }
  name = std::min(name + theme.px(12), 0.5F * area.w);
  const float number = ui.canvas.width("−0.000", theme.number());
  const auto take = [&](Rect& row, float width, bool inner) {
    return (side == 0) == inner ? row.take_right(width) : row.take_left(width);
  };
  for (std::size_t i = 0; i < rows.count; ++i) {
    const auto k = static_cast<int>(i);
    Rect row = area.take_top(rows.height);
    const std::string word = axis_label(names, k);
    const CellTouch touch = touch_cell(ui, session, cell_of(run->tape, nodes.cosine, 0, k), row);
    if (touch.hovered) touched.hovered = word;
    if (touch.double_clicked) touched.double_clicked = word;
    if (touch.lit || word == spec.lit) ui.canvas.fill(row, theme.pressed, theme.px(5));
    const bool both = found(0, k) == 1;
    const Color color = both ? theme.accent : spec.colors[side];
    const Rect dot = take(row, theme.px(18), true);
    ui.canvas.circle(dot.center(), theme.px(5), color);
    if (both) heights[word] = dot.center().y;
    text_fitted(ui, take(row, name, true).inset(theme.px(4), 0), word,
                both ? theme.strong() : theme.body(), theme.ink,
                side == 0 ? Align::right : Align::left);
    ui.canvas.text_in(take(row, number, false), touch.shown(three_decimals(cosine(0, k))),
                      theme.number(), theme.ink, side == 0 ? Align::left : Align::right);
    const float thick = std::min(theme.px(28), 0.56F * row.h);
    draw_track(ui, {row.x + theme.px(6), row.center().y - thick / 2, row.w - theme.px(12), thick},
               cosine(0, k), side == 0, touch.hidden, color);
  }
}

}  // namespace

SharedTouch draw_shared_neighbours(Ui& ui, Session& session, const SharedNeighbours& spec,
                                   Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& sides = run->records.get<CompareVectorsRecord>().sides;
  SharedTouch touched;
  draw_count(ui, session, area.take_top(theme.px(32)));
  Rect heads = area.take_top(theme.px(28));
  const float middle = 0.12F * area.w, half = (area.w - middle) / 2;
  draw_set_title(ui, spec.titles[0], heads.take_left(half));
  heads.take_left(middle);
  draw_set_title(ui, spec.titles[1], heads);
  const auto listed = [&](std::size_t side) {
    return static_cast<std::size_t>(run->tape.shape(sides[side].cosine).cols);
  };
  const ListRows rows = rows_in(area.h, std::max(listed(0), listed(1)), theme.px(22), theme.px(60));
  std::array<Heights, 2> heights;
  for (std::size_t side = 0; side < 2; ++side) {
    const Rect list{side == 0 ? area.x : area.right() - half, area.y, half, area.h};
    draw_list(ui, session, spec, side, {std::min(rows.count, listed(side)), rows.height}, list,
              heights[side], touched);
  }
  const float from = area.x + half - theme.px(4), to = area.right() - half + theme.px(4);
  for (const auto& [word, y] : heights[0]) {
    const auto other = heights[1].find(word);
    if (other == heights[1].end()) continue;
    const float thick = theme.px(word == spec.lit ? 5.0F : 3.0F);
    ui.canvas.line({from, y}, {to, other->second}, theme.accent, thick);
  }
  return touched;
}

void draw_set_title(Ui& ui, const std::string& words, Rect row) {
  text_fitted(ui, row, words, ui.theme.small(), ui.theme.soft_ink);
  if (ui.canvas.width(words, ui.theme.small()) > row.w && ui.hovering(row)) ui.tip(words);
}

}  // namespace glassformer
