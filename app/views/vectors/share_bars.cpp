#include "app/views/vectors/share_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/grad/label.h"
#include "core/scenes/records/word2vec_step.h"

namespace glassformer {

namespace {

class ShareBars {
 public:
  ShareBars(Ui& ui, Session& session, Var shares, Var after, Rect area)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        shares_(shares),
        after_(after),
        values_(run_->tape.value(shares)),
        line_(ui.canvas.line_height(ui.theme.small())) {
    const Theme& theme = ui.theme;
    percent_ = !after && is_noise();
    names_ = area.take_bottom(theme.px(26));
    area_ = area.inset(theme.px(10), theme.px(8));
    if (after) draw_legend(area_.take_top(theme.px(26)));
    numbers_ = area_.h > 4 * line_;
    if (numbers_) area_.take_top(line_);  // over the highest
    names_.x = area_.x;
    names_.w = area_.w;
    each_ = area_.w / static_cast<float>(values_.cols());
    for (int i = 0; i < values_.cols(); ++i) {
      largest_ = std::max(largest_, static_cast<double>(values_(0, i)));
      if (after_)
        largest_ = std::max(largest_, static_cast<double>(run_->tape.value(after_)(0, i)));
      kinds_.push_back(kind_of(word(i)));
    }
  }

  void draw() {
    for (int i = 0; i < values_.cols(); ++i) draw_bars(i);
    // The bars in colour say their names first, the rest as far as there is room.
    for (const Kind wanted : {Kind::right, Kind::held, Kind::other}) {
      for (int i = 0; i < values_.cols(); ++i) {
        if (kinds_[static_cast<std::size_t>(i)] == wanted) name(i);
      }
    }
  }

 private:
  enum class Kind { other, held, right };
  using Spans = std::vector<std::pair<float, float>>;

  std::string word(int i) const { return axis_label(run_->tape.node(shares_).label.cols, i); }

  // Whether the context is held against the word, and whether it is the true one.
  Kind kind_of(const std::string& word) const {
    const auto& record = run_->records.get<Word2VecStepRecord>();
    const Var o = record.before.o, right = record.label;
    if (!o) return Kind::other;
    const std::vector<std::string>& held = run_->tape.node(o).label.rows.labels;
    const auto found = std::find(held.begin(), held.end(), word);
    if (found == held.end()) return Kind::other;
    if (right && run_->tape.value(right)(0, static_cast<int>(found - held.begin())) > 0) {
      return Kind::right;
    }
    return after_ ? Kind::other : Kind::held;  // against all words all are held
  }

  Color color_of(int i) const {
    const Kind kind = kinds_[static_cast<std::size_t>(i)];
    return kind == Kind::right  ? ui_.theme.tensor(Role::query)
           : kind == Kind::held ? ui_.theme.tensor(Role::value)
                                : ui_.theme.faint_ink;
  }

  bool is_noise() const { return shares_ == run_->records.get<Word2VecStepRecord>().noise; }
  Target cell(Var of, int i) const {
    return {Target::Kind::cell, run_->tape.node(of).path, 0, i, 0, 0, word(i)};
  }

  void draw_legend(Rect row) {
    const Theme& theme = ui_.theme;
    for (const auto& [text, color] :
         {std::pair{"after", theme.accent}, {"before the step", theme.faint_ink}}) {
      const float w = ui_.canvas.width(text, theme.small()) + theme.px(24);
      const Rect entry = row.take_right(w);
      ui_.canvas.fill({entry.x, entry.center().y - theme.px(6), theme.px(12), theme.px(12)}, color,
                      theme.px(2));
      ui_.canvas.text_in({entry.x + theme.px(18), entry.y, w, entry.h}, text, theme.small(),
                         theme.ink);
      row.take_right(theme.px(14));
    }
  }

  float height_of(double value) const {
    return area_.h * static_cast<float>(std::clamp(value / largest_, 0.0, 1.0));
  }

  void draw_bars(int i) {
    const Theme& theme = ui_.theme;
    const Rect column{area_.x + each_ * static_cast<float>(i), area_.y, each_, area_.h};
    if (!after_) return draw_bar(shares_, i, column, 0.12F, 0.76F, color_of(i));
    draw_bar(shares_, i, column, 0.06F, 0.42F, color_of(i));
    draw_bar(after_, i, column, 0.52F, 0.42F, theme.accent);
  }

