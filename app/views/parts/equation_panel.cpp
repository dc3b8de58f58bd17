#include "app/views/parts/equation_panel.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/views/parts/cell_shape.h"
#include "app/views/parts/made_of.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/even_numbers.h"
#include "app/widgets/formula.h"
#include "app/widgets/motion.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

constexpr float kLargest = 170;  // px of a cell at scale 1, where few fill a stage

// Everything the layout depends on: the matrices' names, shapes and labels, the room, the scale.
std::uint64_t layout_key(const Ui& ui, const Session& session, Rect area) {
  std::uint64_t key = hash(session.lesson().id);
  const auto add = [&key](std::uint64_t part) { key = (key ^ part) * 0x100000001b3ULL; };
  const Tape& tape = session.run()->tape;
  for (int i = 0; i < tape.size(); ++i) {
    const Node& node = tape.node(Var{i});
    if (node.path.empty()) continue;
    add(hash(node.path));
    add(static_cast<std::uint64_t>(tape.shape(Var{i}).rows));
    add(static_cast<std::uint64_t>(tape.shape(Var{i}).cols));
    if (node.op != nullptr) add(hash(std::to_string(node.attr.a)));
  }
  for (const auto& sentence : session.run()->tokens) {
    for (const auto& token : sentence) add(hash(token));
  }
  add(static_cast<std::uint64_t>(session.head));
  add(session.entry());  // a step's numbers may want cells of another shape than those before
  for (const float x : {area.w, area.h, ui.theme.scale}) add(static_cast<std::uint64_t>(x * 16));
  return key;
}

// The matrix that a step makes together with what it is made of.
std::pair<std::size_t, std::size_t> focus_group(const std::vector<Segment>& segments, Var focus) {
  std::size_t last = segments.size();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (!(segments[i].item.var == focus)) continue;
    const bool result = segments[i].item.arrow || segments[i].item.before == "=";
    if (last == segments.size() || result) last = i;
    if (result) break;
  }
  if (last == segments.size()) return {0, segments.size()};
  std::size_t first = last;
  const auto is_result = [&](std::size_t i) {
    return segments[i].item.arrow || segments[i].item.before == "=";
  };
  if (is_result(last)) {
    while (!segments[first].begins) {
      --first;
      if (is_result(first)) break;
    }
  }
  return {first, last + 1};
}

// Tokens are named where they are not named already on the same line; mere numbers are left to the
// tip of the pointer.
void label_axes(std::vector<Segment>& segments, const std::vector<bool>& breaks) {
  const Axis* named = nullptr;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    MatrixSpec& spec = segments[i].spec;
    const Axis& rows = spec.transposed ? spec.cols : spec.rows;
    const Axis& cols = spec.transposed ? spec.rows : spec.cols;
    if (segments[i].begins || breaks[i]) named = nullptr;
    spec.show_col_labels = !cols.labels.empty();
    spec.show_row_labels =
        !rows.labels.empty() && (named == nullptr || named->labels != rows.labels);
    if (spec.show_row_labels) named = &rows;
  }
}

// Which of the pieces fit into the room, `middle` and as many as can be on either side of it: the
// first, and the one behind the last.
std::pair<std::ptrdiff_t, std::ptrdiff_t> around(const std::vector<float>& widths,
                                                 std::size_t middle, float room) {
  std::size_t first = middle, end = middle + 1;
  float left = room - widths[middle];
  for (bool grown = true; grown;) {
    grown = false;
    if (end < widths.size() && widths[end] <= left) {
      left -= widths[end++];
      grown = true;
    }
    if (first > 0 && widths[first - 1] <= left) {
      left -= widths[--first];
      grown = true;
    }
  }
  return {static_cast<std::ptrdiff_t>(first), static_cast<std::ptrdiff_t>(end)};
}

// px that a cell must have for the numbers that are shown now; 0: none are.
float widest_number(const Ui& ui, const std::vector<Segment>& segments, const Flow& shown) {
  float widest = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const MatrixSpec& spec = segments[i].spec;
    if (!shown.matrices[i].numbers || spec.values == nullptr || is_long(spec)) continue;
    const Mat& values = spec.values.host();
    const std::vector<double> all(values.cells().begin(), values.cells().end());
    const EvenNumbers numbers(all);
    for (const double value : all) {
      widest = std::max(widest, ui.canvas.width(numbers.of(value), ui.theme.number()));
    }
  }
  return widest == 0 ? 0 : widest + ui.theme.px(8);
}

