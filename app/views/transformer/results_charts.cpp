#include "app/views/transformer/results_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/step_state.h"
#include "app/widgets/contrast.h"
#include "app/widgets/label_places.h"
#include "app/widgets/plot_axes.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// A cell of a table, of whose row one cell lights all.
CellTouch touch_in_row(Ui& ui, Session& session, Var var, int row, int col, Rect rect) {
  const Tape& tape = session.run()->tape;
  CellTouch touch = touch_cell(ui, session, cell_of(tape, var, row, col), rect);
  const auto on = [&](const Target& t) {
    return t.kind == Target::Kind::cell && is_of(t, tape, var) && t.row == row;
  };
  touch.lit = touch.lit || on(session.hover) || (session.chosen && on(*session.chosen));
  return touch;
}

struct Disc {
  Vec at;
  std::string name;
  Rect label;
};

// Each name beside its disc where it covers neither a disc nor a name.
void place_labels(const Ui& ui, std::vector<Disc>& discs, Rect plot) {
  const float line = ui.canvas.line_height(ui.theme.small()), off = ui.theme.px(14);
  LabelPlaces places(plot);
  for (const Disc& disc : discs) places.keep_free(square_around(disc.at, 0.7F * off));
  for (Disc& disc : discs) {
    const float w = ui.canvas.width(disc.name, ui.theme.small()) + ui.theme.px(2);
    const auto place = places.find({.at = disc.at, .size = {w, line}, .gap = off});
    disc.label = place ? place->box : Rect{};
    if (place) places.keep_free(place->box);
  }
}

}  // namespace

void draw_cost_list(Ui& ui, Session& session, const ResultsRecord::Table& systems, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Var table = systems.table, times = systems.times;
  if (!table || !times) return;
  const Mat &numbers = tape.value(table), &share = tape.value(times);
  const Axis& models = tape.node(table).label.rows;
  const float pad = theme.px(6);
  const auto wide = [&](const char* head, const char* number) {
    return std::max(ui.canvas.width(head, theme.small()), ui.canvas.width(number, theme.number())) +
           2 * pad;
  };
  const float bleu = wide("BLEU", "00.00"), factor = wide("× base", "00.00");
  // What it cost in operations gives way to the names.
  float cost = wide("FLOPs", "0.0 × 10¹⁰");
  float names = 0;
  for (int r = 0; r < numbers.rows(); ++r)
    names = std::max(names, ui.canvas.width(axis_label(models, r), theme.small()) + 2 * pad);
  if (names + bleu + factor + cost > area.w) cost = 0;
  const auto columns = [&](Rect row) {
    std::array<Rect, 4> parts;
    parts[3] = row.take_right(factor);
    parts[2] = row.take_right(cost);
    parts[1] = row.take_right(bleu);
    parts[0] = row;
    return parts;
  };
  const float line = std::min(theme.px(44), area.h / static_cast<float>(numbers.rows() + 1));
  area.take_top(std::max(0.0F, (area.h - line * static_cast<float>(numbers.rows() + 1)) / 2));
  const auto head = columns(area.take_top(line));
  constexpr std::array<const char*, 4> kHeads{"system", "BLEU", "FLOPs", "× base"};
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (i == 2 && cost == 0) continue;
    ui.canvas.text_in(head[i].inset(theme.px(6), 0), kHeads[i], theme.small(), theme.faint_ink,
                      i == 0 ? Align::left : Align::right);
  }
  for (int r = 0; r < numbers.rows(); ++r) {
    const Rect row = area.take_top(line);
    const auto parts = columns(row);
    const std::array<CellTouch, 3> touched{touch_in_row(ui, session, table, r, 0, parts[1]),
                                           touch_in_row(ui, session, table, r, 1, parts[2]),
                                           touch_in_row(ui, session, times, r, 0, parts[3])};
    if (std::ranges::any_of(touched, &CellTouch::lit))
      ui.canvas.fill(row, theme.pressed, theme.px(5));
    const std::string name = axis_label(models, r);
    ui.canvas.text_in(
        parts[0].inset(theme.px(6), 0), name, theme.small(),
        systems.systems[static_cast<std::size_t>(r)].transformer ? theme.accent : theme.ink);
    const auto number = [&](std::size_t i, const std::string& text) {
      ui.canvas.text_in(parts[i].inset(theme.px(6), 0), touched[i - 1].shown(text), theme.number(),
                        theme.ink, Align::right);
    };
    number(1, format_digits(numbers(r, 0), 4));
    if (cost > 0) number(2, format_digits(numbers(r, 1), 2));
    number(3, format_digits(share(r, 0), 3));
  }
}

