#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/views/language/next_word_pictures.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/sliding.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "app/widgets/motion.h"
#include "core/scenes/records/next_word.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kLeastRow = 27, kHighestRow = 46, kMostRows = 18;  // px at scale 1; rows
constexpr float kSeconds = 0.4F;
constexpr float kHandleBelow = 12;  // px at scale 1: below the last row it hangs from the line

std::string per_cent(double share) {
  const double shown = 100 * share;
  if (shown > 0 && shown < 0.095) return "<0.1 %";
  return fmt::format("{:.{}f} %", shown, shown >= 99.95 ? 0 : 1);
}

class SortedWords {
 public:
  SortedWords(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<NextWordRecord>()),
        p_(run_->tape.value(record_.probabilities)),
        left_(run_->tape.value(record_.left)),
        sums_(run_->tape.value(record_.cumulative)),
        names_(run_->tape.node(record_.probabilities).label.cols),
        rows_(ui, "next words") {}

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    hidden_ = hides(session_, cell_of(run_->tape, record_.left, 0, 0)) ||
              hides(session_, cell_of(run_->tape, record_.probabilities, 0, 0));
    draw_head(area.take_top(theme.px(34)));
    area.take_bottom(theme.px(8) + theme.px(kHandleBelow));
    count_ = p_.cols();
    const auto room = static_cast<int>(std::min(kMostRows, area.h / theme.px(kLeastRow)));
    shown_ = std::clamp(room - 1, 1, count_);
    // Where the cut falls among those without a row, a row of their own goes to those that stay.
    more_ = 0;
    if (!hidden_ && cuts() && record_.kept_count > shown_) {
      shown_ = std::max(1, shown_ - 1);
      more_ = record_.kept_count - shown_;
    }
    const int named = shown_ + (more_ > 0 ? 1 : 0), lines = named + (shown_ < count_ ? 1 : 0);
    high_ = std::min(theme.px(kHighestRow), area.h / static_cast<float>(lines));
    type_ = high_ >= theme.px(34)   ? theme.title()
            : high_ >= theme.px(28) ? theme.heading()
                                    : theme.body();
    choose_widths(area);
    choose_scale();
    const Rect list{area.x, area.y, area.w, high_ * static_cast<float>(lines)};
    const Cut cut = hidden_ ? Cut{} : place_cut(list, more_ > 0 ? named : lines);
    for (int i = 0; i < shown_; ++i) draw_word(i, row_of(area, i));
    if (more_ > 0) draw_rest(row_of(area, shown_), shown_, record_.kept_count, "more");
    if (shown_ < count_) draw_rest(row_of(area, named), shown_ + more_, count_, "others");
    if (!hidden_) draw_cut(cut, list);
  }

 private:
  bool cuts() const { return record_.kept_count < count_; }
  bool adds_up() const { return value_of(session_.inputs(), next_word_options::top_p) < 1; }

  Rect row_of(const Rect& area, int line) const {
    return {area.x, area.y + high_ * static_cast<float>(line), area.w, high_};
  }

  // Behind which token, and how undecided the model is there.
  void draw_head(Rect row) {
    const Theme& theme = ui_.theme;
    const double temperature = value_of(session_.inputs(), next_word_options::temperature),
                 as_many = run_->tape.value(record_.perplexity)(0, 0);
    const std::string told = fmt::format("T = {:.3g}     perplexity {}", temperature,
                                         hidden_ ? "?" : format_digits(as_many, 3));
    const float width = ui_.canvas.width(told, theme.heading()) + theme.px(4);
    const Rect right = row.take_right(std::min(width, 0.7F * row.w));
    const CellTouch touch =
        touch_cell(ui_, session_, cell_of(run_->tape, record_.perplexity, 0, 0), right);
    ui_.canvas.text_in(right, told, theme.heading(), touch.lit ? theme.accent : theme.ink,
                       Align::right);
    const auto& tokens = run_->tokens[0];
    std::string last = on_chip(tokens[static_cast<std::size_t>(record_.at)]);
    if (last.size() > 1 && last.front() == ' ') last.erase(0, 1);
    ui_.canvas.text_in(row, fmt::format("after “{}”", last), theme.heading(), theme.soft_ink);
  }

  void choose_widths(const Rect& area) {
    float widest = 0;
    for (int i = 0; i < shown_; ++i) {
      widest = std::max(widest, ui_.canvas.width(name(i), type_));
    }
    widest = std::max(widest, ui_.canvas.width(of_many(count_ - shown_, "others"), type_));
    name_ = std::min(widest + ui_.theme.px(16), 0.34F * area.w);
    number_ = ui_.canvas.width("88.8 %", type_) + ui_.theme.px(14);
    sum_ = adds_up() && area.w > ui_.theme.px(420)
               ? ui_.canvas.width("Σ 88.8 %", type_) + ui_.theme.px(18)
               : 0;
  }
  std::string name(int i) const { return hidden_ ? "?" : on_chip(axis_label(names_, i)); }
  static std::string of_many(int count, std::string_view what) {
    return fmt::format("{} {}", count, what);
  }

  // A whole bar is a round share that holds the largest one, also that of a temperature of 1: so
  // bars are seen to sink and to rise.
  void choose_scale() {
    const double largest = std::max({record_.largest, double{p_(0, 0)}, double{left_(0, 0)}, 1e-6});
    full_ = 1;
    for (const double round : {0.5, 0.25, 0.125, 0.05, 0.02}) {
      if (largest <= round) full_ = round;
    }
  }

  float bar(const Sliding::Row& row, Rect room, double share) {
    const auto part = static_cast<float>(std::min(1.0, share / full_));
    return room.w * rows_.bar(row, part, hidden_);
  }

  void draw_word(int i, Rect line) {
    const Theme& theme = ui_.theme;
    const bool stays = i < record_.kept_count;
    const Target cell = cell_of(run_->tape, cuts() ? record_.left : record_.probabilities, 0, i);
    const CellTouch touch = touch_cell(ui_, session_, cell, line);
    const Color ink = touch.lit && !hidden_ ? theme.accent : stays ? theme.ink : theme.faint_ink;
    ui_.canvas.text_in(line.take_left(name_).inset(theme.px(6), 0), name(i), type_, ink,
                       Align::right);
    if (sum_ > 0) {
      ui_.canvas.text_in(line.take_right(sum_),
                         hidden_ ? "Σ ?" : "Σ " + per_cent(double{sums_(0, i)}), type_,
                         stays ? theme.soft_ink : theme.faint_ink, Align::right);
    }
    const double share = cuts() && stays ? double{left_(0, i)} : double{p_(0, i)};
    ui_.canvas.text_in(line.take_right(number_), hidden_ ? "?" : per_cent(share), type_, ink,
                       Align::right);
    draw_bars(fmt::format("{} {}", i, name(i)), i, line, double{p_(0, i)},
              stays ? double{left_(0, i)} : 0);
  }

  // What the model says is pale, what is drawn from stands before it.
  void draw_bars(const std::string& known_by, int line, Rect room, double share, double left,
                 bool many = false) {
    const Theme& theme = ui_.theme;
    const Color full = theme.tensor(Role::output),
                color = many ? mix(theme.page, full, 0.6F) : full;
    room = room.inset(theme.px(4), 0.14F * room.h);
    ui_.canvas.fill(room, mix(theme.page, theme.ink, 0.045F), theme.px(3));
    if (hidden_) return;
    const Sliding::Row before = rows_.row(known_by + " before", 0, line),
                       now = rows_.row(known_by, 0, line);
    const float width = bar(before, room, share), grown = bar(now, room, left);
    ui_.canvas.fill({room.x, room.y, std::max(width, 1.0F), room.h},
                    mix(theme.page, color, left > 0 ? 0.3F : 0.22F), theme.px(3));
    if (grown > 0.5F) ui_.canvas.fill({room.x, room.y, grown, room.h}, color, theme.px(3));
    if (grown > width + 1) {  // where it stood before the cut
      ui_.canvas.line({room.x + width, room.y}, {room.x + width, room.bottom()}, theme.page,
                      theme.px(2));
    }
  }

  // The tokens from one to before the other, which have no rows of their own.
  void draw_rest(Rect line, int from, int to, const char* what) {
    const Theme& theme = ui_.theme;
    double left = 0;
    for (int i = from; i < std::min(to, record_.kept_count); ++i) left += double{left_(0, i)};
    const double share = std::max(0.0, double{sums_(0, to - 1)} - double{sums_(0, from - 1)});
    const bool stays = record_.kept_count > from;
    const Color ink = stays ? theme.soft_ink : theme.faint_ink;
    ui_.canvas.text_in(line.take_left(name_).inset(theme.px(6), 0), of_many(to - from, what), type_,
                       ink, Align::right);
    const Rect sum = line.take_right(sum_);
    if (sum_ > 0 && to < count_) {
      ui_.canvas.text_in(sum, "Σ " + per_cent(double{sums_(0, to - 1)}), type_, ink, Align::right);
    }
    ui_.canvas.text_in(line.take_right(number_),
                       hidden_ ? "?" : per_cent(cuts() && stays ? left : share), type_, ink,
                       Align::right);
    const double widest = full_;
    full_ = std::max(full_, share);  // they are many, and would reach beyond
    draw_bars(what, from, line, share, stays ? left : 0, true);
    full_ = widest;
  }

  // The line below the last word that is left, and the handle by which it is dragged.
  struct Cut {
    float y = 0;
    Rect handle;
    std::string told;
    Touch touch;
  };
  // Before the rows are: the handle lies over them, and is touched first.
  Cut place_cut(const Rect& list, int most) {
    const Theme& theme = ui_.theme;
    const auto at = static_cast<float>(std::min(record_.kept_count, most));
    Cut cut{list.y + high_ * glide(ui_, Ui::id("cut line"), at, kSeconds), {}, told_of_cut(), {}};
    const float width = ui_.canvas.width(cut.told, theme.strong()) + theme.px(44),
                high = theme.px(28);
    const float last = std::max(0.0F, 1 - (list.bottom() - cut.y) / high_);
    cut.handle = {list.right() - number_ - sum_ - width - theme.px(16),
                  cut.y - high / 2 + last * theme.px(kHandleBelow), width, high};
    cut.touch = ui_.touch(Ui::id("cut handle"), cut.handle.inset(0, -theme.px(4)));
    return cut;
  }

  void draw_cut(const Cut& cut, const Rect& list) {
    const Theme& theme = ui_.theme;
    const Touch& touch = cut.touch;
    const Rect& handle = cut.handle;
    const float y = cut.y, high = handle.h;
    const bool active = touch.hovered || touch.held;
    const Color color = cuts() || active ? theme.accent : theme.soft_ink;
    const float step = theme.px(12);
    for (float x = list.x; x < list.right(); x += 2 * step) {
      ui_.canvas.line({x, y}, {std::min(x + step, list.right()), y}, color, theme.px(2));
    }
    ui_.canvas.fill(handle, color, high / 2);
    Rect inner = handle.inset(theme.px(14), 0);
    const Vec grip = inner.take_left(theme.px(14)).center();
    for (const float by : {-3.0F, 3.0F}) {
      ui_.canvas.line({grip.x - theme.px(6), grip.y + theme.px(by)},
                      {grip.x + theme.px(2), grip.y + theme.px(by)}, ink_on(color), theme.px(1.5F));
    }
    ui_.canvas.text_in(inner, cut.told, theme.strong(), ink_on(color));
    if (touch.hovered && !touch.held) ui_.tip("Drag it: what lies below the line is never drawn");
    float& gesture = ui_.remembered(Ui::id("cut gesture"));
    if (touch.pressed) ++gesture;
    if (touch.held && touch.drag.y != 0) {
      drag_to(static_cast<int>(std::lround((ui_.input.mouse.y - list.y) / high_)),
              (1 << 21) + static_cast<int>(gesture));
    }
  }

  std::string told_of_cut() const {
    const double k = value_of(session_.inputs(), next_word_options::top_k),
                 p = value_of(session_.inputs(), next_word_options::top_p);
    std::string told;
    if (k > 0) told = fmt::format("top-k {:.0f}", k);
    if (p < 1) told += fmt::format("{}top-p {:.3g}", told.empty() ? "" : ", ", p);
    if (p < 1) told += fmt::format(": {} left", record_.kept_count);
    return told.empty() ? "no cut" : told;
  }

  // So many words are left. Where a share is set, it is the share that changes: it lies between
  // what the last of them has and what was there before it.
  void drag_to(int kept, int gesture) {
    const bool none = kept > shown_;
    kept = std::clamp(kept, 1, shown_);
    const Inputs& now = session_.inputs();
    const bool by_share =
        value_of(now, next_word_options::top_p) < 1 && value_of(now, next_word_options::top_k) == 0;
    if (by_share) {
      const double before = kept > 1 ? double{sums_(0, kept - 2)} : 0;
      const double share =
          none ? 1 : std::clamp((before + double{sums_(0, kept - 1)}) / 2, 0.01, 1.0);
      session_.post(set_option(next_word_options::top_p, share, gesture));
    } else {
      session_.post(set_option(next_word_options::top_k, none ? 0 : kept, gesture));
    }
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const NextWordRecord& record_;
  const Mat &p_, &left_, &sums_;
  const Axis& names_;
  Sliding rows_;
  Type type_;
  bool hidden_ = false;
  int count_ = 0, shown_ = 0;
  int more_ = 0;  // of those without a row, how many the cut leaves
  float high_ = 0, name_ = 0, number_ = 0, sum_ = 0;
  double full_ = 1;
};

}  // namespace

void draw_sorted_words(Ui& ui, Session& session, Rect area) {
  SortedWords(ui, session).draw(area);
}

}  // namespace glassformer