// To the step that makes this matrix, if there is one.
void go_to(Ui& ui, Session& session, const std::string& path) {
  for (int k = 0; k < static_cast<int>(session.lesson().steps.size()); ++k) {
    if (focus_path(session, k) != path) continue;
    session.step = k;
    session.enter_step();
    ui.request_frame();
    return;
  }
}

}  // namespace

void EquationSheet::fit_with(const Ui& ui, Vec room, float aspect, float of_long) {
  for (Segment& segment : segments) {
    segment.spec.aspect = is_long(segment.spec) ? of_long : aspect;
  }
  // Labels once a line: a second matrix with the same rows can do without them. Which matrices
  // begin a line is known only when it has been laid out, so it is done twice.
  breaks.assign(segments.size(), false);
  for (int pass = 0; pass < 2; ++pass) {
    label_axes(segments, breaks);
    fitted = fit(ui, segments, room, ui.theme.px(largest));
    for (std::size_t i = 1; i < segments.size(); ++i) {
      breaks[i] = fitted.line_of[i] != fitted.line_of[i - 1];
    }
  }
}

float EquationSheet::readable_share(const Ui& ui) const {
  float sum = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    sum += readable(ui, segments[i].spec, fitted.matrices[i]);
  }
  return sum / static_cast<float>(std::max<std::size_t>(1, segments.size()));
}

void EquationSheet::fit_into(const Ui& ui, Vec room) {
  fit_with(ui, room, 1, 1);
  square = fitted.cell;
  if (square < ui.theme.px(12)) return;  // too small to read, whatever their shape
  const float aspect = best_aspect(readable_share(ui), [&](float other) {
    fit_with(ui, room, other, other);
    return readable_share(ui);
  });
  fit_with(ui, room, aspect, aspect);
}

void EquationSheet::fit_alone(const Ui& ui, Vec room) {
  fit_with(ui, room, 1, 1);
  square = fitted.cell;
  choose_widths(ui, room);
  const bool high = fitted.cell > 1.2F * ui.canvas.line_height(ui.theme.number());
  const float share = readable_share(ui);
  if (square < ui.theme.px(5) || (high && share > 3)) return;
  EquationSheet named = *this;
  low = true;
  for (Segment& segment : segments) leave_out_names(segment.spec);
  choose_widths(ui, room);
  if (high && readable_share(ui) < share + 0.3F) *this = std::move(named);
}

void EquationSheet::spread(const Ui& ui, Vec room) {
  constexpr float kFilled = 0.55F;  // of the room
  const float before = segments[0].spec.aspect, readable_before = readable_share(ui);
  const auto filled = [&] { return fitted.size.x * fitted.size.y / (room.x * room.y); };
  float best = before, most = filled();
  for (const float more : {1.2F, 0.85F, 1.5F, 0.7F, 2.0F, 2.5F, 3.0F, 4.0F}) {
    if (most >= kFilled) break;
    fit_with(ui, room, more * before, more * before);
    if (readable_share(ui) < readable_before || filled() <= most) continue;
    most = filled();
    best = more * before;
  }
  fit_with(ui, room, best, best);
}

// How wide the cells are, and how narrow at the same time those of long matrices.
void EquationSheet::choose_widths(const Ui& ui, Vec room) {
  const auto score = [&](float aspect, float of_long) {
    fit_with(ui, room, aspect, of_long);
    return readable_share(ui);
  };
  float aspect = best_aspect(score(1, 1), [&](float other) { return score(other, other); });
  float of_long = aspect;
  if (std::any_of(segments.begin(), segments.end(),
                  [](const Segment& segment) { return is_long(segment.spec); })) {
    float beside = 1;  // the best width of the others for a width of the long ones
    // Of what can be read alike, the higher.
    const auto height = [&] { return 0.02F * std::min(fitted.cell / ui.theme.px(1), 24.0F); };
    const auto share = [&](float narrow) {
      beside = best_aspect(score(1, narrow), [&](float other) { return score(other, narrow); });
      const float read = score(beside, narrow);
      return read + height();
    };
    const float now = score(aspect, of_long);
    const float narrow = best_narrow(now + height(), share);
    if (narrow < 1) {
      share(narrow);
      aspect = beside;
      of_long = narrow;
      // What the numbers of the short ones do not need makes all of them higher.
      const float needed = widest_number(ui, segments, fitted);
      float highest = fitted.cell;
      for (const float part : {0.8F, 0.65F, 0.5F, 0.4F, 0.3F}) {
        if (needed == 0) break;
        fit_with(ui, room, part * beside, of_long);
        if (part * beside * fitted.cell < needed || fitted.cell <= highest) continue;
        highest = fitted.cell;
        aspect = part * beside;
      }
    }
  }
  fit_with(ui, room, aspect, of_long);
}

