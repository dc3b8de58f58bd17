#include "app/views/attention/tiles.h"

#include <algorithm>
#include <vector>

#include "app/widgets/formula.h"

namespace glassformer {

namespace {

constexpr float kLeastSign = 18, kGap = 8;  // px at scale 1
constexpr float kRow = 12;                  // of a matrix of 256 columns: squares would be a strip

// A wide matrix takes more of the line than a narrow one, but no more than twice as much.
float share_of(const Tape& tape, const Tile& tile) {
  const Shape shape = tape.shape(tile.var);
  const int across = tile.transposed ? shape.rows : shape.cols;
  return static_cast<float>(std::clamp(across, 12, 24));
}

// Roughly how large a cell becomes in an area: names and brackets take some of it.
float cell_in(const Theme& theme, const Tape& tape, const Tile& tile, Vec area) {
  Shape shape = tape.shape(tile.var);
  if (tile.transposed) std::swap(shape.rows, shape.cols);
  return std::min((area.x - theme.px(70)) / static_cast<float>(std::max(1, shape.cols)),
                  (area.y - theme.px(64)) / static_cast<float>(std::max(1, shape.rows)));
}

// Low and wide matrices: one below the other their cells are larger.
bool better_stacked(const Theme& theme, const Tape& tape, std::span<const Tile> tiles, Vec line,
                    float signs) {
  const auto count = static_cast<float>(tiles.size());
  float beside = theme.px(64), below = theme.px(64);
  for (const Tile& tile : tiles) {
    beside = std::min(beside, cell_in(theme, tape, tile, {(line.x - signs) / count, line.y}));
    below = std::min(below, cell_in(theme, tape, tile, {line.x - signs / count, line.y / count}));
  }
  return tiles.size() > 1 && below > 1.4F * beside;
}

// Gradients come from what was made: arrows run back, and where there was a sum or a product both
// operands get theirs. A line that follows another gives its gradients to that one.
std::string backwards(const std::string& sign, bool first) {
  if (sign.empty() || sign == "\\uparrow" || sign == "\\gets" || sign == "\\text{,}") return sign;
  if (first) return "\\uparrow";
  return sign == "=" || sign == "\\to" ? "\\gets" : "\\text{,}";
}

}  // namespace

void draw_tiles(Ui& ui, Session& session, MatrixPanel& panel, std::span<const Tile> tiles,
                Rect area, bool gradient) {
  const RunPtr run = session.run();
  std::vector<Tile> there;
  std::copy_if(tiles.begin(), tiles.end(), std::back_inserter(there),
               [](const Tile& tile) { return static_cast<bool>(tile.var); });
  for (std::size_t i = 0; gradient && i < there.size(); ++i) {
    there[i].before = backwards(there[i].before, i == 0);
  }
  FormulaStyle style;
  style.size = ui.theme.px(18);
  style.ink = ui.theme.soft_ink;
  const float gap = ui.theme.px(kGap);
  float shares = 0, signs = 0;
  std::vector<Vec> sizes;
  for (const Tile& tile : there) {
    shares += share_of(run->tape, tile);
    Vec size{};
    if (!tile.before.empty()) {
      size = formula_size(ui.canvas, tile.before, style.size);
      size.x = std::max(size.x, ui.theme.px(kLeastSign));
    }
    sizes.push_back(size);
    signs += size.x + (tile.before.empty() ? 0 : 2 * gap);
  }
  if (better_stacked(ui.theme, run->tape, there, {area.w, area.h}, signs)) {
    const float height = area.h / static_cast<float>(there.size());
    for (const Tile& tile : there) {
      draw_tiles(ui, session, panel, {&tile, 1}, area.take_top(height), gradient);
    }
    return;
  }
  const float room = area.w - signs;
  for (std::size_t i = 0; i < there.size(); ++i) {
    const Tile& tile = there[i];
    Rect slot = area.take_left(tile.before.empty() ? 0 : sizes[i].x + 2 * gap);
    MatrixPanel::Options options;
    options.transposed = tile.transposed;
    options.gradient = gradient;
    options.tallest = kRow;
    const MatrixLayout layout = panel.draw(
        ui, session, tile.var, area.take_left(room * share_of(run->tape, tile) / shares), options);
    if (tile.before.empty() || layout.bounds.w <= 0) continue;
    // Beside the matrix, wherever that stands in its room, at the height of its cells.
    slot.x = std::max(slot.x, layout.bounds.x - slot.w);
    const Vec size = formula_size(ui.canvas, tile.before, style.size);
    const float y = layout.cells.center().y;
    draw_formula(ui, tile.before, {slot.center().x - size.x / 2, y - size.y / 2}, style);
  }
}

}  // namespace glassformer
