#include "app/views/vectors/map_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/parts/large_bars.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/vectors/map_lit.h"
#include "app/views/vectors/share_map.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

namespace {

const WordMapRecord& record_of(const Run& run) {
  return run.records.get<WordMapRecord>();
}

// The components along the axes of the map, from 0.
std::vector<int> drawn_components(const Session& session, int count) {
  std::vector<NumberKey> keys{word_map_options::x, word_map_options::y};
  if (value_of(session.inputs(), word_map_options::solid) != 0) keys.push_back(word_map_options::z);
  std::vector<int> drawn;
  for (const NumberKey& key : keys) {
    drawn.push_back(std::min(static_cast<int>(value_of(session.inputs(), key)), count) - 1);
  }
  return drawn;
}

// Every so many of the columns are numbered, that the numbers have room.
int numbered_each(const Ui& ui, int count, float column) {
  const float needs = ui.canvas.width(std::to_string(count), ui.theme.number()) + ui.theme.px(10);
  for (const int each : {1, 2, 5, 10, 20, 50, 100})
    if (static_cast<float>(each) * column >= needs) return each;
  return 200;
}

std::string per_cent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

// What each dimension gives to one coordinate of the chosen word.
class Terms {
 public:
  Terms(Ui& ui, Session& session, Var centred, Var axes, int component)
      : ui_(ui), session_(session), run_(session.run()), centred_(centred), component_(component) {
    const Mat& v = run_->tape.value(centred);
    const Mat& u = run_->tape.value(axes);
    double sum = 0;
    for (int d = 0; d < v.cols(); ++d) {
      const double term = static_cast<double>(v(0, d)) * static_cast<double>(u(component, d));
      terms_.push_back(term);
      sums_.push_back(sum += term);
      for (const double end : {term, sum}) {
        least_ = std::min(least_, end);
        most_ = std::max(most_, end);
      }
    }
  }

  void draw(const std::string& title, Rect area) {
    const Theme& theme = ui_.theme;
    const std::string total = three_decimals(sums_.back());
    text_fitted(ui_, area.take_top(theme.px(28)), title, theme.strong(), theme.soft_ink);
    Rect end = area.take_right(ui_.canvas.width("−0.000", theme.strong()) + theme.px(12));
    const double range = std::max(1e-9, most_ - least_);
    const auto y = [&](double value) {
      return area.bottom() - area.h * static_cast<float>((value - least_) / range);
    };
    const float each = area.w / static_cast<float>(terms_.size()), zero = y(0);
    ui_.canvas.line({area.x, zero}, {end.x, zero}, theme.faint_ink, theme.px(1));
    std::vector<Vec> way;
    for (std::size_t d = 0; d < terms_.size(); ++d) {
      const float x = area.x + each * static_cast<float>(d), to = y(terms_[d]);
      const Rect column{x, area.y, each, area.h};
      if (touch_cell(ui_, session_, cell_of(run_->tape, centred_, 0, static_cast<int>(d)), column)
              .lit) {
        ui_.canvas.fill(column, theme.pressed);
      }
      ui_.canvas.fill({x + each * 0.12F, std::min(zero, to), each * 0.76F,
                       std::max(theme.px(1), std::abs(to - zero))},
                      theme.signed_value(terms_[d] < 0 ? -1 : 1, 1));
      way.push_back({x, y(sums_[d])});
      way.push_back({x + each, y(sums_[d])});
    }
    const Vec last = way.back();
    ui_.canvas.polyline(std::move(way), theme.ink, theme.px(2.5F));
    ui_.canvas.circle(last, theme.px(5), theme.ink);
    const float high = ui_.canvas.line_height(theme.strong());
    const float top = std::clamp(last.y - high / 2, area.y, area.bottom() - high);
    ui_.canvas.text_in({end.x, top, end.w, high}, total, theme.strong(), theme.ink, Align::right);
  }

 private:
  Ui& ui_;
  Session& session_;
  RunPtr run_;
  Var centred_;
  int component_;
  std::vector<double> terms_, sums_;
  double least_ = 0, most_ = 0;
};

}  // namespace

Var near_of(const Session& session) {
  const WordMapRecord& record = record_of(*session.run());
  const bool by_angle =
      value_of(session.inputs(), word_map_options::measure) == word_map_options::measure.initial;
  return by_angle ? record.cosine : record.distance;
}