  void draw_bar(Var of, int i, Rect column, float from, float width, Color color) {
    const Theme& theme = ui_.theme;
    const Rect room{column.x + column.w * from, column.y, column.w * width, column.h};
    const CellTouch touch = touch_cell(ui_, session_, cell(of, i), after_ ? room : column);
    if (touch.hidden) return draw_hidden(ui_, room, theme.px(4));
    if (touch.lit || is_under_pointer(session_, word(i)))
      ui_.canvas.fill(after_ ? room : column, theme.pressed, theme.px(3));
    const double value = run_->tape.value(of)(0, i);
    const float h = height_of(value);
    ui_.canvas.fill({room.x, room.bottom() - h, room.w, h}, color, std::min(theme.px(2), h / 2));
    if (!numbers_ || percent_) return;
    const float free = after_ ? column.w * 0.5F : column.w;  // up to its neighbours' numbers
    std::string text = fitted_number(ui_, value, theme.number(), free - theme.px(8));
    // No number rather than one that the bar belies.
    constexpr double kNothing = 0.02;  // of the largest
    if (text == "≈0" && value > kNothing * largest_) text.clear();
    ui_.canvas.text_in({room.center().x - free / 2, room.bottom() - h - line_, free, line_}, text,
                       theme.number(), theme.ink, Align::center);
  }

  // Where a text of this width stands at the bar; nothing where another of them is in the way.
  std::optional<float> place(int i, float w, const Spans& taken) const {
    const float gap = ui_.theme.px(5), middle = area_.x + each_ * (static_cast<float>(i) + 0.5F);
    const float x = std::clamp(middle - w / 2, names_.x, std::max(names_.x, names_.right() - w));
    for (const auto& [from, to] : taken) {
      if (x < to + gap && x + w + gap > from) return std::nullopt;
    }
    return x;
  }

  void name(int i) {
    const Color ink =
        kinds_[static_cast<std::size_t>(i)] == Kind::other ? ui_.theme.soft_ink : color_of(i);
    const float w = ui_.canvas.width(word(i), ui_.theme.small());
    const auto x = place(i, w, named_);
    if (!x) return;
    ui_.canvas.text_in({*x, names_.y, w + 1, names_.h}, word(i), ui_.theme.small(), ink);
    named_.emplace_back(*x, *x + w);
    if (numbers_ && percent_) number(i, ink);
  }

  // Over a bar its share, where neither a number nor a higher bar is in the way.
  void number(int i, Color ink) {
    if (hides(session_, cell(shares_, i))) return;
    const std::string text = fmt::format("{:.1f} %", 100 * static_cast<double>(values_(0, i)));
    const float w = ui_.canvas.width(text, ui_.theme.small());
    const auto x = place(i, w, numbered_);
    if (!x) return;
    const int first = std::max(0, static_cast<int>((*x - area_.x) / each_));
    const int last = std::min(values_.cols() - 1, static_cast<int>((*x + w - area_.x) / each_));
    const float height = height_of(values_(0, i));
    for (int j = first; j <= last; ++j) {
      if (j != i && height_of(values_(0, j)) > height) return;
    }
    const float top = area_.bottom() - height;
    ui_.canvas.text_in({*x, top - line_, w + 1, line_}, text, ui_.theme.small(), ink);
    numbered_.emplace_back(*x, *x + w);
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const Var shares_, after_;
  const Mat& values_;
  const float line_;  // height of one of text
  Rect area_{}, names_{};
  bool numbers_ = false;
  bool percent_ = false;  // they are per cents
  float each_ = 0;
  double largest_ = 1e-12;
  std::vector<Kind> kinds_;
  Spans named_, numbered_;
};

}  // namespace

void draw_share_bars(Ui& ui, Session& session, Var shares, Var after, Rect area) {
  ui.canvas.fill(area, ui.theme.panel, ui.theme.px(8));
  ui.canvas.push_clip(area);
  ShareBars(ui, session, shares, after, area).draw();
  ui.canvas.pop_clip();
}

}  // namespace glassformer
