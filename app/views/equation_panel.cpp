#include "app/views/equation_panel.h"

#include <algorithm>
#include <cstdlib>

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
  for (const float x : {area.w, area.h, ui.theme.scale}) add(static_cast<std::uint64_t>(x * 16));
  return key;
}

Rect around(const Rect& a, const Rect& b) {
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
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

Rect group_bounds(const Flow& flow, std::pair<std::size_t, std::size_t> group) {
  Rect bounds = flow.matrices[group.first].bounds;
  for (std::size_t i = group.first; i < group.second; ++i) {
    bounds = around(bounds, flow.matrices[i].bounds);
    if (i > group.first) bounds = around(bounds, flow.signs[i]);
  }
  return bounds;
}

}  // namespace

void EquationPanel::refresh(const Ui& ui, const Session& session, Rect area) {
  const std::uint64_t key = layout_key(ui, session, area);
  if (key == laid_out_for_) return;
  laid_out_for_ = key;
  equations_ = plan(*session.run(), session.head);
  segments_.clear();
  std::string scope;
  for (const Equation& equation : equations_) {
    for (std::size_t i = 0; i < equation.items.size(); ++i) {
      Segment segment;
      segment.item = equation.items[i];
      segment.begins = i == 0;
      if (i == 0 && equation.scope != scope) scope = segment.scope = equation.scope;
      segment.spec = matrix_spec(session, *session.run(), nullptr, segment.item.var,
                                 segment.item.transposed, {}, 0);
      segments_.push_back(std::move(segment));
    }
  }
  overview_ = fit(ui, segments_, {area.w, area.h}, ui.theme.px(64));
  breaks_.assign(segments_.size(), false);
  for (std::size_t i = 1; i < segments_.size(); ++i) {
    breaks_[i] = overview_.line_of[i] != overview_.line_of[i - 1];
  }
}

Camera EquationPanel::target(const Ui& ui, const Session& session, Rect area) const {
  const Camera whole{overview_.cell, {0.5F, 0.5F}};
  const Var focus = session.run()->tape.find(focus_path(session, session.step));
  if (!focus || overview_.cell >= ui.theme.px(30)) return whole;
  const auto group = focus_group(segments_, focus);
  float low = overview_.cell, high = ui.theme.px(64);
  for (int i = 0; i < 12; ++i) {
    const float middle = std::sqrt(low * high);
    const Flow flow = lay_out(ui, segments_, middle, area.w, breaks_);
    const Rect bounds = group_bounds(flow, group);
    (bounds.w <= area.w && bounds.h <= area.h ? low : high) = middle;
  }
  const Flow flow = lay_out(ui, segments_, low, area.w, breaks_);
  const Vec middle = group_bounds(flow, group).center();
  return {low, {middle.x / flow.size.x, middle.y / flow.size.y}};
}

void EquationPanel::move_camera(Ui& ui, const Session& session, Rect area) {
  if (step_ != session.step) free_ = false;
  step_ = session.step;
  if (free_) return;
  const Camera wanted = target(ui, session, area);
  if (camera_.cell <= 0 || ui.input.still) camera_ = wanted;
  camera_.approach(wanted, 1 - std::exp(-9 * ui.dt()));
  if (camera_.near(wanted)) {
    camera_ = wanted;
  } else {
    ui.request_frame();
  }
}

void EquationPanel::pan_and_zoom(Ui& ui, Rect area, Vec origin) {
  const Touch touch = ui.touch(Ui::id("equation panel"), area);
  const Flow now = lay_out(ui, segments_, camera_.cell, area.w, breaks_);
  if (touch.held && (touch.drag.x != 0 || touch.drag.y != 0)) {
    free_ = true;
    camera_.middle.x -= touch.drag.x / now.size.x;
    camera_.middle.y -= touch.drag.y / now.size.y;
  }
  if (ui.input.wheel != 0 && ui.hovering(area)) {
    free_ = true;
    // The point under the pointer stays there.
    const Vec at = ui.input.mouse - origin;
    const Vec share{at.x / now.size.x, at.y / now.size.y};
    camera_.cell =
        std::clamp(camera_.cell * std::pow(1.2F, ui.input.wheel), 0.1F, ui.theme.px(160));
    const Flow next = lay_out(ui, segments_, camera_.cell, area.w, breaks_);
    const Vec off = ui.input.mouse - area.center();
    camera_.middle = {share.x - off.x / next.size.x, share.y - off.y / next.size.y};
    ui.request_frame();
  }
  if (ui.pressed(Key::f) || ui.pressed(Key::d0)) free_ = false;
}

