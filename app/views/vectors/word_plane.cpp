#include "app/views/vectors/word_plane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/vectors/answer_list.h"
#include "app/widgets/contrast.h"
#include "app/widgets/point_names.h"

namespace glassformer {

namespace {

enum Corner { a, b, c, target };
constexpr std::size_t kNear = 6;  // other answers

void draw_arrow(Ui& ui, Vec from, Vec to, Color color, float thickness) {
  const Vec along = to - from;
  const float length = std::hypot(along.x, along.y);
  if (length < ui.theme.px(4)) return;
  const Vec unit = along * (1 / length), across{-unit.y, unit.x};
  const float head = std::min(ui.theme.px(14), length / 2);
  const Vec base = to - unit * head;
  ui.canvas.line(from, base, color, thickness);
  ui.canvas.polygon({to, base + across * (head * 0.5F), base - across * (head * 0.5F)}, color);
}

void draw_dashes(Ui& ui, Vec from, Vec to, Color color, float thickness) {
  const Vec along = to - from;
  const float length = std::hypot(along.x, along.y), dash = ui.theme.px(6);
  const int count = static_cast<int>(length / (2 * dash));
  for (int i = 0; i <= count; ++i) {
    const float start = 2 * dash * static_cast<float>(i) / std::max(length, 1e-3F);
    const float end = std::min(1.0F, start + dash / std::max(length, 1e-3F));
    if (start < end) ui.canvas.line(from + along * start, from + along * end, color, thickness);
  }
}

// A word on the plane that is no corner.
struct Seen {
  std::string word;
  int row = 0;  // of plane.answers
  Vec at;
};

class Picture {
 public:
  Picture(Ui& ui, Session& session, const WordPlane& plane)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<WordArithmeticRecord>()),
        plane_(plane),
        corners_(run_->tape.node(record_.plane.points).label.rows) {
    turn();
    for (const int r : {int{a}, b_, c_, int{target}})
      corner_.push_back(row_of(record_.plane.points, r));
    answer_is_corner_ = is_corner(plane.chosen);
    if (!plane.chosen.empty()) see_answers();
  }

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    ui_.canvas.fill(area, theme.panel, theme.px(8));
    ui_.canvas.push_clip(area);
    fit(area);
    draw_sides();
    if (!plane_.chosen.empty() && !answer_is_corner_) draw_way_to_answer();
    for (const Seen& one : near_) draw_point(one, 4, quiet());
    for (int i = a; i <= c; ++i) draw_corner(i);
    draw_tip();
    if (answer_) draw_point(*answer_, 8, theme.tensor(Role::key));
    name_points(area);
    say_scale(area);
    ui_.canvas.pop_clip();
  }

 private:
  // The step leads to the word before the one that is taken away, as in think + (read − reading);
  // it is drawn from left to right. The direction alone has a step of its own.
  void turn() {
    const auto& asked = run_->tokens[0];
    const auto less = std::find(asked.begin(), asked.end(), axis_label(corners_, a));
    if (plane_.direction || less == asked.begin() || less == asked.end()) return;
    if (*(less - 1) != axis_label(corners_, c)) return;
    std::swap(b_, c_);
    const Vec along = row_of(record_.plane.points, c);
    const float length = std::hypot(along.x, along.y);
    if (length > 0) right_ = along * (1 / length);
    mirrored_ = true;
  }

  Vec row_of(Var var, int row) const {
    const Mat& at = run_->tape.value(var);
    const Vec p{static_cast<float>(at(row, 0)), static_cast<float>(at(row, 1))};
    const float across = p.y * right_.x - p.x * right_.y;
    return {p.x * right_.x + p.y * right_.y, mirrored_ ? -across : across};
  }
  const std::string& name_of(int i) const {
    return corners_.labels[static_cast<std::size_t>(row_of_corner(i))];
  }
  int row_of_corner(int i) const { return i == b ? b_ : i == c ? c_ : i; }
  bool is_corner(const std::string& word) const {
    const int place = place_of(corners_, word);
    return !word.empty() && place >= 0 && place < target;
  }
  Color quiet() const {
    return mix(ui_.theme.panel, ui_.theme.tensor(Role::key), ui_.theme.dark ? 0.6F : 0.5F);
  }

