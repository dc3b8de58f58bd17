#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/views/language/next_word_pictures.h"
#include "app/views/language/pretraining_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "core/scenes/records/pre_training.h"

namespace glassformer {

namespace {

// The columns of the picture, in the largest letters with which all have room.
struct TaskColumns {
  Type type;
  std::vector<Rect> places;              // of the tile above
  float chip = 0, drop = 0, number = 0;  // heights: of a tile, between two, below the lower one
};

class NextTasks {
 public:
  NextTasks(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<PreTrainingRecord>()) {
    for (const std::string& token : run_->tokens[0]) words_.push_back(on_chip(token));
  }

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    const Rect caption = area.take_bottom(theme.px(34));
    const TaskColumns columns = lay_out(area);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (bottom_of(columns, i) > area.bottom() + 1) break;
      draw_column(columns, i);
    }
    ui_.canvas.text_in(caption,
                       fmt::format("above: what it has read; below: what comes next, and how "
                                   "probable it was after {} steps",
                                   record_.steps[record_.moment]),
                       theme.small(), theme.soft_ink);
  }

 private:
  static float bottom_of(const TaskColumns& columns, std::size_t i) {
    return columns.places[i].bottom() + columns.drop + columns.chip + columns.number;
  }

  TaskColumns lay_out(Rect area) const {
    constexpr int largest = 44, smallest = 14;  // px at scale 1
    TaskColumns made;
    for (int size = largest; size >= smallest; --size) {
      made = columns_of(static_cast<float>(size), area);
      if (bottom_of(made, words_.size() - 1) <= area.bottom() + 1) break;
    }
    const float left = std::max(0.0F, area.bottom() - bottom_of(made, words_.size() - 1));
    for (Rect& place : made.places) place.y += left / 2;
    return made;
  }

  TaskColumns columns_of(float size, Rect area) const {
    const Theme& theme = ui_.theme;
    TaskColumns made;
    made.type = {Face::bold, theme.px(size)};
    made.chip = 1.6F * made.type.size;
    made.drop = 1.3F * made.type.size;
    made.number = std::max(theme.px(26), 0.8F * made.type.size);
    const float gap = theme.px(10), pitch = 2 * made.chip + made.drop + made.number + theme.px(16);
    float x = area.x, y = area.y;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::string& next = i + 1 < words_.size() ? words_[i + 1] : words_[i];
      const float tokens =
          std::max(ui_.canvas.width(words_[i], made.type), ui_.canvas.width(next, made.type));
      const float width =
          std::max(tokens + 0.6F * made.type.size, ui_.canvas.width("100 %", theme.heading()));
      if (x > area.x && x + width > area.right()) {
        x = area.x;
        y += pitch;
      }
      made.places.push_back({x, y, std::min(width, area.w), made.chip});
      x += width + gap;
    }
    return made;
  }

  void draw_column(const TaskColumns& columns, std::size_t i) {
    const Theme& theme = ui_.theme;
    const Rect above = columns.places[i],
               below{above.x, above.bottom() + columns.drop, above.w, columns.chip};
    const Color given = mix(theme.page, theme.ink, 0.08F);
    ui_.canvas.fill(above, given, theme.px(6));
    touch_target(ui_, session_, Ui::id("task", i),
                 token_of(0, static_cast<int>(i), run_->tokens[0][i]), above);
    ui_.canvas.text_in(above, words_[i], columns.type, ink_on(given), Align::center);
    const Vec from{above.center().x, above.bottom() + theme.px(3)},
        to{below.center().x, below.y - theme.px(3)};
    draw_arrow(from, to);
    if (i + 1 == words_.size()) {
      ui_.canvas.frame(below, theme.soft_ink, theme.px(2), theme.px(6));
      ui_.canvas.text_in(below, "?", columns.type, theme.soft_ink, Align::center);
      return;
    }
    const Rect next = columns.places[i + 1];
    if (next.y == above.y) {  // the same token stands there
      ui_.canvas.line({below.right() - theme.px(8), below.y}, {next.x + theme.px(8), next.bottom()},
                      mix(theme.page, theme.ink, 0.5F), theme.px(1.5F));
    }
    const Target cell = cell_of(run_->tape, record_.right, static_cast<int>(i), 0);
    const Rect number{below.x, below.bottom(), below.w, columns.number};
    const CellTouch touch =
        touch_cell(ui_, session_, cell, {below.x, below.y, below.w, below.h + number.h});
    const double share = run_->tape.value(record_.right)(static_cast<int>(i), 0);
    const Color fill = mix(theme.page, theme.tensor(Role::output),
                           touch.hidden ? 0.1F : 0.12F + 0.88F * static_cast<float>(share));
    ui_.canvas.fill(below, fill, theme.px(6));
    ui_.canvas.frame(below, touch.lit ? theme.accent : theme.tensor(Role::output), theme.px(2),
                     theme.px(6));
    ui_.canvas.text_in(below, words_[i + 1], columns.type, ink_on(fill), Align::center);
    const std::string told = share < 0.01    ? "<1 %"
                             : share < 0.995 ? fmt::format("{:.0f} %", 100 * share)
                                             : fmt::format("{:.1f} %", 100 * share);
    ui_.canvas.text_in(number, touch.shown(told), theme.heading(),
                       touch.lit ? theme.accent : theme.ink, Align::center);
  }

  void draw_arrow(Vec from, Vec to) {
    const Theme& theme = ui_.theme;
    const float tip = theme.px(6);
    ui_.canvas.line(from, {to.x, to.y - tip}, theme.ink, theme.px(2));
    ui_.canvas.polygon({{to.x - tip, to.y - tip}, {to.x + tip, to.y - tip}, to}, theme.ink);
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const PreTrainingRecord& record_;
  std::vector<std::string> words_;
};

}  // namespace

void draw_next_tasks(Ui& ui, Session& session, Rect area) {
  NextTasks(ui, session).draw(area);
}

}  // namespace glassformer
