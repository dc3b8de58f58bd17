#include "app/views/attention/head_detail.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>

#include "app/views/attention/head_strip.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

// A row of numbers as small coloured fields.
void draw_fields(Ui& ui, const std::vector<double>& values, double largest, Rect area) {
  if (values.empty()) return;
  const float w = area.w / static_cast<float>(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    ui.canvas.fill({area.x + w * static_cast<float>(i), area.y, std::max(1.0F, w - 1), area.h},
                   ui.theme.signed_value(values[i], largest));
  }
}

std::vector<double> row_of(const Mat& m, int row) {
  const auto cells = m.row(row);
  return {cells.begin(), cells.end()};
}

double largest_of(const std::vector<double>& values, double least) {
  for (const double value : values) least = std::max(least, std::abs(value));
  return least;
}

// One format for all weights of a row; what rounds to nothing is a quiet dot.
std::string weight_text(double weight) {
  return weight > 0 && weight < 0.0005 ? "·" : fmt::format("{:.3f}", weight);
}

// So many of a row's cells, those with the largest weights, in the order in which they stand.
std::vector<int> largest_of_row(const Mat& weights, int row, int most) {
  std::vector<int> cells(static_cast<std::size_t>(weights.cols()));
  std::iota(cells.begin(), cells.end(), 0);
  if (most >= weights.cols()) return cells;
  std::ranges::stable_sort(cells, std::greater{}, [&](int j) { return weights(row, j); });
  cells.resize(static_cast<std::size_t>(std::max(1, most)));
  std::ranges::sort(cells);
  return cells;
}

// The row of the site that is touched, or the chosen one, or the first.
int query_of(const Session& session, const AttentionSite& site) {
  const Tape& tape = session.run()->tape;
  const Node& weights = tape.node(site.weights);
  const int rows = tape.shape(site.weights).rows;
  const auto row_in = [&](const Target& target) {
    if (target.kind == Target::Kind::token && target.sequence == weights.label.rows.sequence) {
      return target.token;
    }
    const bool here = target.kind == Target::Kind::cell &&
                      (is_of(target, tape, site.weights) || is_of(target, tape, site.scores));
    return here ? target.row : -1;
  };
  int row = row_in(session.hover);
  if (row < 0 && session.chosen) row = row_in(*session.chosen);
  return std::clamp(row, 0, rows - 1);
}

}  // namespace

const char* name_of(HeadGroup group) {
  return std::array{"encoder", "decoder", "cross", ""}[static_cast<std::size_t>(group)];
}

SiteName site_name(const AttentionPlace& at) {
  using Place = AttentionPlace;
  if (at.stack == Place::Stack::alone) return {};
  const bool encoder = at.stack == Place::Stack::encoder;
  return {at.kind == Place::Kind::cross ? HeadGroup::cross
          : encoder                     ? HeadGroup::encoder
                                        : HeadGroup::decoder,
          at.layer, at.head};
}

void draw_line_chips(Ui& ui, Session& session, const std::vector<std::size_t>& sites,
                     std::vector<bool>& on, Rect chips) {
  const RunPtr run = session.run();
  const auto name = [&](std::size_t i) {
    return std::to_string(site_name(run->sites[i].place).head);
  };
  draw_head_chips(ui, session, sites, name, on, chips);
}

