#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "app/views/language/block_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "app/widgets/motion.h"
#include "app/widgets/plane.h"
#include "core/scenes/records/since_2017.h"

namespace glassformer {

namespace {

constexpr int kPairs = 4;  // that are drawn, the fastest first

class Pairs {
 public:
  Pairs(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<Since2017Record>()),
        turns_(record_.turns) {}

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    const int pairs = std::min(kPairs, run_->tape.shape(turns_.q).cols / 2);
    draw_legend(area.take_top(ui_.canvas.line_height(theme.strong()) + theme.px(6)));
    // As many in a row as makes the circles largest.
    int columns = 1;
    float best = 0;
    for (int c = 1; c <= pairs; ++c) {
      const float rows = std::ceil(static_cast<float>(pairs) / static_cast<float>(c));
      const float size = std::min(area.w / static_cast<float>(c), area.h / rows);
      if (size > best) best = size, columns = c;
    }
    const int rows = (pairs + columns - 1) / columns;
    const float wide = area.w / static_cast<float>(columns),
                high = area.h / static_cast<float>(rows);
    for (int p = 0; p < pairs; ++p) {
      draw_pair(p, {area.x + wide * static_cast<float>(p % columns),
                    area.y + high * static_cast<float>(p / columns), wide, high});
    }
  }

 private:
  void draw_legend(Rect row) {
    const Theme& theme = ui_.theme;
    const auto entry = [&](const std::string& words, Role role) {
      const Rect dot = row.take_left(theme.px(20));
      ui_.canvas.circle({dot.x + theme.px(7), dot.center().y}, theme.px(6), theme.tensor(role));
      const float wide = std::min(ui_.canvas.width(words, theme.strong()) + theme.px(24), row.w);
      ui_.canvas.text_in(row.take_left(wide), words, theme.strong(), theme.ink);
    };
    entry("query of " + record_.words[0], Role::query);
    entry("key of " + record_.words[1], Role::key);
  }

  Vec pair_of(Var var, int pair) const {
    const Mat& row = run_->tape.value(var);
    return {static_cast<float>(row(0, 2 * pair)), static_cast<float>(row(0, 2 * pair + 1))};
  }
  static float length(Vec v) { return std::sqrt(v.x * v.x + v.y * v.y); }

  void draw_pair(int pair, Rect place) {
    const Theme& theme = ui_.theme;
    const float line = ui_.canvas.line_height(theme.small());
    const Rect name = place.take_top(line + theme.px(2));
    const Vec center = place.center();
    const float radius = 0.46F * std::min(place.w, place.h);
    const Rect whole = square_around(center, radius);
    const CellTouch touch =
        touch_cell(ui_, session_, cell_of(run_->tape, turns_.query, 0, 2 * pair), whole);
    ui_.canvas.circle(center, radius, mix(theme.page, theme.ink, 0.04F));
    ui_.canvas.ring(center, radius, touch.lit ? theme.lit : theme.rule, theme.px(1.5F));
    const double turn = run_->tape.value(turns_.query_angle)(0, pair);
    ui_.canvas.text_in({place.x, name.y, place.w, line},
                       fmt::format("pair {}: q by {:.3g} rad", pair + 1, turn), theme.small(),
                       theme.soft_ink, Align::center);
    const float longest =
        std::max({length(pair_of(turns_.q, pair)), length(pair_of(turns_.k, pair)), 1e-6F});
    const float unit = 0.94F * radius / longest;
    draw_turned(pair, turns_.k, turns_.key_angle, Role::key, center, unit);
    draw_turned(pair, turns_.q, turns_.query_angle, Role::query, center, unit);
  }

  // Pale where it was before, and an arc to where it is.
  void draw_turned(int pair, Var from, Var angles, Role role, Vec center, float unit) {
    const Theme& theme = ui_.theme;
    const Vec v = pair_of(from, pair);
    const double wanted = run_->tape.value(angles)(0, pair);
    const auto turned_by = glide(ui_,
                                 Ui::id(role == Role::query ? "turned query" : "turned key",
                                        static_cast<std::uint64_t>(pair)),
                                 static_cast<float>(wanted), static_cast<float>(kMotionSeconds));
    const Color color = theme.tensor(role);
    const float size = length(v) * unit, begin = std::atan2(v.y, v.x);
    const auto at = [&](float angle, float share) {
      return Vec{center.x + share * size * std::cos(angle),
                 center.y - share * size * std::sin(angle)};
    };
    const Color pale = mix(theme.page, color, 0.78F);
    draw_arrow(ui_.canvas, center, at(begin, 1), pale, theme.px(2), theme.px(9));
    // More than one whole turn is drawn as one.
    const float sweep = std::clamp(turned_by, -6.28F, 6.28F);
    std::vector<Vec> arc;
    for (int i = 0; i <= 40; ++i) {
      arc.push_back(
          at(begin + sweep * static_cast<float>(i) / 40, role == Role::query ? 0.4F : 0.5F));
    }
    ui_.canvas.polyline(std::move(arc), pale, theme.px(2));
    draw_arrow(ui_.canvas, center, at(begin + turned_by, 1), color, theme.px(4), theme.px(14));
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const Since2017Record& record_;
  const Since2017Record::Turns& turns_;
};

// Whether the middle of a curve leaves more room above it than below, on an axis that has 0.
bool is_free_above(const Mat& curve) {
  const std::span<const Real> all = curve.cells();
  const auto [least, most] = std::ranges::minmax(all);
  const auto [low, high] = std::ranges::minmax(all.subspan(all.size() / 3, all.size() / 3 + 1));
  return std::max(most, Real{0}) - high >= low - std::min(least, Real{0});
}

}  // namespace

void draw_turned_pairs(Ui& ui, Session& session, Rect area) {
  Pairs(ui, session).draw(area);
}

void draw_moved_scores(Ui& ui, Session& session, Rect area) {
  const RunPtr run = session.run();
  const auto& turns = run->records.get<Since2017Record>().turns;
  CurveSpec spec{
      .id = "moved scores", .x_name = "positions that both words are moved on", .y_name = "score"};
  const auto add = [&](std::string name, Var var, Role role) {
    const Mat& scores = run->tape.value(var);
    Curve curve{std::move(name), ui.theme.tensor(role), {}, {}, true};
    for (int s = 0; s < scores.rows(); ++s) {
      // While it is asked what becomes of the score, only where it begins is seen.
      if (s > 0 && hides(session, cell_of(run->tape, var, s, 0))) break;
      curve.x.push_back(s);
      curve.y.push_back(scores(s, 0));
    }
    spec.curves.push_back(std::move(curve));
  };
  add("added", turns.added, Role::position);
  add("rotary", turns.rotary, Role::query);
  const double shift = value_of(session.inputs(), since_2017_options::shift);
  if (shift > 0) spec.marker_x = shift;
  draw_curve(ui, spec, area);
  if (hides(session, cell_of(run->tape, turns.rotary, 1, 0))) {
    const float y = is_free_above(run->tape.value(turns.added)) ? 0.08F : 0.68F;
    draw_hidden(ui, {area.x + 0.35F * area.w, area.y + y * area.h, 0.3F * area.w, 0.16F * area.h},
                ui.theme.px(6));
  }
}

}  // namespace glassformer
