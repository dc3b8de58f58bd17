#include "app/views/vectors/word_window.h"

#include <algorithm>
#include <cmath>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "app/widgets/plane.h"

namespace glassformer {

namespace {

class WindowPicture {
 public:
  WindowPicture(Ui& ui, Session& session, const WordWindow& window, Rect area)
      : ui_(ui), session_(session), window_(window), area_(area) {
    choose_words();
    place_words();
  }

  int draw() {
    const Theme& theme = ui_.theme;
    draw_more(ui_, static_cast<std::size_t>(from_), before_);
    draw_more(ui_, window_.words.size() - static_cast<std::size_t>(to_), behind_);
    const Rect first = chip(std::max(window_.first, from_)),
               last = chip(std::min(window_.last, to_ - 1));
    const float pad = theme.px(10);
    ui_.canvas.fill({first.x - pad, first.y - pad, last.right() - first.x + 2 * pad,
                     area_.bottom() - first.y + pad},
                    theme.pressed, theme.px(14));
    for (const auto& [from, to] : window_.others) draw_arc(from, to, false);
    for (const int given : window_.given) draw_arc(given, window_.predicted, true);
    int clicked = -1;
    for (int i = from_; i < to_; ++i) {
      if (draw_word(i)) clicked = i;
    }
    draw_names();
    return clicked;
  }

 private:
  const std::string& word(int i) const { return window_.words[static_cast<std::size_t>(i)]; }
  float width_of(int i) const {
    return ui_.canvas.width(word(i), type_) + ui_.theme.px(kPad) + ui_.theme.px(kGap);
  }

  // All words in letters as large as may be, or those of the window with as many around it as fit.
  void choose_words() {
    const Theme& theme = ui_.theme;
    const int count = static_cast<int>(window_.words.size());
    for (const Type& type : {theme.display(), theme.title(), theme.strong()}) {
      type_ = type;
      float all = 0;
      for (int i = 0; i < count && all <= area_.w; ++i) all += width_of(i);
      from_ = 0;
      to_ = count;
      if (all <= area_.w) return;
    }
    const float more = more_width(ui_, window_.words.size());
    before_ = area_.take_left(more);
    behind_ = area_.take_right(more);
    from_ = std::clamp(window_.first, 0, count - 1);
    to_ = from_;
    float used = 0;
    while (to_ < count && (to_ == from_ || used + width_of(to_) <= area_.w))
      used += width_of(to_++);
    while (from_ > 0 && used + width_of(from_ - 1) <= area_.w) used += width_of(--from_);
  }

  // What is left of the width is shared out between them.
  void place_words() {
    float used = 0;
    for (int i = from_; i < to_; ++i) used += width_of(i);
    const float spare =
        std::max(0.0F, area_.w - used) / static_cast<float>(std::max(1, to_ - from_));
    const float high = ui_.canvas.line_height(type_) + ui_.theme.px(20);
    const float names = ui_.canvas.line_height(ui_.theme.small()) + ui_.theme.px(14);
    const float y = area_.bottom() - names - high;
    float x = area_.x;
    for (int i = from_; i < to_; ++i) {
      const float w = width_of(i) + spare;
      chips_.push_back(Rect{x, y, w, high}.inset(ui_.theme.px(kGap) / 2, 0));
      x += w;
    }
    for (Rect* more : {&before_, &behind_}) {
      more->y = y;
      more->h = high;
    }
  }

  Rect chip(int i) const {
    return chips_[static_cast<std::size_t>(std::clamp(i, from_, to_ - 1) - from_)];
  }
  bool is_given(int i) const { return std::ranges::find(window_.given, i) != window_.given.end(); }