void draw_cost_chart(Ui& ui, Session& session, const ResultsRecord::Table& systems, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Var table = systems.table;
  if (!table) return;
  const Mat& numbers = tape.value(table);
  std::vector<double> costs, bleus;
  for (int r = 0; r < numbers.rows(); ++r) {
    bleus.push_back(numbers(r, 0));
    costs.push_back(numbers(r, 1));
  }
  PlotAxis x = axis_over({&costs}, true, false), y = axis_over({&bleus}, false, true);
  // Room for discs and names at the ends.
  x.min /= 2;
  x.max *= 2.5;
  const float line = ui.canvas.line_height(theme.small());
  Rect plot = area;
  plot.take_top(line + theme.px(10));
  plot.take_bottom(2 * line + x_numbers_below(ui));
  plot.take_left(tick_width(ui, y, plot.h) + theme.px(8));
  x.from = plot.x;
  x.to = plot.right();
  y.from = plot.bottom();
  y.to = plot.y;
  draw_axes(ui, x, y, plot, "training cost, FLOPs", "BLEU");
  // What the answer says is empty: better than the base model, or cheaper.
  const auto base =
      std::ranges::find(systems.systems, true, &ResultsRecord::Table::System::transformer);
  if (session.question() != nullptr && !session.asking() && base != systems.systems.end()) {
    const auto row = static_cast<int>(base - systems.systems.begin());
    const Vec at{x.at(numbers(row, 1)), y.at(numbers(row, 0))};
    ui.canvas.fill({plot.x, plot.y, at.x - plot.x, plot.h}, theme.accent.alpha(0.1F));
    ui.canvas.fill({at.x, plot.y, plot.right() - at.x, at.y - plot.y}, theme.accent.alpha(0.1F));
  }
  std::vector<Disc> discs;
  const Axis& models = tape.node(table).label.rows;
  for (int r = 0; r < numbers.rows(); ++r) {
    discs.push_back({{x.at(numbers(r, 1)), y.at(numbers(r, 0))}, axis_label(models, r), {}});
  }
  place_labels(ui, discs, area);
  for (std::size_t i = 0; i < discs.size(); ++i) {  // down to its cost, below all discs and names
    if (hides(session, cell_of(tape, table, static_cast<int>(i), 1))) continue;
    const Vec at = discs[i].at;
    ui.canvas.line(at, {at.x, plot.bottom()}, theme.faint_ink, theme.px(1));
  }
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const Disc& disc = discs[i];
    const float r = theme.px(8);
    const auto at = static_cast<int>(i);
    const CellTouch touch = touch_in_row(ui, session, table, at, 0, square_around(disc.at, 2 * r));
    if (touch.hidden || hides(session, cell_of(tape, table, at, 1))) continue;
    const bool lit = touch.lit;
    const Color color = systems.systems[i].transformer ? theme.accent : theme.tensor(Role::key);
    if (lit) {
      ui.canvas.line({plot.x, disc.at.y}, disc.at, color, theme.px(1));
      ui.canvas.line({disc.at.x, plot.bottom()}, disc.at, color, theme.px(1));
    }
    // Several models that vote are drawn as rings: their cost is that of all of them.
    if (systems.systems[i].ensemble) {
      ui.canvas.circle(disc.at, r, theme.page);
      ui.canvas.ring(disc.at, r - theme.px(1), color, theme.px(2.5F));
    } else {
      ui.canvas.circle(disc.at, r, color);
    }
    if (lit) ui.canvas.ring(disc.at, r + theme.px(4), theme.lit, theme.px(1.5F));
    if (disc.label.w > 0) {
      ui.canvas.fill(disc.label, theme.page);  // no line runs through a name
      ui.canvas.text_in(disc.label, disc.name, theme.small(), lit ? theme.ink : theme.soft_ink);
    }
  }
}

