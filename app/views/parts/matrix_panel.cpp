#include "app/views/parts/matrix_panel.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/cell_shape.h"
#include "app/views/parts/made_of.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/formula.h"
#include "app/widgets/motion.h"

namespace glassformer {

namespace {

constexpr float kLargestOfFew = 170;  // px of a cell at scale 1, where few fill their place

// The largest cell for which the matrix with its labels fits.
MatrixLayout fitted(const Ui& ui, const MatrixSpec& spec, Rect area, float largest) {
  const auto fits = [&](const MatrixLayout& layout) {
    return layout.bounds.w <= area.w && layout.bounds.h <= area.h;
  };
  MatrixLayout best = layout_matrix(ui, spec, {0, 0}, largest);
  if (fits(best)) return best;
  float low = 0.2F, high = largest;
  best = layout_matrix(ui, spec, {0, 0}, low);
  for (int i = 0; i < 12; ++i) {
    const float middle = std::sqrt(low * high);
    const MatrixLayout layout = layout_matrix(ui, spec, {0, 0}, middle);
    (fits(layout) ? low : high) = middle;
    if (fits(layout)) best = layout;
  }
  return best;
}

// With cells of this shape the matrix fills the area both ways, as far as they may be stretched.
float filling_aspect(const Ui& ui, MatrixSpec spec, Rect area) {
  constexpr float narrowest = 0.04F, widest = 5;
  spec.aspect = 1;
  for (int pass = 0; pass < 3; ++pass) {
    const MatrixLayout at = fitted(ui, spec, area, area.h);
    if (at.cells.w <= 0 || at.cells.h <= 0) break;
    const float wide = (area.w - (at.bounds.w - at.cells.w)) / (at.cells.w / at.wide);
    const float high = (area.h - (at.bounds.h - at.cells.h)) / (at.cells.h / at.cell);
    if (wide <= 0 || high <= 0) break;
    spec.aspect = std::clamp(wide / high, narrowest, widest);
  }
  return spec.aspect;
}

// Names that are worth being seen all at once, though they take more room: of the words of a
// sentence, not of a vocabulary, nor numbers.
bool is_few_names(const MatrixSpec& spec) {
  constexpr std::size_t most = 32, most_letters = 12;
  const std::vector<std::string>& names = (spec.transposed ? spec.cols : spec.rows).labels;
  const auto is_short = [](const std::string& name) { return name.size() <= most_letters; };
  return spec.show_row_labels && !names.empty() && names.size() <= most && names.front() != "0" &&
         names.front() != "1" && std::ranges::all_of(names, is_short);
}

// False if there is none.
bool turn_to_gradient(MatrixSpec& spec, const Mat& gradient) {
  if (gradient.empty()) return false;
  spec.id += " gradient";  // an image of its own beside that of the values
  spec.values = &gradient;
  // Of a sum: ∂(x + y), not ∂x + y.
  const bool sum = spec.symbol.find(" + ") != spec.symbol.npos;
  spec.symbol = sum ? "\\partial (" + spec.symbol + ")" : "\\partial " + spec.symbol;
  spec.role = Role::plain;
  spec.before = nullptr;
  spec.editable = false;
  return true;
}

}  // namespace

void MatrixPanel::begin(Ui& ui, const Session& session, const Target& lit) {
  editor_.begin(ui);
  if (!ui.input.keys.empty()) reveal_.skip();
  reveal_.follow(session, ui.input.time, !moves(ui));
  if (reveal_.built() < 1) ui.request_frame();
  const bool hovers = session.hover.kind != Target::Kind::none;
  const Target touched = hovers ? session.hover : lit_choice(session).value_or(Target{});
  highlight_ = highlight_of(*session.run(), lit.kind != Target::Kind::none ? lit : touched);
}

MatrixLayout MatrixPanel::draw(Ui& ui, Session& session, Var var, Rect area,
                               const Options& options) {
  if (!var || area.w < ui.theme.px(8) || area.h < ui.theme.px(8)) return {};
  const RunPtr run = session.run(), before = session.previous();
  const bool flashes = moves(ui) && ui.input.time - session.changed_at() < kFlashSeconds;
  if (flashes) ui.request_frame();
  MatrixSpec spec = matrix_spec(session, *run, flashes ? before.get() : nullptr, var,
                                options.transposed, highlight_, ui.input.time);
  if (options.gradient && !turn_to_gradient(spec, run->tape.grad(var))) return {};
  const bool is_made = !options.gradient && var == reveal_.focus();
  if (is_made) spec.revealed = reveal_.cells(session, var);
  spec.show_row_labels = options.row_labels && !spec.rows.labels.empty();
  spec.show_col_labels = options.col_labels && !spec.cols.labels.empty();
  const float largest =
      ui.theme.px(options.fills ? std::max(options.largest, kLargestOfFew) : options.largest);
  const float aspect =
      options.fills ? filling_aspect(ui, spec, area) : aspect_of(ui, spec, area, largest);
  spec.aspect = aspect;
  const float tallest = ui.theme.px(options.tallest);
  MatrixLayout size = drawn_out(ui, spec, fitted(ui, spec, area, largest), area, tallest);
  if (size.row_step > 1 && is_few_names(spec)) {
    MatrixSpec turned = spec;
    turned.row_turns = 2;
    turned.aspect = aspect;
    const MatrixLayout named =
        drawn_out(ui, turned, fitted(ui, turned, area, largest), area, tallest);
    if (named.row_step == 1 && named.wide > 0.7F * size.wide) {
      size = named;
      spec = std::move(turned);
    }
  }
  const Vec at{area.center().x - size.bounds.w / 2,
               options.top ? area.y : area.center().y - size.bounds.h / 2};
  const MatrixLayout layout = layout_matrix(ui, spec, at, size.cell);
  const MatrixTouch touch =
      is_made ? draw_made(ui, session, reveal_, var, spec, layout) : draw_matrix(ui, spec, layout);
  spec.id = run->tape.node(var).path;
  editor_.take(ui, session, spec, touch, layout);
  return layout;
}

Touch MatrixPanel::draw_small(Ui& ui, Session& session, Var var, Rect area, bool on,
                              const Options& options) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const std::string& path = run->tape.node(var).path;
  const Touch touch = touch_target(ui, session, Ui::id("small " + path), matrix_of(path), area);
  MatrixSpec spec = matrix_spec(session, *run, nullptr, var, options.transposed, highlight_, 0);
  if (options.gradient && !turn_to_gradient(spec, run->tape.grad(var))) return touch;
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = theme.tensor(spec.role);
  draw_formula(ui, spec.symbol, area.origin(), style);
  area.take_top(theme.px(26));
  Shape shape = run->tape.shape(var);
  if (options.transposed) std::swap(shape.rows, shape.cols);
  const float cell = std::min(area.w / static_cast<float>(std::max(1, shape.cols)),
                              area.h / static_cast<float>(std::max(1, shape.rows)));
  const Rect map{area.x, area.y, cell * static_cast<float>(shape.cols),
                 cell * static_cast<float>(shape.rows)};
  draw_heat_map(ui, map, spec);
  ui.canvas.frame(map, on ? theme.tensor(spec.role) : theme.rule, theme.px(on ? 2.0F : 1.0F));
  return touch;
}

