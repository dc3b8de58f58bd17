#include "app/views/attention/head_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

#include "app/views/parts/highlight.h"
#include "app/views/parts/plan.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/arcs.h"
#include "app/widgets/matrix.h"

namespace glassformer {

namespace {

// The weights without those that a class has still to guess; they are NaN. Null: it guesses none.
std::shared_ptr<const Mat> unless_hidden(const Session& session, const std::string& path,
                                         const Mat& weights) {
  std::shared_ptr<Mat> open;
  for (int r = 0; r < weights.rows(); ++r) {
    for (int c = 0; c < weights.cols(); ++c) {
      if (!hides(session, path, r, c)) continue;
      if (!open) open = std::make_shared<Mat>(weights);
      (*open)(r, c) = std::numeric_limits<Real>::quiet_NaN();
    }
  }
  return open;
}

// What is hidden is kept as long as the spec is drawn.
struct Lines {
  ArcsSpec spec;
  std::vector<std::shared_ptr<const Mat>> kept;
};

std::vector<std::size_t> all_sites(const Run& run) {
  std::vector<std::size_t> sites(run.sites.size());
  std::iota(sites.begin(), sites.end(), std::size_t{0});
  return sites;
}

Lines arcs_of(const Theme& theme, const Session& session, const std::vector<std::size_t>& sites,
              const std::vector<bool>& on) {
  const RunPtr run = session.run();
  Lines lines;
  ArcsSpec& spec = lines.spec;
  for (const std::size_t i : sites) {
    const Var weights = run->sites[i].weights;
    if (!weights) continue;
    const Node& node = run->tape.node(weights);
    const Mat& value = run->tape.value(weights);
    if (spec.heads.empty()) {
      spec.queries = axis_labels(node.label.rows, value.rows());
      spec.keys = axis_labels(node.label.cols, value.cols());
    }
    std::shared_ptr<const Mat> open = unless_hidden(session, node.path, value);
    spec.heads.push_back({open ? open.get() : &value,
                          run->sites.size() > 1 ? head_color(theme, static_cast<int>(i))
                                                : theme.tensor(Role::output),
                          i >= on.size() || on[i]});
    if (open) lines.kept.push_back(std::move(open));
    const Target& hover = session.hover;
    if (hover.kind == Target::Kind::token && hover.sequence == node.label.rows.sequence)
      spec.touched_query = hover.token;
    if (hover.kind == Target::Kind::token && hover.sequence != node.label.rows.sequence &&
        hover.sequence == node.label.cols.sequence) {
      spec.touched_key = hover.token;
    }
    if (hover.kind == Target::Kind::cell && hover.path == node.path) {
      spec.touched_query = hover.row;
      spec.touched_key = hover.col;
    }
  }
  return lines;
}

}  // namespace

Touch draw_head_chip(Ui& ui, Ui::Id id, std::string_view name, Color color, bool on, Rect chip) {
  const Theme& theme = ui.theme;
  const Touch touch = ui.touch(id, chip);
  ui.canvas.fill(chip, touch.hovered ? theme.pressed : theme.raised, chip.h / 2);
  ui.canvas.frame(chip, on ? color : theme.rule, theme.px(1.5F), chip.h / 2);
  const Vec dot{chip.x + theme.px(15), chip.center().y};
  if (on) {
    ui.canvas.circle(dot, theme.px(5), color);
  } else {
    ui.canvas.ring(dot, theme.px(5), theme.faint_ink, theme.px(1.5F));
  }
  ui.canvas.text_in({chip.x + theme.px(25), chip.y, chip.w - theme.px(25), chip.h}, name,
                    theme.small(), on ? theme.ink : theme.faint_ink);
  if (touch.hovered) ui.tip("Click: on or off. Double-click: this one alone");
  return touch;
}

void draw_head_chips(Ui& ui, Session& session, const std::vector<std::size_t>& sites,
                     const std::function<std::string(std::size_t)>& name, std::vector<bool>& on,
                     Rect chips) {
  const Theme& theme = ui.theme;
  on.resize(session.run()->sites.size(), true);
  for (const std::size_t i : sites) {
    const std::string words = name(i);
    const Rect chip = chips.take_left(ui.canvas.width(words, theme.small()) + theme.px(34));
    chips.take_left(theme.px(8));
    // A colour for every head of the whole model: none comes twice.
    const Touch touch = draw_head_chip(ui, Ui::id("head chip", i), words,
                                       head_color(theme, static_cast<int>(i)), on[i], chip);
    if (touch.double_clicked) {
      for (const std::size_t other : sites) on[other] = other == i;
    } else if (touch.clicked) {
      on[i] = !on[i];
    }
  }
}

void draw_site_lines(Ui& ui, Session& session, const SiteLines& what, std::vector<bool>& on,
                     Rect area) {
  if (what.sites.empty()) return;
  const RunPtr run = session.run();
  on.resize(run->sites.size(), true);
  Lines lines = arcs_of(ui.theme, session, what.sites, on);
  ArcsSpec& spec = lines.spec;
  spec.fills = what.fills;
  if (what.marks_chosen && spec.touched_query < 0 && spec.touched_key < 0 && session.chosen) {
    spec.touched_query = session.chosen->row;
  }
  const ArcsTouch touch = draw_arcs(ui, spec, area);
  const Node& node = run->tape.node(run->sites[what.sites.front()].weights);
  const auto touch_token = [&session](const Axis& axis, int token) {
    if (token < 0 || axis.sequence < 0) return;
    point_at(session, token_of(axis.sequence, token));
  };
  touch_token(node.label.cols, touch.key);
  touch_token(node.label.rows, touch.query);
}

void draw_lines(Ui& ui, Session& session, std::vector<bool>& on, Rect area, bool fills) {
  const RunPtr run = session.run();
  const std::vector<std::size_t> sites = all_sites(*run);
  if (sites.size() > 1) {
    const auto name = [&](std::size_t i) {
      std::string words = run->sites[i].name.empty() ? "as it is" : run->sites[i].name;
      std::replace(words.begin(), words.end(), '.', ' ');
      return words;
    };
    draw_head_chips(ui, session, sites, name, on, area.take_top(ui.theme.px(34)));
    area.take_top(ui.theme.px(10));
  }
  draw_site_lines(ui, session, {sites, fills}, on, area);
}

}  // namespace glassformer