void draw_cost_equation(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const auto& [given, flops] = session.run()->records.get<ResultsRecord>().training;
  struct Part {
    Var var;
    int col;
    const char* unit;
    const char* of_one;
    const char* sign;
  };
  const std::array<Part, 4> parts{{{given, 0, "GPUs", "GPU", ""},
                                   {given, 1, "hours", "hour", "×"},
                                   {given, 2, "TFLOP/s", "TFLOP/s", "× 3600 ×"},
                                   {flops, 0, "operations", "operation", "="}}};
  constexpr std::array<const char*, 2> kPrinted{"3.3 × 10¹⁸ printed", "2.3 × 10¹⁹ printed"};
  const float height = std::min(theme.px(150), area.h / 2 - theme.px(10));
  area.y += std::max(0.0F, (area.h - 2 * height - theme.px(20)) / 2);
  for (int row = 0; row < 2; ++row) {
    Rect line = area.take_top(height);
    area.take_top(theme.px(20));
    ui.canvas.text_in(line.take_top(theme.px(28)),
                      row == 0 ? "Transformer base" : "Transformer big", theme.strong(), theme.ink);
    std::array<float, 4> widths{};
    float signs = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      signs += ui.canvas.width(parts[i].sign, theme.body()) + (i == 0 ? 0 : theme.px(20));
      widths[i] = i == 3 ? 1.7F : 1.0F;
    }
    const float unit = (line.w - signs) / 4.7F;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part& part = parts[i];
      if (i > 0) {
        const float w = ui.canvas.width(part.sign, theme.body()) + theme.px(20);
        ui.canvas.text_in(line.take_left(w), part.sign, theme.body(), theme.soft_ink,
                          Align::center);
      }
      const Rect box = line.take_left(unit * widths[i]);
      const Var var = part.var;
      if (!var) continue;
      const CellTouch touch = touch_in_row(ui, session, var, row, part.col, box);
      const bool result = i == 3;
      ui.canvas.fill(box, result ? theme.accent.alpha(0.12F) : theme.panel, theme.px(10));
      if (touch.lit) ui.canvas.frame(box, theme.accent, theme.px(1.5F), theme.px(10));
      const double value = tape.value(var)(row, part.col);
      const std::string text = touch.shown(result ? format_digits(value, 3) : format_exact(value));
      const Type large = ui.canvas.width(text, theme.title()) < box.w - theme.px(8)
                             ? theme.title()
                             : theme.strong();
      Rect words = box.inset(theme.px(4), 0);
      const float middle = box.center().y;
      ui.canvas.text_in({words.x, middle - theme.px(32), words.w, theme.px(34)}, text, large,
                        result ? theme.accent : theme.ink, Align::center);
      const char* unit_name = result       ? kPrinted[static_cast<std::size_t>(row)]
                              : value == 1 ? part.of_one
                                           : part.unit;
      ui.canvas.text_in({words.x, middle + theme.px(6), words.w, theme.px(22)}, unit_name,
                        theme.small(), theme.soft_ink, Align::center);
    }
  }
}

