#include "app/shell/cell_walk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/drawn_cells.h"
#include "app/widgets/unite.h"

namespace glassformer {

namespace {

struct Way {
  int right = 0;
  int down = 0;
};

bool holds(const DrawnCells& drawn, const Target& cell) {
  return drawn.path == cell.path && drawn.holds(cell.row, cell.col);
}

const DrawnCells* home_of(const Ui& ui, const std::string& part, const Target& cell) {
  const auto& all = ui.drawn.all();
  const auto found = std::ranges::find_if(
      all, [&](const DrawnCells& one) { return one.part == part && holds(one, cell); });
  return found == all.end() ? nullptr : &*found;
}

Target first_of(const DrawnCells& drawn) {
  return {Target::Kind::cell, drawn.path, drawn.row, drawn.col, 0, 0, {}};
}

// The next cell of the same grid; none at its edge.
std::optional<Target> within(const DrawnCells& grid, const Target& from, Way way) {
  Target to = from;
  to.row += grid.transposed ? way.right : way.down;
  to.col += grid.transposed ? way.down : way.right;
  if (!grid.holds(to.row, to.col)) return std::nullopt;
  return to;
}

// The nearest cell of the part that lies in that direction; what lies straight ahead is nearer.
std::optional<Target> beyond(const Ui& ui, const std::string& part, Rect from, Way way) {
  float nearest = std::numeric_limits<float>::max();
  std::optional<Target> found;
  for (const DrawnCells& other : ui.drawn.all()) {
    if (other.part != part) continue;
    const Vec at = other.rect.center() - from.center();
    const float along = at.x * static_cast<float>(way.right) + at.y * static_cast<float>(way.down);
    const float aside = std::abs(at.x * static_cast<float>(way.down)) +
                        std::abs(at.y * static_cast<float>(way.right));
    if (along <= 0.5F) continue;
    const float distance = along + 3 * aside;
    if (distance >= nearest) continue;
    nearest = distance;
    found = first_of(other);
  }
  return found;
}

void walk_part(Ui& ui, Session& session, const std::string& part, const Ui::Pressed& pressed) {
  const auto& all = ui.drawn.all();
  const DrawnCells* home = session.chosen ? home_of(ui, part, *session.chosen) : nullptr;
  if (home == nullptr) {
    const auto first = std::ranges::find(all, part, &DrawnCells::part);
    if (pressed.by != 0 || pressed.down != 0) session.chosen = first_of(*first);
    return;
  }
  const Way way{pressed.by, pressed.by == 0 ? pressed.down : 0};
  if (way.right != 0 || way.down != 0) {
    const Rect from = home->cell(session.chosen->row, session.chosen->col);
    std::optional<Target> to;
    for (const DrawnCells& grid : all) {
      if (to || grid.part != part || !holds(grid, *session.chosen)) continue;
      to = within(grid, *session.chosen, way);
    }
    if (!to) to = beyond(ui, part, from, way);
    if (to) session.chosen = *to;
  }
}

}  // namespace

bool walk_cells(Ui& ui, Session& session) {
  bool on_picture = false;
  std::map<std::string, Rect> parts;
  std::vector<std::string> order;
  for (const DrawnCells& drawn : ui.drawn.all()) {
    if (drawn.seen.w <= 0 || drawn.seen.h <= 0) continue;
    const auto [entry, fresh] = parts.try_emplace(drawn.part, drawn.seen);
    if (fresh) {
      order.push_back(drawn.part);
      continue;
    }
    entry->second = unite(entry->second, drawn.seen);
  }
  for (const std::string& part : order) {
    const Ui::Pressed pressed = ui.stop(Ui::id("cells " + part), parts[part], Stop::Kind::walk);
    if (!pressed.focused) continue;
    on_picture = true;
    walk_part(ui, session, part, pressed);
    // While the class predicts, X hides the cell where the keyboard is, or shows it again.
    if (session.predicting && session.chosen && ui.pressed(Key::x))
      touch_cell(session, *session.chosen, found_by_widget(false, true));
  }
  return on_picture;
}

}  // namespace glassformer