void EquationSheet::leave_out_names(MatrixSpec& spec) const {
  if (low) (spec.transposed ? spec.rows : spec.cols).name.clear();
}

void EquationPanel::refresh(const Ui& ui, const Session& session, Rect area) {
  const std::uint64_t key = layout_key(ui, session, area) ^ (fills_ ? 1 : 0);
  if (key == whole_.key) return;
  whole_ = {};
  whole_.key = key;
  if (fills_) whole_.largest = kLargest;
  std::string scope;
  for (const Equation& equation : plan(*session.run(), session.head)) {
    for (std::size_t i = 0; i < equation.items.size(); ++i) {
      Segment segment;
      segment.item = equation.items[i];
      segment.begins = i == 0;
      if (i == 0 && equation.scope != scope) scope = segment.scope = equation.scope;
      segment.spec = matrix_spec(session, *session.run(), nullptr, segment.item.var,
                                 segment.item.transposed, {}, 0);
      whole_.segments.push_back(std::move(segment));
    }
  }
  whole_.fit_into(ui, {area.w, area.h});
}

// True if the step's matrices stand alone: it is about them, and they are as large as can be.
bool EquationPanel::refresh_stage(const Ui& ui, const Session& session, Rect area) {
  const Var focus = stage_focus(session);
  if (!focus || all_) return false;
  const auto [first, last] = focus_group(whole_.segments, focus);
  if (last - first == whole_.segments.size()) return false;
  const std::uint64_t key = whole_.key ^ hash("stage " + std::to_string(focus.index));
  if (stage_.key == key) return true;
  stage_ = {};
  stage_.key = key;
  if (fills_) stage_.largest = kLargest;
  const auto begin = whole_.segments.begin();
  stage_.segments.assign(begin + static_cast<std::ptrdiff_t>(first),
                         begin + static_cast<std::ptrdiff_t>(last));
  stage_.segments[0].item.before.clear();
  stage_.segments[0].begins = true;
  for (Segment& segment : stage_.segments) {
    segment.scope.clear();
    // The whole may have been laid out for a run that is gone.
    segment.spec = matrix_spec(session, *session.run(), nullptr, segment.item.var,
                               segment.item.transposed, {}, 0);
  }
  stage_.fit_alone(ui, {area.w, area.h});
  if (fills_ && stage_.segments.size() == 1) stage_.spread(ui, {area.w, area.h});
  return true;
}

void EquationPanel::move_camera(Ui& ui, const EquationSheet& sheet) {
  const Camera wanted{sheet.fitted.cell, {0.5F, 0.5F}};
  if (camera_for_ != sheet.key) {
    // A new stage comes a little nearer instead of just being there.
    const bool first = camera_for_ == 0 || !moves(ui);
    camera_ = {first ? wanted.cell : 0.9F * wanted.cell, wanted.middle};
    camera_for_ = sheet.key;
    free_ = false;
  }
  if (free_) return;
  if (!moves(ui)) camera_ = wanted;
  camera_.approach(wanted, 1 - std::exp(-12 * ui.dt()));
  if (camera_.near(wanted)) {
    camera_ = wanted;
  } else {
    ui.request_frame();
  }
}

// The point under the pointer stays there. Only cells grow, labels and signs do not: so within a
// matrix it is the same point of the same cell, and beside one the same share of the picture.
void EquationPanel::zoom(Ui& ui, const EquationSheet& sheet, Rect area, Vec origin) {
  const Flow before = lay_out(ui, sheet.segments, camera_.cell, area.w, sheet.breaks);
  camera_.cell = std::clamp(camera_.cell * std::pow(1.2F, ui.input.wheel), 0.1F, ui.theme.px(160));
  const Flow after = lay_out(ui, sheet.segments, camera_.cell, area.w, sheet.breaks);
  const Vec at = ui.input.mouse - origin;
  Vec stays{at.x / before.size.x * after.size.x, at.y / before.size.y * after.size.y};
  for (std::size_t i = 0; i < before.matrices.size(); ++i) {
    const Rect was = before.matrices[i].cells, now = after.matrices[i].cells;
    if (!was.contains(at)) continue;
    stays = {now.x + (at.x - was.x) / was.w * now.w, now.y + (at.y - was.y) / was.h * now.h};
  }
  const Vec off = area.center() - ui.input.mouse;
  camera_.middle = {(stays.x + off.x) / after.size.x, (stays.y + off.y) / after.size.y};
}