WordBarsTouch draw_neighbours(Ui& ui, Session& session, const std::string& pointed, Rect area) {
  const Var near = near_of(session);
  WordBarsTouch result;
  if (!near) return result;
  const RunPtr run = session.run();
  const bool cosine = near == record_of(*run).cosine;
  const int count = run->tape.shape(near).cols;
  LargeBars list;
  list.id = "near";
  list.title = fmt::format("{} “{}”", cosine ? "cosine with" : "distance from",
                           run->tape.node(near).label.rows.labels.front());
  list.bars = bars_of(session, {.values = near, .to_one = cosine, .touched = pointed});
  for (int k = 0; k < count; ++k) {
    Bar& bar = list.bars.bars[static_cast<std::size_t>(k)];
    bar.color = MapLit::shade_of(ui.theme, k, count);
    bar.strong = k == 0;
  }
  const BarsTouch touch = draw_large_bars(ui, session, list, area);
  const auto word = [&](int k) {
    return k < 0 ? std::string() : list.bars.bars[static_cast<std::size_t>(k)].name;
  };
  result.hovered = word(touch.hovered);
  result.double_clicked = word(touch.double_clicked);
  return result;
}

std::string draw_shares(Ui& ui, Session& session, const std::string& pointed, Rect area) {
  const Var shares = record_of(*session.run()).tsne.p;
  if (!shares) return {};
  const int count = session.run()->tape.shape(shares).cols;
  const auto color = [&](int k) { return MapLit::shade_of(ui.theme, k, count); };
  return draw_share_map(ui, session, {shares, color, pointed}, area);
}

void draw_groups(Ui& ui, Session& session, const std::vector<ColorLegend>& legend, Rect area) {
  const RunPtr run = session.run();
  const Var together = record_of(*run).groups.together;
  if (!together) return;
  LargeBars list;
  list.id = "groups";
  list.title = "length of the mean direction";
  list.bars = bars_of(session, {.values = together, .to_one = true});
  for (Bar& bar : list.bars.bars) {
    const auto found = std::ranges::find(legend, bar.name, &ColorLegend::name);
    bar.marked = found != legend.end();
    bar.color = bar.marked ? found->color : ui.theme.faint_ink;
  }
  draw_large_bars(ui, session, list, area);
}

void draw_no_map(Ui& ui, const std::vector<std::string>& missing, const ProjectionSnapshot* now,
                 Rect area) {
  const Theme& theme = ui.theme;
  ui.canvas.fill(area, theme.panel, theme.px(8));
  std::vector<std::string> lines = missing;
  if (now != nullptr) {
    const bool failed = now->state == ProjectionSnapshot::State::failed;
    lines = {failed ? now->error
                    : fmt::format("Finding the neighbours of all words … {:.0f} %",
                                  100 * now->progress)};
  }
  const float line = theme.px(28), high = line * static_cast<float>(lines.size());
  Rect rows = area.inset(theme.px(12), 0);
  rows.take_top(std::max(0.0F, (rows.h - high) / 2));
  for (const std::string& one : lines) {
    text_fitted(ui, rows.take_top(line), one, theme.body(), theme.soft_ink, Align::center);
  }
}

void draw_variance(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Var var = record_of(*run).pca.explained;
  if (!var) return;
  const Mat& shares = run->tape.value(var);
  const std::vector<int> drawn = drawn_components(session, shares.cols());
  const bool hidden = hides(session, run->tape.node(var).path, 0, 0);
  double sum = 0;
  for (const int c : drawn) sum += static_cast<double>(shares(0, c));
  text_fitted(ui, area.take_top(theme.px(30)),
              hidden ? "share of the variance along each component"
                     : fmt::format("share of the variance; {} on the map", per_cent(sum)),
              theme.strong(), theme.soft_ink);
  const Rect numbers = area.take_bottom(theme.px(26));
  const float line = ui.canvas.line_height(theme.number());
  Rect plot = area;
  plot.take_top(line + theme.px(4));
  const float each = plot.w / static_cast<float>(shares.cols());
  const auto largest =
      std::max(1e-9, static_cast<double>(*std::ranges::max_element(shares.row(0))));
  const int step = numbered_each(ui, shares.cols(), each);
  float named = -1e9F;  // right end of the last number over a bar
  for (int c = 0; c < shares.cols(); ++c) {
    const float x = plot.x + each * static_cast<float>(c);
    const bool on_map = std::ranges::find(drawn, c) != drawn.end();
    const CellTouch touch =
        touch_cell(ui, session, cell_of(run->tape, var, 0, c), {x, plot.y, each, plot.h});
    const auto share = static_cast<double>(shares(0, c));
    const float high = plot.h * static_cast<float>(share / largest);
    const float round = std::min(theme.px(3), each * 0.2F);
    const Color color =
        on_map ? theme.tensor(Role::value) : mix(theme.page, theme.ink, touch.lit ? 0.5F : 0.3F);
    if (touch.hidden) {
      draw_hidden(ui, {x + each * 0.1F, plot.y, each * 0.8F, plot.h}, round);
    } else {
      ui.canvas.fill({x + each * 0.1F, plot.bottom() - high, each * 0.8F, high}, color, round);
    }
    if (c == 0 || (c + 1) % step == 0) {
      ui.canvas.text_in({x - each * 4, numbers.y, each * 9, numbers.h}, std::to_string(c + 1),
                        theme.number(), theme.soft_ink, Align::center);
    }
    if (touch.hidden || (!on_map && !touch.lit)) continue;
    const std::string words = per_cent(share);
    const float wide = ui.canvas.width(words, theme.number());
    const float left = std::max(x + each / 2 - wide / 2, std::max(plot.x, named + theme.px(10)));
    ui.canvas.text({left, plot.bottom() - high - line}, words, theme.number(), theme.ink);
    named = left + wide;
  }
}