  // The farthest words have the highest arcs: all the height there is.
  void draw_arc(int from, int to, bool shown) {
    const Theme& theme = ui_.theme;
    if (from == to || std::min(from, to) < from_ || std::max(from, to) >= to_) return;
    const Rect a = chip(from), b = chip(to);
    int farthest = 1;
    for (int i = window_.first; i <= window_.last; ++i) {
      const int centre = window_.others.empty() && window_.given.size() > 1 ? to : from;
      farthest = std::max(farthest, std::abs(i - centre));
    }
    const float share = static_cast<float>(std::abs(from - to)) / static_cast<float>(farthest);
    const float room = a.y - area_.y - theme.px(14);
    const float rise = room * std::min(1.0F, 0.4F + 0.6F * share) / 0.75F;  // of the handles
    const float aside = to < from ? -0.16F : 0.16F;  // arcs leave one another at their word
    const Vec begin{a.center().x + aside * a.w, a.y - theme.px(4)};
    const float head = theme.px(shown ? 16 : 11);
    const Vec end{b.center().x - aside * b.w, b.y - head};
    const Color color =
        shown ? theme.tensor(Role::query) : mix(theme.page, theme.tensor(Role::query), 0.45F);
    const float thick = theme.px(shown ? 6 : 2.5F);
    ui_.canvas.bezier(begin, {begin.x, begin.y - rise}, {end.x, end.y - rise}, end, color, thick);
    draw_arrow(ui_.canvas, {end.x, end.y - 1}, {end.x, b.y}, color, thick, head);
  }

  // What is given and what is to come out, under the words; side by side where these are close.
  void draw_names() const {
    const Theme& theme = ui_.theme;
    if (window_.given.empty()) return;
    const int first = std::min(window_.given.front(), window_.predicted);
    const int second = std::max(window_.given.front(), window_.predicted);
    const auto name_of = [&](int i) -> const std::string& {
      return i == window_.predicted ? window_.predicted_name : window_.given_name;
    };
    const auto under = [&](int i) {
      const float w = ui_.canvas.width(name_of(i), theme.small()) + 2;
      const Rect of = chip(i);
      return Rect{std::clamp(of.center().x - w / 2, area_.x, std::max(area_.x, area_.right() - w)),
                  of.bottom() + theme.px(6), w, ui_.canvas.line_height(theme.small())};
    };
    Rect left = under(first), right = under(second);
    const float lacking = left.right() + theme.px(12) - right.x;
    if (lacking > 0 && first != second) {
      left.x = std::max(area_.x, left.x - lacking / 2);
      right.x = left.right() + theme.px(12);
    }
    ui_.canvas.text_in(left, name_of(first), theme.small(), theme.ink, Align::center);
    if (first != second)
      ui_.canvas.text_in(right, name_of(second), theme.small(), theme.ink, Align::center);
  }

  bool draw_word(int i) {
    const Theme& theme = ui_.theme;
    const Rect place = chip(i);
    const Touch touch = touch_target(ui_, session_, Ui::id("window", static_cast<std::uint64_t>(i)),
                                     token_of(0, i, word(i)), place);
    const bool predicted = i == window_.predicted;
    const Color fill = predicted     ? theme.tensor(Role::query)
                       : is_given(i) ? theme.tensor(Role::key)
                       : touch.held  ? theme.pressed
                                     : theme.raised;
    ui_.canvas.fill(place, fill, theme.px(12));
    const bool in_window = i >= window_.first && i <= window_.last;
    if (touch.hovered || is_under_pointer(session_, word(i))) {
      ui_.canvas.frame(place, theme.lit, theme.px(3), theme.px(12));
    } else if (in_window && !predicted && !is_given(i)) {
      ui_.canvas.frame(place, theme.tensor(Role::query), theme.px(2), theme.px(12));
    }
    ui_.canvas.text_in(place.inset(theme.px(6), 0), word(i), type_,
                       predicted || is_given(i) ? ink_on(fill)
                       : in_window              ? theme.ink
                                                : theme.soft_ink,
                       Align::center);
    return touch.clicked;
  }

  static constexpr float kPad = 16, kGap = 8;  // px at scale 1

  Ui& ui_;
  Session& session_;
  const WordWindow& window_;
  Rect area_;
  Rect before_, behind_;
  Type type_;
  int from_ = 0, to_ = 0;  // the words that are shown
  std::vector<Rect> chips_;
};

}  // namespace

int draw_word_window(Ui& ui, Session& session, const WordWindow& window, Rect area) {
  if (window.words.empty()) return -1;
  return WindowPicture(ui, session, window, area).draw();
}

}  // namespace glassformer