void EquationPanel::pan_and_zoom(Ui& ui, const EquationSheet& sheet, Rect area, Vec origin) {
  const Touch touch = ui.touch(Ui::id("equation panel"), area);
  const auto size_at = [&](float cell) {
    return lay_out(ui, sheet.segments, cell, area.w, sheet.breaks).size;
  };
  if (touch.held && (touch.drag.x != 0 || touch.drag.y != 0)) {
    free_ = true;
    const Vec size = size_at(camera_.cell);
    camera_.middle = camera_.middle - Vec{touch.drag.x / size.x, touch.drag.y / size.y};
  }
  if (ui.input.wheel != 0 && ui.hovering(area)) {
    free_ = true;
    zoom(ui, sheet, area, origin);
    ui.request_frame();
  }
  if (ui.pressed(Key::f) || ui.pressed(Key::d0)) {
    all_ = !free_ && !all_;
    free_ = false;
    ui.request_frame();
  }
}

Target EquationPanel::target(Session& session) const {
  if (session.hover.kind != Target::Kind::none) return session.hover;
  if (const auto making = reveal_.making()) {
    const std::string& path = session.run()->tape.node(reveal_.focus()).path;
    Target made{Target::Kind::cell, path, making->first, making->second, 0, 0};
    point_at(session, made);
    return made;
  }
  return lit_choice(session).value_or(Target{});
}

void EquationPanel::draw_sheet(Ui& ui, Session& session, EquationSheet& sheet,
                               const Highlight& highlight, Rect area) {
  const RunPtr run = session.run(), before = session.previous();
  const bool flashes = moves(ui) && ui.input.time - session.changed_at() < kFlashSeconds;
  if (flashes) ui.request_frame();
  const Flow flow = lay_out(ui, sheet.segments, camera_.cell, area.w, sheet.breaks);
  const Vec origin{area.center().x - camera_.middle.x * flow.size.x,
                   area.center().y - camera_.middle.y * flow.size.y};
  ui.canvas.push_clip(area);
  for (std::size_t i = 0; i < sheet.segments.size(); ++i) {
    Segment& segment = sheet.segments[i];
    const bool rows = segment.spec.show_row_labels, cols = segment.spec.show_col_labels;
    const float aspect = segment.spec.aspect;
    segment.spec = matrix_spec(session, *run, flashes ? before.get() : nullptr, segment.item.var,
                               segment.item.transposed, highlight, ui.input.time);
    segment.spec.show_row_labels = rows;
    segment.spec.show_col_labels = cols;
    segment.spec.aspect = aspect;
    sheet.leave_out_names(segment.spec);
    segment.spec.revealed = reveal_.cells(session, segment.item.var);
    const bool ahead = segment.spec.revealed == 0 && !(segment.item.var == reveal_.focus());
    if (ahead) segment.spec.faded = 0.6F;
    const MatrixLayout at =
        layout_matrix(ui, segment.spec, flow.matrices[i].bounds.origin() + origin, flow.cell);
    draw_sign(ui, segment, flow.signs[i].moved(origin), ahead ? 0.6F : 0.0F);
    if (!segment.scope.empty()) {
      const float line = ui.canvas.line_height(ui.theme.strong());
      ui.canvas.text({at.bounds.x, at.bounds.y - line - ui.theme.px(2)}, segment.scope,
                     ui.theme.strong(), ui.theme.soft_ink);
    }
    const MatrixTouch touch = draw_made(ui, session, reveal_, segment.item.var, segment.spec, at);
    if (!ahead) editor_.take(ui, session, segment.spec, touch, at);
  }
  pan_and_zoom(ui, sheet, area, origin);
  ui.canvas.pop_clip();
}