void draw_coordinates(Ui& ui, Session& session, Rect area) {
  const RunPtr run = session.run();
  const WordMapRecord::Pca& pca = record_of(*run).pca;
  const Var centred = pca.centred;
  if (!pca.near || !centred) return;
  const Axis& names = run->tape.node(pca.near).label.cols;
  const int count = run->tape.shape(pca.axes).rows;
  const float gap = ui.theme.px(16);
  const float each = (area.h - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
  for (int k = 0; k < count; ++k) {
    Terms(ui, session, centred, pca.axes, k)
        .draw(fmt::format("{}: what each dimension adds", axis_label(names, k)),
              area.take_top(each));
    area.take_top(gap);
  }
}

void draw_divergence(Ui& ui, const ProjectionSnapshot& now, Rect area) {
  const Theme& theme = ui.theme;
  text_fitted(ui, area.take_top(theme.px(30)), "how wrong the map is", theme.strong(),
              theme.soft_ink);
  ui.canvas.text_in(area.take_top(theme.px(26)), fmt::format("after {} iterations", now.iteration),
                    theme.body(), theme.ink);
  if (now.divergence.empty()) {
    area.take_top(theme.px(6));
    return draw_empty_place(ui, "the curve grows with each iteration", area);
  }
  ui.canvas.text_in(area.take_top(theme.px(26)),
                    fmt::format("KL divergence {:.3f}", now.divergence.back().second), theme.body(),
                    theme.ink);
  if (now.divergence.size() < 2 || area.h < theme.px(84)) return;
  area.take_top(theme.px(6));
  CurveSpec spec;
  spec.id = "divergence";
  spec.x_name = "iteration";
  spec.zero_y = true;
  Curve curve;
  curve.color = theme.tensor(Role::output);
  for (const auto& [iteration, nats] : now.divergence) {
    curve.x.push_back(iteration);
    curve.y.push_back(nats);
  }
  spec.curves.push_back(std::move(curve));
  draw_curve(ui, spec, area);
}

void draw_odd(Ui& ui, Session& session, const std::string& pointed, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& odd = record_of(*run).odd;
  if (!odd.similarity) return;
  const Node& node = run->tape.node(odd.similarity);
  const auto least = static_cast<int>(odd.least);
  const Rect said = area.take_bottom(theme.px(34));
  LargeBars list;
  list.id = "odd";
  list.title = "mean cosine to the others";
  list.bars = bars_of(session, {.values = odd.similarity, .touched = pointed});
  list.bars.by_value = false;  // the words stand as they were typed
  for (int k = 0; k < static_cast<int>(list.bars.bars.size()); ++k) {
    Bar& bar = list.bars.bars[static_cast<std::size_t>(k)];
    bar.strong = k == least;
    bar.color = theme.tensor(k == least ? Role::key : Role::output);
  }
  draw_large_bars(ui, session, list, area);
  if (hides(session, node.path, 0, least)) return;
  text_fitted(ui, said, fmt::format("“{}” is the odd one out", axis_label(node.label.cols, least)),
              theme.heading(), theme.tensor(Role::key));
}

}  // namespace glassformer