  // The chosen word, and the best of the others.
  void see_answers() {
    const Axis& rows = run_->tape.node(record_.plane.answers).label.rows;
    const auto seen = [&](const std::string& word) {
      const int row = place_of(rows, word);
      return Seen{word, row, row < 0 ? Vec{} : row_of(record_.plane.answers, row)};
    };
    if (!answer_is_corner_) {
      answer_ = seen(plane_.chosen);
      if (answer_->row < 0) answer_.reset();
    }
    const Var top =
        plane_.direction && record_.direction.top ? record_.direction.top : record_.add.top;
    for (const std::string& word : run_->tape.node(top).label.rows.labels) {
      if (near_.size() == kNear) break;
      if (word == plane_.chosen || is_corner(word)) continue;
      Seen one = seen(word);
      if (one.row >= 0) near_.push_back(std::move(one));
    }
  }

  // Each axis from the first to the last of what is drawn, with room for the names.
  void fit(Rect area) {
    const Theme& theme = ui_.theme;
    std::vector<Vec> all = corner_;
    if (answer_) all.push_back(answer_->at);
    for (const Seen& one : near_) all.push_back(one.at);
    Vec least = all.front(), most = least;
    for (const Vec& point : all) {
      least = {std::min(least.x, point.x), std::min(least.y, point.y)};
      most = {std::max(most.x, point.x), std::max(most.y, point.y)};
    }
    const auto wide = [&](int i) {
      return std::min(ui_.canvas.width(name_of(i), theme.strong()) + theme.px(26), area.w * 0.2F);
    };
    Rect plot = area.inset(0, std::min(theme.px(34), area.h * 0.14F));
    plot.take_bottom(theme.px(22));  // for the scale
    plot.take_left(std::max(wide(a), wide(c)));
    plot.take_right(std::max(wide(b), theme.px(44)));
    origin_ = {plot.x, plot.bottom()};
    least_ = least;
    scale_ = {plot.w / std::max(1e-6F, most.x - least.x),
              plot.h / std::max(1e-6F, most.y - least.y)};
    middle_ = plot.center();
  }
  Vec at(Vec point) const {
    return {origin_.x + (point.x - least_.x) * scale_.x,
            origin_.y - (point.y - least_.y) * scale_.y};
  }
  Vec corner(int i) const { return at(corner_[static_cast<std::size_t>(i)]); }

  void draw_sides() {
    const Theme& theme = ui_.theme;
    const Color step = theme.tensor(Role::value);
    if (!plane_.chosen.empty() && plane_.copied >= 1) {  // the figure closes with its answer
      ui_.canvas.polygon({corner(a), corner(b), corner(target), corner(c)},
                         mix(theme.panel, step, theme.dark ? 0.22F : 0.13F));
    }
    const Color edge = recede(theme.ink, theme.panel, 0.6F, kMarkContrast);
    draw_dashes(ui_, corner(a), corner(c), edge, theme.px(2));
    if (plane_.copied >= 1) draw_dashes(ui_, corner(b), corner(target), edge, theme.px(2));
    draw_arrow(ui_, corner(a), corner(b), step, theme.px(4));
    // The same arrow once more: it glides to where it is added.
    const Vec away = (corner(c) - corner(a)) * std::clamp(plane_.copied, 0.0F, 1.0F);
    draw_arrow(ui_, corner(a) + away, corner(b) + away, step, theme.px(4));
  }

  // From the tip to the word that is nearest; or from c on, as the direction has it.
  void draw_way_to_answer() {
    if (!answer_) return;
    const Theme& theme = ui_.theme;
    draw_dashes(ui_, corner(plane_.direction ? c : target), at(answer_->at),
                theme.tensor(Role::key), theme.px(plane_.direction ? 3 : 2));
  }

  void draw_corner(int i) {
    const Theme& theme = ui_.theme;
    const bool answers = name_of(i) == plane_.chosen;
    const Color color = theme.tensor(answers ? Role::key : Role::input);
    if (!shown(cell_of(run_->tape, record_.plane.points, row_of_corner(i), 0), corner(i), 8))
      return;
    if (answers) ui_.canvas.ring(corner(i), theme.px(13), color, theme.px(3));
    ui_.canvas.circle(corner(i), theme.px(8), color);
  }

