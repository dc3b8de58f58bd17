#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/language/piece_pictures.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "core/scenes/records/pieces.h"

namespace glassformer {

namespace {

// px at scale 1: the letters, between the numbers or, where columns are narrow, below them
constexpr float kLetters = 60, kBelow = 30, kNarrow = 92, kDot = 9;

class CutLattice {
 public:
  CutLattice(Ui& ui, Session& session, Rect area)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<PiecesRecord>()) {
    const Theme& theme = ui.theme;
    area.take_left(theme.px(16));
    area.take_right(theme.px(16));
    column_ = area.w / static_cast<float>(std::max<std::size_t>(1, record_.letters.size()));
    left_ = area.x;
    if (column_ < theme.px(kNarrow)) below_ = theme.px(kBelow);
    ground_ = area.bottom() - theme.px(kLetters) - below_;
    for (const Edge& edge : record_.edges) longest_ = std::max(longest_, edge.end - edge.begin);
    high_ = ground_ - area.y - theme.px(26);
    best_.assign(record_.edges.size(), false);
    if (record_.paths.empty() || hidden() || !has_come(session, record_.path_costs)) return;
    for (const int edge : record_.paths.front()) best_[static_cast<std::size_t>(edge)] = true;
  }

  void draw() {
    for (const bool best : {false, true}) {
      for (std::size_t i = 0; i < best_.size(); ++i) {
        if (best_[i] == best) draw_arc(record_.edges[i], best);
      }
    }
    for (std::size_t i = 0; i <= record_.letters.size(); ++i) draw_place(i);
    for (std::size_t i = 0; i < best_.size(); ++i) draw_label(record_.edges[i], best_[i]);
  }

 private:
  using Edge = PiecesRecord::Edge;

  // While it is asked which way is the cheapest.
  bool hidden() const { return hides(session_, cell_of(run_->tape, record_.path_costs, 0, 0)); }

  float x(int place) const { return left_ + column_ * static_cast<float>(place); }
  float rise(const Edge& edge) const {
    const auto share = static_cast<float>(edge.end - edge.begin) / static_cast<float>(longest_);
    return high_ * (0.16F + 0.84F * share);
  }
  Vec top(const Edge& edge) const {
    return {(x(edge.begin) + x(edge.end)) / 2, ground_ - rise(edge)};
  }

  // A cubic curve whose middle is at three quarters of its control points' height.
  void draw_arc(const Edge& edge, bool best) {
    const Theme& theme = ui_.theme;
    const float control = ground_ - rise(edge) / 0.75F, width = x(edge.end) - x(edge.begin);
    ui_.canvas.bezier({x(edge.begin), ground_}, {x(edge.begin) + 0.12F * width, control},
                      {x(edge.end) - 0.12F * width, control}, {x(edge.end), ground_},
                      best ? theme.tensor(Role::value) : mix(theme.page, theme.soft_ink, 0.45F),
                      theme.px(best ? 7 : 2.5F));
  }

  // The piece and its cost; where arcs are many, the piece alone.
  void draw_label(const Edge& edge, bool best) {
    const Theme& theme = ui_.theme;
    const Target cell = cell_of(run_->tape, record_.costs, 0, edge.piece);
    const std::string piece = axis_label(run_->tape.node(record_.costs).label.cols, edge.piece);
    const double cost = run_->tape.value(record_.costs)(0, edge.piece);
    const bool roomy = column_ >= theme.px(110);
    const Type type = roomy ? theme.title() : theme.small();
    const float room = column_ * static_cast<float>(edge.end - edge.begin);
    const bool hides_it = hides(session_, cell);
    std::string text = fmt::format("{}  {}", piece, hides_it ? "?" : fmt::format("{:.2g}", cost));
    if (ui_.canvas.width(text, type) + theme.px(20) > room + 0.3F * column_) text = piece;
    const float width = ui_.canvas.width(text, type) + theme.px(18), height = 1.5F * type.size;
    const Vec at = top(edge);
    const Rect chip{at.x - width / 2, at.y - height / 2, width, height};
    const CellTouch touch = touch_cell(ui_, session_, cell, chip);
    const Color fill = best ? theme.tensor(Role::value) : theme.page;
    ui_.canvas.fill(chip, fill, theme.px(6));
    ui_.canvas.frame(chip,
                     touch.lit ? theme.lit
                     : best    ? fill
                               : theme.rule,
                     theme.px(2), theme.px(6));
    ui_.canvas.text_in(chip, text, type, best ? ink_on(fill) : theme.ink, Align::center);
  }

  // A place between two letters, and under it what the cheapest way up to there costs.
  void draw_place(std::size_t i) {
    const Theme& theme = ui_.theme;
    const int place = static_cast<int>(i);
    const Vec at{x(place), ground_};
    const Target cell = cell_of(run_->tape, record_.reached, 0, place);
    const Rect dot = square_around(at, theme.px(kDot));
    const CellTouch touch = touch_cell(ui_, session_, cell, dot);
    ui_.canvas.circle(at, theme.px(kDot), theme.page);
    ui_.canvas.ring(at, theme.px(kDot), touch.lit ? theme.lit : theme.ink, theme.px(3));
    if (has_come(session_, record_.reached) && !hidden()) {
      const double cost = run_->tape.value(record_.reached)(0, place);
      const std::string text = std::isfinite(cost) ? fmt::format("{:.3g}", cost) : "—";
      const Type type = below_ > 0 ? theme.small() : theme.number();
      const bool last = i == record_.letters.size();
      if (last || touch.lit || ui_.canvas.width(text, type) + theme.px(3) <= column_) {
        const float width = std::max(column_ - theme.px(3), 4 * type.size);
        ui_.canvas.text_in({at.x - width / 2, ground_ + theme.px(14), width, theme.px(24)},
                           touch.shown(text), type, theme.accent, Align::center);
      }
    }
    if (i == record_.letters.size()) return;
    ui_.canvas.text_in({at.x, ground_ + theme.px(12) + below_, column_, theme.px(kLetters - 16)},
                       record_.letters[i], letters_type(), theme.ink, Align::center);
  }

  Type letters_type() const {
    const Theme& theme = ui_.theme;
    for (const Type& type : {theme.display(), theme.title(), theme.heading()}) {
      if (type.size <= column_) return type;
    }
    return theme.small();
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const PiecesRecord& record_;
  std::vector<bool> best_;
  float below_ = 0;
  float column_ = 0, left_ = 0, ground_ = 0, high_ = 0;
  int longest_ = 1;
};

}  // namespace

void draw_cut_lattice(Ui& ui, Session& session, Rect area) {
  CutLattice(ui, session, area).draw();
}

}  // namespace glassformer
