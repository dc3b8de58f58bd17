#include "app/views/parts/equation_panel.h"

#include <algorithm>
#include <utility>

#include "app/views/parts/made_of.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/motion.h"
#include "core/tensor/rng.h"

namespace glassformer {

namespace {

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

// Those of this run: the segments may have been made for one that is gone.
void take_values(const Session& session, std::vector<Segment>& segments) {
  for (Segment& segment : segments) {
    segment.spec = matrix_spec(session, *session.run(), nullptr, segment.item.var,
                               segment.item.transposed, {}, 0);
  }
}

}  // namespace

void EquationPanel::refresh(const Ui& ui, const Session& session, Rect area) {
  const std::uint64_t key = layout_key(ui, session, area);
  if (key == whole_.key) return;
  whole_ = {};
  whole_.key = key;
  std::string scope;
  for (const Equation& equation : plan(*session.run(), session.head)) {
    for (std::size_t i = 0; i < equation.items.size(); ++i) {
      Segment segment;
      segment.item = equation.items[i];
      segment.begins = i == 0;
      if (i == 0 && equation.scope != scope) scope = segment.scope = equation.scope;
      whole_.segments.push_back(std::move(segment));
    }
  }
  take_values(session, whole_.segments);
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
  const auto begin = whole_.segments.begin();
  stage_.segments.assign(begin + static_cast<std::ptrdiff_t>(first),
                         begin + static_cast<std::ptrdiff_t>(last));
  stage_.segments[0].item.before.clear();
  stage_.segments[0].begins = true;
  for (Segment& segment : stage_.segments) segment.scope.clear();
  take_values(session, stage_.segments);
  stage_.fit_alone(ui, {area.w, area.h});
  if (stage_.segments.size() == 1) stage_.spread(ui, {area.w, area.h});
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

void EquationPanel::fill(Ui& ui, Session& session, Rect area) {
  if (step_ != session.step) all_ = free_ = false;
  step_ = session.step;
  refresh(ui, session, area);
  if (whole_.segments.empty()) return;
  const bool staged = refresh_stage(ui, session, area);
  if (!staged) stage_ = {};
  reveal_.follow(session, ui.input.time, !moves(ui));
  if (reveal_.built() < 1) ui.request_frame();
  if (!staged && whole_.fitted.matrices.empty()) {
    take_values(session, whole_.segments);
    whole_.fit_into(ui, {area.w, area.h});
  }
  EquationSheet& sheet = staged ? stage_ : whole_;
  move_camera(ui, sheet);
  editor_.begin(ui);
  const Highlight highlight = highlight_of(*session.run(), target(session));
  draw_sheet(ui, session, sheet, highlight, area);
  editor_.draw_field(ui, session);
}

}  // namespace glassformer
