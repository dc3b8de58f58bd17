#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/language/chip_lines.h"
#include "app/views/language/next_word_pictures.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/next_word.h"
#include "core/text/number_format.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

std::string per_cent(double share) {
  if (share < 0.01) return "<1 %";
  return fmt::format("{:.0f} %", 100 * share);
}

class RunningText {
 public:
  RunningText(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<NextWordRecord>()) {}

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    const auto& tokens = run_->tokens[0];
    std::vector<std::string> words;
    for (const std::string& token : tokens) words.push_back(on_chip(token));
    words.emplace_back("?");  // what is not there yet
    const bool hidden = hides(session_, cell_of(run_->tape, record_.looks, 0, 0));
    const Rect caption = area.take_bottom(theme.px(30));
    const ChipLines chips = lay_out_chips(ui_, words, area, true);
    // Before anything follows, the text is all that is looked at.
    from_ = record_.continuation || touched(chips, area) >= 0 ? record_.at : -1;
    if (const int under = touched(chips, area); under > 0) from_ = under - 1;
    const Mat& map = run_->tape.value(record_.map);
    largest_ = 0.3;  // all alike are pale
    for (int j = 0; j <= from_; ++j) largest_ = std::max(largest_, double{map(from_, j)});
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (chips.places[i].bottom() > area.bottom()) break;
      draw_chip(static_cast<int>(i), words[i], chips, hidden);
    }
    if (!hidden && from_ >= 0) draw_caption(caption, words);
  }

 private:
  int touched(const ChipLines& chips, Rect area) const {  // −1: none
    for (std::size_t i = 0; i < run_->tokens[0].size(); ++i) {
      if (chips.places[i].bottom() > area.bottom()) break;
      if (ui_.hovering(chips.places[i])) return static_cast<int>(i);
    }
    return -1;
  }

  void draw_chip(int i, const std::string& word, const ChipLines& chips, bool hidden) {
    const Theme& theme = ui_.theme;
    const Rect chip = chips.places[static_cast<std::size_t>(i)];
    const float round = theme.px(7);
    if (i == static_cast<int>(run_->tokens[0].size())) {
      ui_.canvas.frame(chip, theme.soft_ink, theme.px(2), round);
      ui_.canvas.text_in(chip, word, chips.type, theme.soft_ink, Align::center);
      return;
    }
    const Touch touch =
        touch_target(ui_, session_, Ui::id("token of the text", static_cast<Ui::Id>(i)),
                     token_of(0, i, run_->tokens[0][static_cast<std::size_t>(i)]), chip);
    const bool drawn = i >= record_.prompt;
    Color fill = drawn ? mix(theme.page, theme.tensor(Role::output), 0.2F)
                       : mix(theme.page, theme.ink, 0.07F);
    const double weight =
        i <= from_ && !hidden ? double{run_->tape.value(record_.map)(from_, i)} : 0;
    if (weight > 0.02) {
      fill =
          mix(fill, theme.tensor(Role::key), static_cast<float>(0.12 + 0.88 * weight / largest_));
    }
    ui_.canvas.fill(chip, fill, round);
    if (i == record_.at || touch.hovered) {
      ui_.canvas.frame(chip, touch.hovered ? theme.lit : theme.accent, theme.px(2.5F), round);
    }
    ui_.canvas.text_in(chip, word, chips.type, ink_on(fill), Align::center);
    const Rect below{chip.x, chip.bottom(), chip.w, chips.below};
    if (drawn) {
      const int row = i - record_.prompt;
      const CellTouch number =
          touch_cell(ui_, session_, cell_of(run_->tape, record_.continuation, row, 0), below);
      const double share = run_->tape.value(record_.continuation)(row, 0);
      ui_.canvas.text_in(below, number.shown(per_cent(share)), theme.small(),
                         number.lit ? theme.accent : theme.ink, Align::center);
    } else {
      ui_.canvas.text_in(below, std::to_string(i + 1), theme.small(), theme.soft_ink,
                         Align::center);
    }
    if (touch.clicked) {
      session_.post(set_option(next_word_options::at, i + 1 == record_.prompt ? 0 : i + 1));
    }
  }

  void draw_caption(Rect row, const std::vector<std::string>& words) {
    const Theme& theme = ui_.theme;
    Rect swatch = row.take_left(theme.px(18));
    swatch = square_around(swatch.center(), theme.px(7));
    ui_.canvas.fill(swatch, theme.tensor(Role::key), theme.px(3));
    row.take_left(theme.px(6));
    const Tape& tape = run_->tape;
    const std::string whose = axis_label(tape.node(record_.looks).label.rows, 0);
    std::string behind = words[static_cast<std::size_t>(from_)];
    if (behind.size() > 1 && behind.front() == ' ') behind.erase(0, 1);
    ui_.canvas.text_in(row, fmt::format("what {} looked at after “{}”", whose, behind),
                       theme.small(), theme.ink);
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const NextWordRecord& record_;
  int from_ = 0;  // the row of the map that is shown
  double largest_ = 1;
};

// One continuation in half of the place, under what it is.
void draw_said(Ui& ui, Session& session, const NextWordRecord::Said& said, int which, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<NextWordRecord>();
  Rect head = area.take_top(theme.px(34));
  bool asked = false;
  if (record.repetition) {
    const Rect right = head.take_right(std::min(theme.px(210), 0.45F * head.w));
    const CellTouch touch =
        touch_cell(ui, session, cell_of(run->tape, record.repetition, which, 0), right);
    asked = touch.hidden;
    const double again = run->tape.value(record.repetition)(which, 0);
    ui.canvas.text_in(right, touch.shown(format_digits(100 * again, 3) + " % said again"),
                      theme.heading(), touch.lit ? theme.accent : theme.ink, Align::right);
  }
  ui.canvas.text_in(head, which == 0 ? "always the most probable" : "drawn", theme.heading(),
                    theme.soft_ink);
  std::vector<std::string> words;
  for (const std::string& token : said.tokens) words.push_back(on_chip(token));
  const ChipLines chips = lay_out_chips(ui, words, area, false);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Rect chip = chips.places[i];
    if (chip.bottom() > area.bottom()) break;
    const bool again = said.again[i] && !asked;
    const Color fill = again ? mix(theme.page, theme.tensor(Role::key), 0.85F)
                             : mix(theme.page, theme.tensor(Role::output), 0.18F);
    ui.canvas.fill(chip, fill, theme.px(6));
    ui.canvas.text_in(chip, words[i], chips.type, ink_on(fill), Align::center);
  }
}

}  // namespace

std::string on_chip(const std::string& token) {
  return is_blank(token) ? with_drawn_blank(token) : readable(token);
}

void draw_running_text(Ui& ui, Session& session, Rect area) {
  RunningText(ui, session).draw(area);
}

void draw_two_texts(Ui& ui, Session& session, Rect area) {
  const auto& record = session.run()->records.get<NextWordRecord>();
  const float gap = ui.theme.px(18);
  const Rect above = area.take_top((area.h - gap) / 2);
  area.take_top(gap);
  draw_said(ui, session, record.by_most_probable, 0, above);
  draw_said(ui, session, record.by_draw, 1, area);
}

}  // namespace glassformer
