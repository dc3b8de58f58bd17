#include "app/views/vectors/word_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kGap = 28, kLeastBar = 28;  // px at scale 1

int lines_in(const Theme& theme, Rect area, float line = 20) {
  return std::max(1, static_cast<int>(area.h / theme.px(line)));
}

std::string written(double value, const WordBars& bars) {
  if (!std::isfinite(value)) return "—";
  if (bars.whole) return format_count(std::round(value));
  const bool percent = bars.percent;
  const std::string digits = percent ? fmt::format("{:.1f} %", 100 * std::abs(value))
                                     : fmt::format("{:.3f}", std::abs(value));
  const bool zero = digits.find_first_of("123456789") == std::string::npos;
  return value < 0 && !zero ? "−" + digits : digits;
}

// The bar itself, on a track.
void draw_bar(const Ui& ui, const WordBars& bars, double value, double largest, Rect track) {
  const Theme& theme = ui.theme;
  ui.canvas.fill(track, theme.panel, theme.px(3));
  if (!std::isfinite(value)) return;
  if (!bars.around_zero) {
    const double share = std::clamp(value / largest, 0.0, 1.0);
    ui.canvas.fill({track.x, track.y, track.w * static_cast<float>(share), track.h},
                   theme.tensor(Role::output), theme.px(3));
    return;
  }
  const float middle = track.center().x;
  const float width =
      track.w / 2 * static_cast<float>(std::clamp(std::abs(value) / largest, 0.0, 1.0));
  ui.canvas.fill({value < 0 ? middle - width : middle, track.y, width, track.h},
                 theme.tensor(value < 0 ? Role::key : Role::output), theme.px(2));
  ui.canvas.line({middle, track.y - theme.px(3)}, {middle, track.bottom() + theme.px(3)},
                 theme.rule, theme.px(1));
}

// The names of both ways, left and right of where the middle of the bars is.
void draw_ends(const Ui& ui, const WordBars& bars, float middle, Rect head) {
  const Theme& theme = ui.theme;
  const float gap = theme.px(8);
  ui.canvas.text_in({head.x, head.y, middle - gap - head.x, head.h}, "← " + bars.ends[0],
                    theme.strong(), theme.tensor(Role::key), Align::right);
  ui.canvas.text_in({middle + gap, head.y, head.right() - middle - gap, head.h},
                    bars.ends[1] + " →", theme.strong(), theme.tensor(Role::output));
}

// The number that a bar is held against; it opens its own cell.
void draw_beside(Ui& ui, Session& session, Var var, int i, Rect box) {
  const Theme& theme = ui.theme;
  const Target target = cell_of(session.run()->tape, var, i, 0);
  const CellTouch touch = touch_cell(ui, session, target, box);
  const double value = session.run()->tape.value(var)(i, 0);
  ui.canvas.text_in(box, touch.shown(format_cell(value)), theme.number(), theme.soft_ink,
                    Align::right);
}

// A word of a list that these vectors do not know: its name has the room of the bar.
void draw_absent(Ui& ui, const std::string& name, Type type, Rect row) {
  const Theme& theme = ui.theme;
  row.take_left(theme.px(4));
  const float named = ui.canvas.width(name, type) + theme.px(8);
  const bool told = named + ui.canvas.width("not learned", theme.small()) < row.w;
  const std::string note = told ? "not learned" : "—";
  const Rect place = row.take_right(ui.canvas.width(note, theme.small()));
  ui.canvas.text_in(place, note, theme.small(), theme.faint_ink, Align::right);
  ui.canvas.text_in(row, name, type, theme.faint_ink);
  if (named > row.w && ui.hovering(row)) ui.tip(name);
}

// A word, and which of the matrix it is; −1: it is not there.
struct Bar {
  std::string name;
  int at = 0;
};

std::vector<Bar> bars_of(const WordBars& bars, const Axis& words, int count) {
  const std::vector<std::string> names = axis_labels(words, count);
  std::vector<Bar> made;
  const int end = bars.most > 0 ? std::min(count, bars.first + bars.most) : count;
  for (int i = bars.first; bars.listed.empty() && i < end; ++i) {
    made.push_back({names[static_cast<std::size_t>(i)], i});
  }
  for (const std::string& name : bars.listed) {
    const auto found = std::find(names.begin(), names.end(), name);
    made.push_back({name, found == names.end() ? -1 : static_cast<int>(found - names.begin())});
  }
  return made;
}

}  // namespace

int word_bars_in_whole(const Ui& ui, const Session& session, const WordBars& bars, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Label& label = tape.node(bars.values).label;
  const Shape shape = tape.shape(bars.values);
  float names = 0;
  for (const Bar& bar : bars_of(bars, bars.by_row ? label.rows : label.cols,
                                bars.by_row ? shape.rows : shape.cols)) {
    names = std::max(names, name_width(ui, bar.name, theme.small()));
  }
  const float column = names + theme.px(12) + ui.canvas.width("100.0 %", theme.number()) +
                       theme.px(6) + theme.px(kLeastBar);
  const float gap = theme.px(kGap);
  const int columns = std::max(1, static_cast<int>((area.w + gap) / (column + gap)));
  return columns * lines_in(theme, area);
}