void draw_neuron(Ui& ui, Session& session, const AttentionSite& site, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Tape& tape = run->tape;
  if (!site.q || !site.k || !site.scores || !site.weights) return;
  const Mat &keys = tape.value(site.k), &scores = tape.value(site.scores);
  const Mat& weights = tape.value(site.weights);
  const int query = query_of(session, site), n = weights.cols();
  const std::vector<double> q = row_of(tape.value(site.q), query);
  const Label& label = tape.node(site.weights).label;

  // The products of a score are the terms that the tape gives for it.
  std::vector<std::vector<double>> products;
  double largest_product = 1e-9, largest_key = 1e-9;
  for (int j = 0; j < n; ++j) {
    std::vector<double> terms;
    for (const Term& term : tape.explain(site.scores, query, j).terms) terms.push_back(term.value);
    largest_product = largest_of(terms, largest_product);
    largest_key = largest_of(row_of(keys, j), largest_key);
    products.push_back(std::move(terms));
  }
  const float names = theme.px(92), number = theme.px(58), gap = theme.px(10);
  const float weight_width = theme.px(80);
  const float strip =
      std::max(theme.px(30), (area.w - names - number - weight_width - 4 * gap) * 0.42F);
  const float least = theme.px(18), room = area.h - theme.px(64);
  const int fit = static_cast<int>(room / least);
  const std::vector<int> shown = largest_of_row(weights, query, fit >= n ? n : fit - 1);
  const auto lines = static_cast<float>(shown.size() + (fit >= n ? 0 : 1));
  const float line = std::clamp(room / lines, least, theme.px(48));
  const auto columns = [&](Rect row) {
    std::array<Rect, 5> parts;
    parts[0] = row.take_left(names);
    for (std::size_t i = 1; i <= 2; ++i) {
      parts[i] = row.take_left(strip);
      row.take_left(gap);
    }
    parts[3] = row.take_left(number);
    row.take_left(gap);
    parts[4] = row;
    return parts;
  };
  const Rect top = area.take_top(theme.px(30));
  const auto q_parts = columns(top);
  ui.canvas.text_in(q_parts[0], "q of " + axis_label(label.rows, query), theme.small(),
                    theme.tensor(Role::query));
  draw_fields(ui, q, largest_of(q, 1e-9), q_parts[1].inset(0, theme.px(6)));
  const auto head = columns(area.take_top(theme.px(26)));
  constexpr std::array<const char*, 5> kHeads{"key", "k", "q × k", "q · k", "weight"};
  const bool dots = std::ranges::any_of(
      weights.row(query), [](Real w) { return weight_text(static_cast<double>(w)) == "·"; });
  if (dots) {
    const Rect rest{q_parts[2].x, top.y, top.right() - q_parts[2].x, top.h};
    ui.canvas.text_in(rest, "· below 0.0005", theme.small(), theme.faint_ink, Align::right);
  }
  for (std::size_t i = 0; i < head.size(); ++i) {
    ui.canvas.text_in(head[i], kHeads[i], theme.small(), theme.faint_ink,
                      i == 3 ? Align::right : Align::left);
  }
  for (const int j : shown) {
    const Rect row = area.take_top(line);
    const auto parts = columns(row);
    const Target target{Target::Kind::cell, tape.node(site.scores).path, query, j, 0, 0};
    const Target weight{Target::Kind::cell, tape.node(site.weights).path, query, j, 0, 0};
    const CellTouch on_score =
        touch_cell(ui, session, target, {row.x, row.y, parts[4].x - row.x, row.h});
    const CellTouch on_weight = touch_cell(ui, session, weight, parts[4]);
    if (on_score.lit || on_weight.lit) ui.canvas.fill(row, theme.pressed, theme.px(5));
    ui.canvas.text_in(parts[0].inset(theme.px(4), 0), axis_label(label.cols, j), theme.small(),
                      theme.tensor(Role::key));
    const float pad = std::min(theme.px(5), line / 6);
    draw_fields(ui, row_of(keys, j), largest_key, parts[1].inset(0, pad));
    if (!on_score.hidden) {
      draw_fields(ui, products[static_cast<std::size_t>(j)], largest_product,
                  parts[2].inset(0, pad));
    }
    ui.canvas.text_in(
        parts[3], on_score.shown(fitted_number(ui, scores(query, j), theme.number(), parts[3].w)),
        theme.number(), theme.ink, Align::right);
    Rect bar = parts[4];
    const Rect text = bar.take_right(std::min(bar.w, weight_width));
    const float share = static_cast<float>(std::clamp<Real>(weights(query, j), 0, 1));
    if (!on_weight.hidden) {
      ui.canvas.fill({bar.x, bar.center().y - theme.px(5), bar.w * share, theme.px(10)},
                     theme.tensor(Role::output), theme.px(3));
    }
    ui.canvas.text_in(text, on_weight.shown(weight_text(static_cast<double>(weights(query, j)))),
                      theme.number(), theme.ink, Align::right);
  }
  if (const std::size_t more = static_cast<std::size_t>(n) - shown.size(); more > 0) {
    ui.canvas.text_in(area.take_top(line).inset(theme.px(4), 0),
                      fmt::format("and {} more, with smaller weights", more), theme.small(),
                      theme.faint_ink);
  }
}

}  // namespace glassformer
