#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/language/assistant_pictures.h"
#include "app/views/language/chip_lines.h"
#include "app/views/language/next_word_pictures.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/tall_bars.h"
#include "app/views/parts/touch_cell.h"
#include "core/scenes/records/assistant.h"

namespace glassformer {

namespace {

constexpr int kWordsShown = 7;  // of a place, where there is room

// Over some columns what they are, with a line as wide as they are: the longest words that fit.
void draw_span(Ui& ui, float from, float to, Rect row, std::string_view words,
               std::string_view fewer, Color color) {
  const Theme& theme = ui.theme;
  const float inset = theme.px(4);
  ui.canvas.fill({from + inset, row.bottom() - theme.px(4), to - from - 2 * inset, theme.px(4)},
                 color, theme.px(2));
  const float wide = to - from - 2 * inset;
  const bool fits = ui.canvas.width(words, theme.heading()) <= wide;
  ui.canvas.text_in({from + inset, row.y, wide, row.h - theme.px(6)}, fits ? words : fewer,
                    theme.heading(), color, Align::center);
}

// The most probable pieces of one side; what the answer has there comes last if it is none of them.
void draw_place_of(Ui& ui, Session& session, int which, Rect area) {
  const RunPtr run = session.run();
  const auto& record = run->records.get<AssistantRecord>();
  const auto& side = record.sides[static_cast<std::size_t>(which)];
  const Mat& p = run->tape.value(side.p);
  const Axis& pieces = run->tape.node(side.p).label.cols;
  LargeBars list{.id = which == 0 ? "before" : "after", .title = side.name, .bars = {}};
  list.bars.full = 1;
  list.bars.by_value = true;
  list.bars.one_column = true;
  const auto add = [&](int i) {
    Bar bar;
    bar.name = on_chip(axis_label(pieces, i));
    bar.cell = cell_of(run->tape, side.p, 0, i);
    bar.value = p(0, i);
    bar.number = bar.value < 0.01 ? "<1 %" : fmt::format("{:.0f} %", 100 * bar.value);
    bar.strong = i == side.wanted;
    bar.color = ui.theme.tensor(bar.strong ? Role::output : Role::key);
    if (i >= kWordsShown) bar.rank = fmt::format("{}.", i + 1);
    list.bars.bars.push_back(std::move(bar));
  };
  const bool below = side.wanted >= kWordsShown - 1;
  for (int i = 0; i < std::min(p.cols(), below ? kWordsShown - 1 : kWordsShown); ++i) add(i);
  if (below) add(side.wanted);
  draw_large_bars(ui, session, list, area);
}

}  // namespace

void draw_token_losses(Ui& ui, Session& session, bool both, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<AssistantRecord>();
  const auto &before = record.sides[0], &after = record.sides[1];
  const bool alike = both && before.learned == after.learned;
  const auto& side = both ? after : before;
  Rect spans = area.take_top(theme.px(36));
  TallBars bars;
  bars.values = side.losses;
  bars.taken = side.mask;
  bars.title = {};
  bars.role = Role::output;
  bars.least = 0.005;
  if (alike) bars.behind = before.losses;
  TallBarsPlaced placed = place_tall_bars(ui, session, bars, area);
  const double first = side.given - 1.5, last = static_cast<double>(side.learned.size()) - 1.5;
  draw_span(ui, placed.x(-0.5), placed.x(first), spans, "given: not learned", "given",
            theme.soft_ink);
  draw_span(ui, placed.x(first), placed.x(last), spans,
            alike ? "learned: before, and after" : "learned: its loss counts", "learned",
            theme.tensor(Role::output));
  draw_tall_bars(ui, session, bars, area, placed);
  const int place = placed.clicked - (side.given - 1);
  if (placed.clicked >= 0 && place >= 0) session.post(set_option(assistant_options::at, place));
}

void draw_two_places(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<AssistantRecord>();
  std::vector<std::string> words;
  for (const std::string& token : record.sides[1].before_place) words.push_back(on_chip(token));
  words.emplace_back("?");  // its box stays empty: a question ends with that very token
  Rect top = area.take_top(std::min(theme.px(96), 0.24F * area.h));
  const ChipLines chips = lay_out_chips(ui, words, top, false, true, 28);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Rect chip = chips.places[i];
    if (chip.bottom() > top.bottom() + 1) break;
    if (i + 1 == words.size()) {
      ui.canvas.frame(chip, theme.accent, theme.px(2), theme.px(6));
      continue;
    }
    const Color fill = mix(theme.page, theme.ink, 0.09F);
    ui.canvas.fill(chip, fill, theme.px(6));
    ui.canvas.text_in(chip, words[i], chips.type, ink_on(fill), Align::center);
  }
  const float gap = theme.px(28);
  const Rect left = area.take_left((area.w - gap) / 2);
  area.take_left(gap);
  ui.canvas.line({area.x - gap / 2, area.y}, {area.x - gap / 2, area.bottom()}, theme.rule,
                 theme.px(1));
  draw_place_of(ui, session, 0, left);
  draw_place_of(ui, session, 1, area);
}

}  // namespace glassformer