int draw_word_bars(Ui& ui, Session& session, const WordBars& bars, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var var = bars.values;
  if (!var) return -1;
  const Mat& values = run->tape.value(var);
  const Label& label = run->tape.node(var).label;
  const Axis& words = bars.by_row ? label.rows : label.cols;
  const std::vector<Bar> all = bars_of(bars, words, bars.by_row ? values.rows() : values.cols());
  const int count = static_cast<int>(all.size());
  const auto value_of = [&](int i) {
    return static_cast<double>(bars.by_row ? values(i, bars.column) : values(0, i));
  };
  const bool to_one = bars.percent || bars.to_one;
  double largest = to_one ? 1 : 1e-4;         // what is less is the rounding of a float
  float names = theme.px(40), large = names;  // the widest, in small letters and in larger ones
  for (const auto& [name, i] : all) {
    const double value = i < 0 ? 0 : value_of(i);
    if (!to_one && std::isfinite(value)) largest = std::max(largest, std::abs(value));
    names = std::max(names, name_width(ui, name, theme.small()));
    large = std::max(large, name_width(ui, name, theme.body()));
  }
  const std::string longest = bars.whole         ? written(largest, bars)
                              : bars.around_zero ? "−100.0 %"
                                                 : "100.0 %";
  const float number = ui.canvas.width(longest, theme.number()) + theme.px(6);
  const bool named = !bars.ends[0].empty();
  const Rect heads = named ? area.take_top(theme.px(28)) : Rect{};
  const float gap = theme.px(kGap);
  int columns = 1;
  float width = area.w;
  const auto divide = [&](float line) {
    const int fitting = lines_in(theme, area, line);
    columns = std::max(1, (count + fitting - 1) / fitting);
    width = (area.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  };
  divide(20);
  // Lines may stand closer where a column less is what the names need.
  if (names + theme.px(12 + kLeastBar) + number > width) divide(18);
  const int of_column = (count + columns - 1) / columns;
  const float height = std::min(theme.px(38), area.h / static_cast<float>(std::max(1, of_column)));
  // A name in whole is worth more than a long bar.
  const float most = std::max((width - number) * 0.62F, width - number - theme.px(kLeastBar));
  // Where there are few of them they are written larger.
  const bool larger =
      height >= theme.px(30) && large + theme.px(12) <= most && large + 2 * number <= width;
  const Type type = larger ? theme.body() : theme.small();
  names = std::min((larger ? large : names) + theme.px(12), most);
  const float aside = theme.px(56);
  for (int c = 0; named && c < columns; ++c) {
    const float from = heads.x + static_cast<float>(c) * (width + gap);
    const float left = from + theme.px(4) + names, right = from + width - number - theme.px(6);
    draw_ends(ui, bars, (left + right) / 2, {from, heads.y, width, heads.h});
  }
  const auto target_of = [&](int i) {
    return cell_of(run->tape, var, bars.by_row ? i : 0, bars.by_row ? bars.column : i);
  };
  // The order of the numbers would answer a question that is asked about them.
  std::vector<Bar> order = all;
  if (bars.listed.empty() && std::all_of(order.begin(), order.end(), [&](const Bar& bar) {
        const Target target = target_of(bar.at);
        return hides(session, target.path, target.row, target.col);
      })) {
    std::sort(order.begin(), order.end(),
              [](const Bar& a, const Bar& b) { return a.name < b.name; });
  }
  int clicked = -1;
  for (int at = 0; at < count; ++at) {
    const auto& [name, i] = order[static_cast<std::size_t>(at)];
    const int stack = at / of_column;
    const auto column = static_cast<float>(stack),
               line = static_cast<float>(at - stack * of_column);
    Rect row{area.x + column * (width + gap), area.y + line * height, width, height};
    if (i < 0) {
      draw_absent(ui, name, type, row);
      continue;
    }
    const Target target = target_of(i);
    const CellTouch touch = touch_cell(ui, session, target, row);
    if (touch.clicked) clicked = i;
    const bool lit = touch.lit || is_under_pointer(session, name);
    if (lit) ui.canvas.fill(row, theme.pressed, theme.px(5));
    row.take_left(theme.px(4));
    Rect place = row.take_left(names);
    place.take_right(theme.px(8));
    ui.canvas.text_in(place, name, type, lit ? theme.ink : theme.soft_ink);
    if (touch.hovered && ui.canvas.width(name, type) > place.w) ui.tip(name);
    if (bars.beside) draw_beside(ui, session, bars.beside, i, row.take_right(aside));
    ui.canvas.text_in(row.take_right(number), touch.shown(written(value_of(i), bars)),
                      theme.number(), theme.ink, Align::right);
    const float thick = std::min(theme.px(18), height * 0.5F);
    const Rect track{row.x, row.center().y - thick / 2, row.w - theme.px(6), thick};
    if (track.w > theme.px(12) && !touch.hidden) draw_bar(ui, bars, value_of(i), largest, track);
  }
  return clicked;
}

}  // namespace glassformer
