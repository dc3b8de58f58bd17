#include "app/views/speed/layer_lanes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "app/jobs/measuring.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/speed/speed_text.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/layer_speed.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kGap = 16;       // px at scale 1 between two lanes
constexpr int kMostBlocks = 48;  // of a staircase that are told apart
constexpr int kMostHops = 300;

struct LayerLane {
  std::size_t kind = 0;  // of layer_kinds
  double number = 0;     // the cell of this kind
  Rect plot;
  Color color;
};
struct LaneUnit {
  const char *one, *many;
};
using DrawLane = std::function<void(const LayerLane&)>;

// The name at the left, the number of steps at the right, and between them what `draw` draws.
void draw_lanes_of(Ui& ui, Session& session, Var column, const LaneUnit& unit, Rect area,
                   const DrawLane& draw) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Mat& values = run->tape.value(column);
  const std::size_t count = std::size(layer_kinds);
  const float gap = theme.px(kGap);
  const float high = (area.h - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
  float names = 0;
  for (const LayerKind kind : layer_kinds) {
    names = std::max(names, ui.canvas.width(layer_text(kind).name, theme.body()));
  }
  const auto told = [&](double value) {
    return format_digits(value, 3) + " " + (value == 1 ? unit.one : unit.many);
  };
  float numbers = ui.canvas.width("?", theme.strong());
  for (const Real value : values.cells())
    numbers = std::max(numbers, ui.canvas.width(told(value), theme.strong()));
  for (std::size_t i = 0; i < count; ++i) {
    Rect lane = area.take_top(high);
    area.take_top(gap);
    const CellTouch touch =
        touch_cell(ui, session, cell_of(run->tape, column, static_cast<int>(i), 0), lane);
    if (touch.lit && !touch.hidden) ui.canvas.fill(lane, theme.pressed, theme.px(6));
    lane = lane.inset(theme.px(6), 0);
    const double number = values(static_cast<int>(i), 0);
    text_fitted(ui, lane.take_left(names + theme.px(16)), layer_text(layer_kinds[i]).name,
                theme.body(), series_color(theme, i));
    ui.canvas.text_in(lane.take_right(numbers + theme.px(12)), touch.hidden ? "?" : told(number),
                      theme.strong(), theme.ink, Align::right);
    const Rect plot = lane.inset(theme.px(8), 0);
    if (touch.hidden) {
      draw_hidden(ui, plot, theme.px(6));
      continue;
    }
    draw({i, number, plot, series_color(theme, i)});
  }
}

int words_in(const Session& session) {
  const RunPtr run = session.run();
  return std::max(1, size_in(run->tape, run->records.get<LayerSpeedRecord>().n, 1 << 20));
}

// The words that wait stand below those that they wait for.
void draw_waits_lane(Ui& ui, const LayerLane& lane, int words) {
  const Theme& theme = ui.theme;
  const Rect plot = lane.plot;
  ui.canvas.fill(plot, theme.panel, theme.px(6));
  const double turns = std::clamp(lane.number, 1.0, static_cast<double>(words));
  const int blocks = static_cast<int>(std::min({turns, static_cast<double>(kMostBlocks)}));
  const float thick = blocks == 1 ? theme.px(22) : plot.h / static_cast<float>(blocks);
  const float wide = plot.w / static_cast<float>(blocks);
  for (int i = 0; i < blocks; ++i) {
    ui.canvas.fill({plot.x + wide * static_cast<float>(i), plot.y + thick * static_cast<float>(i),
                    wide, std::max(thick, theme.px(5))},
                   lane.color, theme.px(2));
  }
}

// Lengths of so many hops, shares of the way: each `growth` times as long as the one before.
std::vector<double> hops_of(int count, double growth) {
  std::vector<double> lengths;
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    lengths.push_back(std::pow(growth, i));
    sum += lengths.back();
  }
  for (double& length : lengths) length /= sum;
  return lengths;
}

void draw_path_lane(Ui& ui, const LayerLane& lane, double growth) {
  const Theme& theme = ui.theme;
  const float ground = lane.plot.bottom() - theme.px(8), most = lane.plot.h - theme.px(16);
  ui.canvas.line({lane.plot.x, ground}, {lane.plot.right(), ground}, theme.faint_ink, theme.px(2));
  if (!std::isfinite(lane.number)) return;
  const int count = std::clamp(static_cast<int>(std::ceil(lane.number)), 1, kMostHops);
  float x = lane.plot.x;
  for (const double length : hops_of(count, growth)) {
    const float wide = static_cast<float>(length) * lane.plot.w;
    // A curve through four points reaches three quarters of their height.
    const float high = std::min(most, 0.5F * wide) / 0.75F;
    ui.canvas.bezier({x, ground}, {x + 0.2F * wide, ground - high},
                     {x + 0.8F * wide, ground - high}, {x + wide, ground}, lane.color, theme.px(3));
    if (count <= kMostBlocks) ui.canvas.circle({x + wide, ground}, theme.px(5), lane.color);
    x += wide;
  }
  if (count <= kMostBlocks) ui.canvas.circle({lane.plot.x, ground}, theme.px(5), lane.color);
}

}  // namespace

void draw_layer_waits(Ui& ui, Session& session, Rect area) {
  const int words = words_in(session);
  const Var column = session.run()->records.get<LayerSpeedRecord>().sequential;
  draw_lanes_of(ui, session, column, {"in a row", "in a row"}, area,
                [&](const LayerLane& lane) { draw_waits_lane(ui, lane, words); });
}

void draw_layer_paths(Ui& ui, Session& session, Rect area) {
  const RunPtr run = session.run();
  const auto& record = run->records.get<LayerSpeedRecord>();
  const double k = run->tape.value(record.k)(0, 0);
  draw_lanes_of(ui, session, record.path, {"step", "steps"}, area, [&](const LayerLane& lane) {
    const bool dilated = layer_kinds[lane.kind] == LayerKind::convolutional;
    draw_path_lane(ui, lane, dilated ? std::max(1.0, k) : 1);
  });
}

}  // namespace glassformer
