#include "app/views/vectors/missed_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "app/widgets/scroll.h"
#include "core/scenes/records/evaluation.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kTitle = 32, kRow = 46, kMostRow = 84, kGap = 10;  // px at scale 1

// How many of a section were missed, and of how many; more than the run lists, perhaps.
std::string missed_text(const Run& run, const std::string& section) {
  const Tape& tape = run.tape;
  const auto& accuracy = run.records.get<EvaluationRecord>().accuracy;
  if (!accuracy.right) return {};
  const auto& names = tape.node(accuracy.right).label.rows.labels;
  const auto row = static_cast<int>(std::ranges::find(names, section) - names.begin());
  if (row >= tape.shape(accuracy.right).rows) return {};
  const double all = tape.value(accuracy.answered)(row, 0);
  return fmt::format("{:.0f} of {:.0f}", all - tape.value(accuracy.right)(row, 0), all);
}

struct Answer {
  std::string word;
  double cosine = 0;
  Color color;
};

// Widths that all rows have alike.
struct Columns {
  float name = 0, number = 0;
};

void draw_answer(Ui& ui, const CellTouch& touch, const Answer& answer, const Columns& columns,
                 Rect row) {
  const Theme& theme = ui.theme;
  text_fitted(ui, row.take_left(columns.name), answer.word, theme.body(), answer.color);
  ui.canvas.text_in(row.take_right(columns.number), touch.shown(format_digits(answer.cosine, 3)),
                    theme.number(), theme.ink, Align::right);
  const Rect track = row.inset(theme.px(8), 0.2F * row.h);
  if (touch.hidden) return draw_hidden(ui, track, theme.px(3));
  ui.canvas.fill(track, theme.panel, theme.px(3));
  const auto share = static_cast<float>(std::clamp(answer.cosine, 0.0, 1.0));
  ui.canvas.fill({track.x, track.y, track.w * share, track.h}, answer.color, theme.px(3));
}

}  // namespace

bool MissedList::draw(Ui& ui, Session& session, Rect area, std::string& asked) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& misses = run->records.get<EvaluationRecord>().misses;
  const std::string section = run->tokens[0].empty() ? std::string() : run->tokens[0][0];
  Rect title = area.take_top(theme.px(kTitle));
  const std::string count = missed_text(*run, section);
  ui.canvas.text_in(title.take_right(ui.canvas.width(count, theme.small()) + theme.px(8)), count,
                    theme.small(), theme.soft_ink, Align::right);
  text_fitted(ui, title, "Missed: " + section, theme.strong(), theme.soft_ink);
  if (!misses.its) {
    ui.canvas.text_in(area.take_top(theme.px(36)), "nothing; every answer was right", theme.body(),
                      theme.soft_ink);
    return false;
  }
  if (section_ != section) scroll_ = 0;
  section_ = section;
  const Mat &its = run->tape.value(misses.its), &wanted = run->tape.value(misses.wanted);
  Columns columns{0, ui.canvas.width("−0.000", theme.number())};
  const auto count_all = std::min(static_cast<std::size_t>(its.rows()), misses.questions.size());
  for (const MissedQuestion& missed : misses.questions) {
    for (const std::string& word : {missed.answer, missed.question[3]})
      columns.name = std::max(columns.name, name_width(ui, word, theme.body()));
  }
  columns.name += theme.px(8);
  // As many as have room at the least height share what there is.
  const float fit = std::max(1.0F, std::floor(area.h / theme.px(kRow)));
  const float high =
      std::min(theme.px(kMostRow), area.h / std::min(fit, static_cast<float>(count_all)));
  const float full = high * static_cast<float>(count_all);
  Scroll scroll(ui, scroll_, area, high);
  Rect page = scroll.page();
  if (full > area.h + 1) page.take_right(theme.px(12));
  bool clicked = false;
  for (std::size_t i = 0; i < count_all; ++i) {
    Rect row = page.take_top(high);
    if (!row.overlaps(area.inset(0, 2))) continue;
    row.take_bottom(theme.px(kGap));
    const auto r = static_cast<int>(i);
    const auto& [q, answer] = misses.questions[i];
    const CellTouch touch = touch_cell(ui, session, cell_of(run->tape, misses.its, r, 0), row);
    if (touch.hovered) ui.canvas.fill(row, theme.pressed, theme.px(5));
    if (touch.clicked) {
      asked = fmt::format("{}", fmt::join(q, " "));
      clicked = true;
    }
    text_fitted(ui, row.take_left(0.36F * row.w), fmt::format("{} : {} = {} : ?", q[0], q[1], q[2]),
                theme.body(), theme.ink);
    draw_answer(ui, touch, {answer, its(r, 0), theme.tensor(Role::key)}, columns,
                row.take_top(row.h / 2));
    draw_answer(ui, touch, {q[3] + " ✓", wanted(r, 0), theme.tensor(Role::output)}, columns, row);
  }
  scroll.end(full, area.right() - theme.px(4));
  return clicked;
}

}  // namespace glassformer