void EquationPanel::take_touch(Ui& ui, Session& session, std::size_t segment,
                               const MatrixTouch& touch, const MatrixLayout& layout) {
  const MatrixSpec& spec = segments_[segment].spec;
  const auto cell = [&](const Place& place) {
    Target target;
    target.kind = Target::Kind::cell;
    target.path = spec.id;
    target.row = place.first;
    target.col = place.second;
    return target;
  };
  const auto token = [&](const Axis& axis, int index) {
    Target target;
    target.kind = Target::Kind::token;
    target.sequence = axis.sequence;
    target.token = index;
    return target;
  };
  if (touch.hovered) session.next_hover = cell(*touch.hovered);
  if (touch.hovered_title) {
    session.next_hover.kind = Target::Kind::tensor;
    session.next_hover.path = spec.id;
  }
  if (touch.hovered_row >= 0 && spec.rows.sequence >= 0) {
    session.next_hover = token(spec.rows, touch.hovered_row);
  }
  if (touch.hovered_col >= 0 && spec.cols.sequence >= 0) {
    session.next_hover = token(spec.cols, touch.hovered_col);
  }

  if (touch.clicked) {
    const Target clicked = cell(*touch.clicked);
    if (session.predicting) {
      if (std::erase(session.predicted, clicked) == 0) session.predicted.push_back(clicked);
    } else if (spec.role == Role::mask) {
      const Real visible = (*spec.values)(clicked.row, clicked.col);
      session.post(SetCell{spec.id, {clicked.row, clicked.col, visible > 0 ? 0.0 : 1.0}});
    }
    session.chosen = clicked;
  }
  if (touch.dragged) {
    if (ui.input.down && gesture_ % 2 == 0) ++gesture_;
    const auto [place, value] = *touch.dragged;
    session.post(SetCell{spec.id, {place.first, place.second, value}, gesture_});
  }
  if (touch.edit_by_text && !session.predicting && spec.role != Role::mask) {
    const auto [row, col] = *touch.edit_by_text;
    const int across = spec.transposed ? row : col, down = spec.transposed ? col : row;
    const float w = std::max(layout.cell, ui.theme.px(110)), h = ui.theme.px(36);
    const Vec middle{layout.cells.x + (static_cast<float>(across) + 0.5F) * layout.cell,
                     layout.cells.y + (static_cast<float>(down) + 0.5F) * layout.cell};
    editing_ = Editing{cell({row, col}),
                       {middle.x - w / 2, middle.y - h / 2, w, h},
                       format_exact((*spec.values)(row, col))};
  }
}

void EquationPanel::edit_field(Ui& ui, Session& session) {
  if (!editing_) return;
  Editing& edit = *editing_;
  if (edit.fresh) ui.focus_text("cell");
  const bool was_fresh = std::exchange(edit.fresh, false);
  ui.canvas.set_layer(1);
  const bool changed = ui.text_field("cell", edit.text, edit.rect);
  ui.canvas.set_layer(0);
  ui.cover(edit.rect);
  if (changed) {
    if (const auto value = parse_number(edit.text)) {
      session.post(SetCell{edit.cell.path, {edit.cell.row, edit.cell.col, *value}});
      session.chosen = edit.cell;
    } else {
      session.message =
          "“" + edit.text + "” is no number; type one such as 0.25, -3 or 1e-4, or -inf";
      session.message_is_error = true;
    }
  }
  if (!was_fresh && !ui.text_active()) editing_.reset();
}

void EquationPanel::draw(Ui& ui, Session& session, Rect area) {
  refresh(ui, session, area);
  if (segments_.empty()) return;
  reveal_.follow(session, ui.input.time, ui.input.still);
  if (reveal_.built() < 1) ui.request_frame();
  move_camera(ui, session, area);

  Target target = session.hover.kind != Target::Kind::none ? session.hover
                  : session.chosen                         ? *session.chosen
                                                           : Target{};
  if (const auto making = reveal_.making(); making && session.hover.kind == Target::Kind::none) {
    target = {Target::Kind::cell,
              session.run()->tape.node(reveal_.focus()).path,
              making->first,
              making->second,
              0,
              0};
    session.next_hover = target;
  }
  const RunPtr run = session.run(), before = session.previous();
  const Highlight highlight = highlight_of(*run, target);
  const bool flashes = !ui.input.still && ui.input.time - session.changed_at() < kFlashSeconds;
  if (flashes) ui.request_frame();

  const Flow flow = lay_out(ui, segments_, camera_.cell, area.w, breaks_);
  const Vec origin{area.center().x - camera_.middle.x * flow.size.x,
                   area.center().y - camera_.middle.y * flow.size.y};
  used_ = {origin.x, origin.y, flow.size.x, flow.size.y};
  if (!ui.input.down && gesture_ % 2 == 1) ++gesture_;

  ui.canvas.push_clip(area);
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    Segment& segment = segments_[i];
    segment.spec = matrix_spec(session, *run, flashes ? before.get() : nullptr, segment.item.var,
                               segment.item.transposed, highlight, ui.input.time);
    segment.spec.revealed = reveal_.cells(session, segment.item.var);
    const bool ahead = segment.spec.revealed == 0 && !(segment.item.var == reveal_.focus());
    if (ahead) segment.spec.faded = 0.6F;
    const MatrixLayout at =
        layout_matrix(ui, segment.spec, flow.matrices[i].bounds.origin() + origin, flow.cell);
    draw_sign(ui, segment, flow.signs[i].moved(origin), ahead ? 0.6F : segment.spec.faded);
    if (!segment.scope.empty()) {
      const float line = ui.canvas.line_height(ui.theme.strong());
      ui.canvas.text({at.bounds.x, at.bounds.y - line - ui.theme.px(2)}, segment.scope,
                     ui.theme.strong(), ui.theme.soft_ink);
    }
    const MatrixTouch touch = draw_matrix(ui, segment.spec, at);
    if (!ahead) take_touch(ui, session, i, touch, at);
  }
  pan_and_zoom(ui, area, origin);
  ui.canvas.pop_clip();
  edit_field(ui, session);
}

}  // namespace glassformer