// Worked out again only where something changed that it depends on.
float MatrixPanel::aspect_of(const Ui& ui, MatrixSpec spec, Rect area, float largest) {
  Kept now{spec.stamp, {area.w, area.h, largest}, spec.transposed, 1};
  Kept& kept = kept_[spec.id];
  const bool laid_out =
      kept.room == now.room && kept.transposed == now.transposed && kept.aspect > 0;
  // While a value is dragged its cell stays where it is.
  if (laid_out && (kept.stamp == now.stamp || ui.input.down)) return kept.aspect;
  const auto share = [&](float aspect) {
    spec.aspect = aspect;
    return readable(ui, spec, fitted(ui, spec, area, largest));
  };
  const float squares = share(1);
  now.aspect = best_aspect(squares, share);
  if (now.aspect == 1 && is_long(spec)) now.aspect = best_narrow(squares, share);
  if (now.aspect == 1) {
    spec.aspect = 1;
    now.aspect = band_aspect(ui, spec, fitted(ui, spec, area, largest), area.w, largest);
  }
  kept = now;
  return now.aspect;
}

// As wide as it is, with higher cells, as far as the area has room for them.
MatrixLayout MatrixPanel::drawn_out(const Ui& ui, MatrixSpec& spec, MatrixLayout layout, Rect area,
                                    float tallest) {
  if (layout.numbers || layout.cell >= tallest || layout.cells.h <= 0) return layout;
  const float rows = layout.cells.h / layout.cell;
  const float cell = std::min(tallest, layout.cell + (area.h - layout.bounds.h) / rows);
  if (cell <= layout.cell) return layout;
  spec.aspect = layout.wide / cell;
  return layout_matrix(ui, spec, {0, 0}, cell);
}

void MatrixPanel::end(Ui& ui, Session& session) {
  editor_.draw_field(ui, session);
}

}  // namespace glassformer