// The whole computation as small maps, each with its name; a click goes to the step that makes the
// matrix. Where they do not all have room they grow smaller, then those far from the stage are left
// out.
void EquationPanel::draw_strip(Ui& ui, Session& session, const Highlight& highlight, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  std::vector<const Segment*> maps;  // each matrix once
  for (const Segment& segment : whole_.segments) {
    const bool seen = std::any_of(maps.begin(), maps.end(), [&](const Segment* other) {
      return other->item.var == segment.item.var;
    });
    if (!seen) maps.push_back(&segment);
  }
  // The names stand on one line; that of a fraction reaches below it.
  float above = 0, below = 0;
  for (const Segment* map : maps) {
    const float up = formula_baseline(ui.canvas, map->spec.symbol, theme.px(16));
    above = std::max(above, up);
    below = std::max(below, formula_size(ui.canvas, map->spec.symbol, theme.px(16)).y - up);
  }
  const float name = std::clamp(above + below + theme.px(2), theme.px(24), theme.px(40));
  const float most = area.h - name, gap = theme.px(12);
  const auto size_of = [&](const Segment& segment) {
    const Shape s = run->tape.shape(segment.item.var);
    const auto w = static_cast<float>(segment.item.transposed ? s.rows : s.cols);
    const auto h = static_cast<float>(segment.item.transposed ? s.cols : s.rows);
    const float k = most / std::max(w, h);
    return Vec{std::max(theme.px(6), w * k), std::max(theme.px(6), h * k)};
  };
  const auto on_stage = [&](const Segment* segment) {
    return std::any_of(stage_.segments.begin(), stage_.segments.end(),
                       [&](const Segment& s) { return s.item.var == segment->item.var; });
  };
  float shrink = 1;
  std::vector<float> widths;  // with the gap behind it
  const auto fit_maps = [&](float by) {
    shrink = by;
    widths.clear();
    float sum = 0;
    for (const Segment* map : maps) {
      const float words = formula_size(ui.canvas, map->spec.symbol, theme.px(16)).x;
      widths.push_back(std::max(size_of(*map).x * by, words) + gap);
      sum += widths.back();
    }
    return sum <= area.w;
  };
  if (!fit_maps(1) && !fit_maps(0.8F) && !fit_maps(0.6F)) {
    std::size_t middle = 0;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      if (on_stage(maps[i])) middle = i;
    }
    const auto [first, last] = around(widths, middle, area.w);
    maps = {maps.begin() + first, maps.begin() + last};
    widths = {widths.begin() + first, widths.begin() + last};
  }
  float x = area.x;
  FormulaStyle style;
  style.size = theme.px(16);
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const Segment& segment = *maps[i];
    const Var var = segment.item.var;
    const Vec size = size_of(segment) * shrink;
    const Rect map{x, area.y + name + (most - size.y) / 2, size.x, size.y};
    const MatrixSpec spec =
        matrix_spec(session, *run, nullptr, var, segment.item.transposed, highlight, 0);
    // What a question hides is not to be seen small either.
    const bool asked = std::ranges::any_of(
        session.asked(), [&](const Spot& spot) { return spot.path == run->tape.node(var).path; });
    const bool made = reveal_.cells(session, var) != 0 && !asked;
    if (made) draw_heat_map(ui, map, spec);
    const bool staged = on_stage(&segment);
    const Touch touch = touch_target(ui, session, Ui::id("strip " + spec.id), matrix_of(spec.id),
                                     {x, area.y, widths[i] - gap, area.h});
    ui.canvas.frame(map, staged ? theme.tensor(spec.role) : theme.rule,
                    theme.px(staged ? 2.0F : 1.0F));
    style.ink = made ? theme.tensor(spec.role) : theme.faint_ink;
    const float up = formula_baseline(ui.canvas, segment.spec.symbol, style.size);
    draw_formula(ui, segment.spec.symbol, {x, area.y + above - up}, style);
    if (touch.clicked) go_to(ui, session, spec.id);
    x += widths[i];
  }
}

void EquationPanel::fill(Ui& ui, Session& session, Rect area) {
  fills_ = true;
  draw(ui, session, area);
}

void EquationPanel::draw(Ui& ui, Session& session, Rect area) {
  if (step_ != session.step) all_ = free_ = false;
  step_ = session.step;
  // In a low window, or with a presenter's letters, the stage has all of it.
  const bool strip = !fills_ && area.h >= ui.theme.px(380);
  const float foot = ui.theme.px(78);
  Rect stage = area;
  if (strip) stage.take_bottom(foot + ui.theme.px(10));
  refresh(ui, session, area);
  if (whole_.segments.empty()) return;
  const bool staged = refresh_stage(ui, session, stage);
  if (!staged) stage_ = {};
  reveal_.follow(session, ui.input.time, !moves(ui));
  if (reveal_.built() < 1) ui.request_frame();
  EquationSheet& sheet = staged ? stage_ : whole_;
  move_camera(ui, sheet);
  editor_.begin(ui);
  const Highlight highlight = highlight_of(*session.run(), target(session));
  draw_sheet(ui, session, sheet, highlight, staged ? stage : area);
  if (staged && strip) {
    draw_strip(ui, session, highlight, {area.x, area.bottom() - foot, area.w, foot});
  }
  editor_.draw_field(ui, session);
}

}  // namespace glassformer