void draw_side_by_side(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const auto& [table, relative] = session.run()->records.get<ResultsRecord>().side_by_side;
  if (!table || !relative) return;
  const Mat &scores = tape.value(table), &percent = tape.value(relative);
  const Label& label = tape.node(table).label;
  std::vector<double> all(scores.cells().begin(), scores.cells().end());
  PlotAxis x = axis_over({&all}, false, false);
  x.min -= 0.1;
  x.max += 0.1;
  float names = 0;
  for (int r = 0; r < scores.rows(); ++r)
    names = std::max(names, ui.canvas.width(axis_label(label.rows, r), theme.small()));
  names += theme.px(12);
  const float result = theme.px(110);
  const float line = ui.canvas.line_height(theme.small());
  const Rect head = area.take_top(theme.px(30));
  area.take_bottom(2 * line + x_numbers_below(ui));
  const float height = std::min(theme.px(90), area.h / static_cast<float>(scores.rows()));
  area.h = height * static_cast<float>(scores.rows());
  Rect plot = area;
  plot.take_left(names);
  plot.take_right(result);
  x.from = plot.x;
  x.to = plot.right();
  PlotAxis y{0, 1, false, plot.bottom(), plot.y};
  y.min = 2;  // no ticks upwards: the rows are pairs of languages
  y.max = 2;
  draw_axes(ui, x, y, plot, "mean side-by-side score, 0 nonsense … 6 perfect", "");
  const std::array<Color, 3> colors{theme.tensor(Role::key), theme.accent, theme.ink};
  float left = plot.x;
  for (std::size_t k = 0; k < colors.size(); ++k) {
    const std::string name = axis_label(label.cols, static_cast<int>(k));
    ui.canvas.circle({left + theme.px(6), head.center().y}, theme.px(6), colors[k]);
    const float w = ui.canvas.width(name, theme.small()) + theme.px(2);
    ui.canvas.text_in({left + theme.px(18), head.y, w, head.h}, name, theme.small(),
                      theme.soft_ink);
    left += w + theme.px(42);
  }
  for (int r = 0; r < scores.rows(); ++r) {
    const Rect row{area.x, area.y + height * static_cast<float>(r), area.w, height};
    const float middle = row.center().y;
    const Rect words{row.x, row.y, names, row.h};
    const Rect share{row.right() - result, row.y, result, row.h};
    const CellTouch on_share = touch_in_row(ui, session, relative, r, 0, share);
    touch_in_row(ui, session, relative, r, 0, words);
    const bool lit = on_share.lit;
    if (lit) ui.canvas.fill(row.inset(0, theme.px(3)), theme.pressed, theme.px(6));
    ui.canvas.text_in(words, axis_label(label.rows, r), theme.small(), theme.ink);
    const auto at = [&](int k) { return Vec{x.at(scores(r, k)), middle}; };
    ui.canvas.line(at(0), at(2), theme.rule, theme.px(5));
    ui.canvas.line(at(0), at(1),
                   recede(theme.accent, lit ? theme.pressed : theme.page, 0.45F, kMarkContrast),
                   theme.px(5));
    for (int k = 0; k < 3; ++k) {
      const Vec dot = at(k);
      const float d = theme.px(9);
      const CellTouch touch =
          touch_cell(ui, session, cell_of(tape, table, r, k), square_around(dot, d));
      if (touch.hidden) continue;
      ui.canvas.circle(dot, theme.px(touch.lit ? 9.0F : 7.0F), colors[static_cast<std::size_t>(k)]);
    }
    if (on_share.hidden) {
      draw_hidden(ui, share.inset(theme.px(8)), theme.px(6));
      continue;
    }
    ui.canvas.text_in(share.inset(theme.px(8), 0), format_digits(percent(r, 0), 4) + " %",
                      theme.heading(), lit ? theme.accent : theme.ink, Align::right);
  }
}

void draw_convolutions(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const auto& [table, other, difference] = session.run()->records.get<ResultsRecord>().convolutions;
  if (!table) return;
  const Mat& bleu = tape.value(table);
  const Axis& systems = tape.node(table).label.rows;
  const int rows = bleu.rows(), german = ResultsRecord::Convolutions::german;
  LargeBars list{.id = "convolutions", .title = "BLEU", .bars = {}};
  const auto add = [&](Var var, int r, std::string name, std::string number, Color color) {
    list.bars.bars.push_back({.name = std::move(name),
                              .cell = cell_of(tape, var, r, 0),
                              .value = tape.value(var)(r, 0),
                              .number = std::move(number),
                              .color = color});
  };
  for (int r = 0; r < rows; ++r) {
    const bool convolutional = r == german - 1 || r == rows - 1;
    add(table, r, axis_label(systems, r) + (r < german ? ", German" : ", French"),
        format_digits(bleu(r, 0), 4),
        convolutional ? theme.accent : theme.tensor(Role::key).alpha(0.7F));
  }
  if (has_come(session, other) || step_focus(session) == difference)
    add(other, 0, "the same, other table", fmt::format("{:.2f}", tape.value(other)(0, 0)),
        theme.accent);
  draw_large_bars(ui, session, list, area);
}

}  // namespace glassformer
