#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/views/language/block_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "app/widgets/motion.h"
#include "core/scenes/records/since_2017.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

std::string counted(int count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

struct HeadRow {
  Rect area;
  int count = 1;
  float size = 0;
  Rect box(int i) const {
    const float step = area.w / static_cast<float>(count);
    return {area.x + step * (static_cast<float>(i) + 0.5F) - size / 2, area.center().y - size / 2,
            size, size};
  }
};

float size_of(const Rect& area, int count, float most) {
  return std::min({0.78F * area.w / static_cast<float>(count), area.h, most});
}

}  // namespace

void draw_shared_heads(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& cache = run->records.get<Since2017Record>().cache;
  const Color query = theme.tensor(Role::query), key = theme.tensor(Role::key),
              value = theme.tensor(Role::value);
  const float line = ui.canvas.line_height(theme.strong()) + theme.px(6);
  text_fitted(ui, area.take_top(line), counted(cache.heads, "head") + ", each with its queries",
              theme.strong(), theme.ink);
  text_fitted(ui, area.take_bottom(line),
              counted(cache.kv_heads, "key/value head") + ", kept for every token", theme.strong(),
              theme.ink);
  const float most = theme.px(120);
  HeadRow heads{area.take_top(std::min(0.28F * area.h, most)), cache.heads};
  Rect below = area.take_bottom(std::min(0.42F * area.h, 1.6F * most));
  HeadRow keys{below.take_top(below.h / 2), cache.kv_heads};
  HeadRow values{below, cache.kv_heads};
  heads.size = size_of(heads.area, heads.count, most);
  // As large as the heads: fewer boxes are less memory.
  keys.size = values.size = std::min(size_of(keys.area.inset(0, theme.px(3)), keys.count, most),
                                     std::max(heads.size, theme.px(30)));
  keys.area.y += keys.area.h - keys.size - theme.px(2);
  keys.area.h = keys.size;
  values.area.h = values.size;
  values.area.y += theme.px(2);
  const int group = cache.heads / cache.kv_heads;
  for (int h = 0; h < cache.heads; ++h) {
    if (hides(session, cell_of(run->tape, cache.shares, h / group, h))) continue;
    const Rect from = heads.box(h), to = keys.box(h / group);
    const float x = glide(ui, Ui::id("reads", static_cast<std::uint64_t>(h)), to.center().x,
                          static_cast<float>(kMotionSeconds));
    ui.canvas.line({from.center().x, from.bottom()}, {x, to.y}, mix(theme.page, query, 0.7F),
                   theme.px(heads.size > theme.px(24) ? 3 : 1.5F));
  }
  for (int h = 0; h < cache.heads; ++h) {
    const Rect box = heads.box(h);
    const CellTouch touch =
        touch_cell(ui, session, cell_of(run->tape, cache.shares, h / group, h), box);
    if (touch.hidden) {
      draw_hidden(ui, box, theme.px(5));
      continue;
    }
    ui.canvas.fill(box, query, theme.px(5));
    if (touch.lit) ui.canvas.frame(box, theme.lit, theme.px(3), theme.px(5));
    if (heads.size > theme.px(34)) {
      ui.canvas.text_in(box, std::to_string(h + 1), theme.strong(), ink_on(query), Align::center);
    }
  }
  for (int k = 0; k < cache.kv_heads; ++k) {
    ui.canvas.fill(keys.box(k), key, theme.px(5));
    ui.canvas.fill(values.box(k), value, theme.px(5));
    if (keys.size <= theme.px(34)) continue;
    ui.canvas.text_in(keys.box(k), "K", theme.strong(), ink_on(key), Align::center);
    ui.canvas.text_in(values.box(k), "V", theme.strong(), ink_on(value), Align::center);
  }
}

void draw_bias_square(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var var = run->records.get<Since2017Record>().biases.counts;
  const double weights = run->tape.value(var)(0, 0), biases = run->tape.value(var)(1, 0);
  const float side = std::min(area.h, 0.7F * area.w);
  const Rect square{area.x, area.center().y - side / 2, side, side};
  area.take_left(side + theme.px(22));
  const Color color = theme.tensor(Role::query), other = theme.tensor(Role::key);
  const CellTouch all = touch_cell(ui, session, cell_of(run->tape, var, 0, 0), square);
  ui.canvas.fill(square, mix(theme.page, color, 0.55F), theme.px(4));
  if (all.lit) ui.canvas.frame(square, theme.lit, theme.px(3), theme.px(4));
  const float high = ui.canvas.line_height(theme.display());
  ui.canvas.text_in({square.x, square.center().y - high, side, high},
                    all.shown(format_count(weights)), theme.display(), theme.ink, Align::center);
  ui.canvas.text_in({square.x, square.center().y, side, high}, "weights of a layer", theme.title(),
                    theme.ink, Align::center);
  const float small = std::max(theme.px(2), side * static_cast<float>(std::sqrt(biases / weights)));
  const float foot = square.bottom();
  const Rect corner{area.x, foot - small, small, small};
  const CellTouch few = touch_cell(ui, session, cell_of(run->tape, var, 1, 0), corner);
  ui.canvas.fill(corner, other);
  if (few.lit) ui.canvas.frame(corner.inset(-theme.px(2)), theme.lit, theme.px(2.5F));
  const float line = ui.canvas.line_height(theme.title());
  const float y = corner.y - 2 * line - theme.px(8);
  text_fitted(ui, {area.x, y, area.w, line}, few.shown(format_count(biases)), theme.title(),
              theme.ink);
  text_fitted(ui, {area.x, y + line, area.w, line}, "biases", theme.body(), theme.soft_ink);
}

}  // namespace glassformer