  void draw_tip() {
    if (plane_.copied < 1) return;
    const Theme& theme = ui_.theme;
    const Vec tip = corner(target);
    if (!shown(cell_of(run_->tape, record_.plane.points, target, 0), tip, 9)) return;
    ui_.canvas.circle(tip, theme.px(9), theme.panel);
    ui_.canvas.ring(tip, theme.px(9), theme.tensor(Role::query), theme.px(3));
  }

  void draw_point(const Seen& one, float radius, Color color) {
    if (!shown(cell_of(run_->tape, record_.plane.answers, one.row, 0), at(one.at), radius)) return;
    ui_.canvas.circle(at(one.at), ui_.theme.px(radius), color);
  }

  // False: the class is still guessing where it lies. The radius in px at scale 1.
  bool shown(const Target& cell, Vec at, float radius) {
    const Theme& theme = ui_.theme;
    const CellTouch touch = touch_cell(ui_, session_, cell, square_around(at, theme.px(12)));
    if (touch.lit && !touch.hidden)
      ui_.canvas.ring(at, theme.px(radius + 4), theme.lit, theme.px(2));
    return !touch.hidden;
  }

  // Away from the middle and off the lines; what has no room waits until it is touched.
  void name_points(Rect area) {
    const Theme& theme = ui_.theme;
    PointNames names(ui_, area.inset(theme.px(6)), theme.panel);
    for (int i = a; i <= target; ++i) names.keep_free(corner(i), theme.px(8));
    for (const Seen& one : near_) names.keep_free(at(one.at), theme.px(4));
    if (answer_) names.keep_free(at(answer_->at), theme.px(8));
    const auto edge = [&](int from, int to) { names.add_line(corner(from), corner(to)); };
    edge(a, b);
    edge(c, target);
    edge(a, c);
    edge(b, target);
    if (answer_) names.add_line(at(answer_->at), corner(plane_.direction ? c : target));
    const Color key = theme.tensor(Role::key);
    if (plane_.chosen.empty() && plane_.copied >= 1) {
      names.draw({"?", theme.title(), theme.tensor(Role::query), corner(target), middle_},
                 theme.px(12));
    }
    if (answer_) {
      names.draw({answer_->word, theme.heading(), key, at(answer_->at), middle_}, theme.px(12));
    }
    for (const int i : {a, b, c}) {
      if (hides(session_, cell_of(run_->tape, record_.plane.points, row_of_corner(i), 0))) continue;
      const bool answers = name_of(i) == plane_.chosen;
      names.draw({name_of(i), answers ? theme.heading() : theme.strong(), answers ? key : theme.ink,
                  corner(i), middle_},
                 theme.px(12));
    }
    for (const Seen& one : near_) {
      const bool touched = is_under_pointer(session_, one.word);
      names.draw({one.word, theme.small(), touched ? theme.ink : theme.soft_ink, at(one.at),
                  middle_, !touched},
                 theme.px(8));
    }
  }

  void say_scale(Rect area) const {
    const Theme& theme = ui_.theme;
    const bool wide = scale_.x > scale_.y;
    const float ratio = wide ? scale_.x / scale_.y : scale_.y / scale_.x;
    if (ratio < 1.05F) return;
    const Rect row = area.take_bottom(theme.px(24)).inset(theme.px(10), 0);
    ui_.canvas.text_in(
        row, fmt::format("not to scale: drawn {:.1f} × as {}", ratio, wide ? "wide" : "high"),
        theme.small(), theme.soft_ink);
  }

  Ui& ui_;
  Session& session_;
  RunPtr run_;
  const WordArithmeticRecord& record_;
  const WordPlane& plane_;
  const Axis& corners_;
  std::vector<Vec> corner_;  // as they lie
  std::vector<Seen> near_;
  std::optional<Seen> answer_;
  bool answer_is_corner_ = false;
  int b_ = b, c_ = c;  // rows of plane.points
  Vec right_{1, 0};    // of the plane, as it is drawn
  bool mirrored_ = false;
  Vec origin_, least_, scale_, middle_;
};

}  // namespace

bool draw_word_plane(Ui& ui, Session& session, const WordPlane& plane, Rect area) {
  if (!session.run()->records.get<WordArithmeticRecord>().plane.points) return false;
  Picture(ui, session, plane).draw(area);
  return true;
}

}  // namespace glassformer
