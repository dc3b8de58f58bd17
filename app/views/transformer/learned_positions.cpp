#include "app/views/transformer/learned_positions.h"

#include <algorithm>
#include <array>

#include "app/widgets/formula.h"
#include "core/scenes/records/positions.h"

namespace glassformer {

namespace {

constexpr const char* kNone =
    "The chosen model has no learned positions. Sines and cosines, for one, are the same in every "
    "model and need no training.";
constexpr const char* kHow =
    "A model has a table of its own after “glassformer train translate -o MODEL.safetensors "
    "--positions learned”; drop its file on the window.";

void tell_none(Ui& ui, Rect area) {
  const Theme& theme = ui.theme;
  FormulaStyle style;
  style.size = theme.px(18);
  style.ink = theme.ink;
  const float w = std::min(area.w, theme.px(560));
  Vec at{area.center().x - w / 2, area.y + area.h * 0.32F};
  at.y += draw_prose(ui, kNone, at, w, theme.body(), style).height + theme.px(14);
  style.ink = theme.soft_ink;
  draw_prose(ui, kHow, at, w, theme.small(), style);
}

}  // namespace

Var LearnedPositions::table(const Run& run) {
  const auto& learned = run.records.get<PositionsRecord>().learned;
  return learned.empty() ? Var{} : learned.front().table;
}

void LearnedPositions::follow(const Session& session) {
  const Var focus = step_focus(session);
  if (!focus) return;
  const auto& learned = session.run()->records.get<PositionsRecord>().learned;
  for (std::size_t side = 0; side < learned.size(); ++side) {
    const auto& [name, table, rows] = learned[side];
    const std::array<Var, 4> pictures{table, rows.norm, rows.products, rows.distances};
    const auto found = std::find(pictures.begin(), pictures.end(), focus);
    if (found == pictures.end()) continue;
    side_ = static_cast<int>(side);
    picture_ = static_cast<int>(found - pictures.begin());
  }
}

void LearnedPositions::draw(Ui& ui, Session& session, MatrixPanel& panel, Rect area) {
  const Theme& theme = ui.theme;
  const auto& learned = session.run()->records.get<PositionsRecord>().learned;
  std::vector<std::string> sides;
  for (const PositionsRecord::Learned& one : learned) sides.push_back(one.side);
  if (sides.empty()) return tell_none(ui, area);
  side_ = std::min(side_, static_cast<int>(sides.size()) - 1);
  Rect head = area.take_top(theme.px(36));
  area.take_top(theme.px(12));
  static const std::vector<std::string> pictures{"table", "lengths", "dot products", "distances"};
  picture_ = ui.segments("learned picture", pictures, picture_,
                         head.take_left(std::min(head.w * 0.62F, theme.px(400))));
  if (sides.size() > 1) {
    side_ = ui.segments("learned side", sides, side_,
                        head.take_right(std::min(head.w * 0.9F, theme.px(200))));
  }
  const auto& [side, table, rows] = learned[static_cast<std::size_t>(side_)];
  if (picture_ == 0) draw_across(ui, session, panel, table, area);
  if (picture_ == 1) draw_norms(ui, session, rows.norm, area);
  if (picture_ == 2) draw_pairs(ui, session, panel, rows.products, area);
  if (picture_ == 3) draw_pairs(ui, session, panel, rows.distances, area);
}

}  // namespace glassformer
