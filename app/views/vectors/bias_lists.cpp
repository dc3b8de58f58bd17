#include "app/views/vectors/bias_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/views/parts/highlight.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/bias.h"
#include "core/scenes/records/printed_bias.h"

namespace glassformer {

namespace {

// At the right of a title: how much of what these vectors know lies as printed.
void draw_agreement(Ui& ui, Session& session, const BiasRecord::Printed& printed, Rect& head) {
  if (!printed.share) return;
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Target target = cell_of(tape, printed.share, 0, 0);
  const int count = tape.shape(printed.value).cols;
  const std::string agree =
      hides(session, target)
          ? "?"
          : fmt::format("{:.0f}", count * double{tape.value(printed.share)(0, 0)});
  const std::string told = fmt::format("{} of {} agree", agree, count);
  const Rect place = head.take_right(ui.canvas.width(told, theme.small()) + theme.px(6));
  touch_cell(ui, session, target, place);
  ui.canvas.text_in(place, told, theme.small(), theme.soft_ink, Align::right);
}

// What the lecture prints, in its order, and where these vectors have it: in two columns.
void draw_listed(Ui& ui, Session& session, const BiasRecord::Printed& printed, WordBars bars,
                 const std::array<const char*, 2>& titles,
                 const std::array<std::vector<std::string>, 2>& lists, Rect area) {
  const Theme& theme = ui.theme;
  const float gap = theme.px(28);
  std::array<Rect, 2> columns{area.take_left((area.w - gap) / 2), {}};
  area.take_left(gap);
  columns[1] = area;
  for (std::size_t c = 0; c < 2; ++c) {
    Rect head = columns[c].take_top(theme.px(28));
    if (c == 1) draw_agreement(ui, session, printed, head);
    text_fitted(ui, head, titles[c], theme.strong(), theme.ink);
    bars.listed = lists[c];
    draw_word_bars(ui, session, bars, columns[c]);
  }
}

void draw_cosines(Ui& ui, Session& session, Var var, Rect area) {
  WordBars bars{var};
  bars.to_one = true;
  draw_word_bars(ui, session, bars, area);
}

void draw_pairs(Ui& ui, Session& session, const char* title, const BiasRecord::Pairs& pairs,
                bool all, Rect area) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  Rect head = area.take_top(theme.px(28));
  const double mean = tape.value(pairs.mean)(0, 0);
  const bool hidden = hides(session, tape.node(pairs.mean).path, 0, 0);
  const std::string told = hidden ? "mean ?" : fmt::format("mean {}", three_decimals(mean));
  // In two columns the places would take the room of the names.
  const int rows = static_cast<int>(all ? pairs.listed.size()
                                        : static_cast<std::size_t>(tape.shape(pairs.cosine).rows));
  const bool places = area.h >= theme.px(20) * static_cast<float>(rows);
  if (places) {
    ui.canvas.text_in(head.take_right(theme.px(56)), "place", theme.small(), theme.soft_ink,
                      Align::right);
  }
  const Rect place = head.take_right(ui.canvas.width(told, theme.small()) + theme.px(6));
  const Target target = cell_of(tape, pairs.mean, 0, 0);
  touch_cell(ui, session, target, place);
  ui.canvas.text_in(place, told, theme.small(), theme.soft_ink, Align::right);
  ui.canvas.text_in(head, title, theme.strong(), theme.ink);
  WordBars bars{pairs.cosine};
  bars.by_row = bars.to_one = true;
  if (places) bars.beside = pairs.place;
  if (all) bars.listed = pairs.listed;
  draw_word_bars(ui, session, bars, area);
}

// A step that is about the pairs gives them the whole stage.
void draw_opposites_alone(Ui& ui, Session& session, const BiasRecord& record, Rect area) {
  const float gap = ui.theme.px(28);
  const Rect left = area.take_left((area.w - gap) / 2);
  area.take_left(gap);
  draw_pairs(ui, session, "Opposites", record.opposites, true, left);
  if (record.alike.cosine) {
    draw_pairs(ui, session, "Similar meaning", record.alike, false, area);
  }
}

}  // namespace

void draw_printed_words(Ui& ui, Session& session, Rect area) {
  const BiasRecord::Printed& printed = session.run()->records.get<BiasRecord>().printed_words;
  WordBars bars{printed.value};
  bars.around_zero = true;
  using printed_bias::he, printed_bias::she;
  draw_listed(ui, session, printed, bars, {"Extreme she", "Extreme he"},
              {{{she.begin(), she.end()}, {he.begin(), he.end()}}}, area);
}

void draw_printed_pairs(Ui& ui, Session& session, Rect area) {
  const BiasRecord::Printed& printed = session.run()->records.get<BiasRecord>().printed_pairs;
  WordBars bars{printed.value};
  bars.to_one = true;
  std::array<std::vector<std::string>, 2> lists;
  for (const auto& pair : printed_bias::stereotypes) lists[0].push_back(pair.name());
  for (const auto& pair : printed_bias::appropriate) lists[1].push_back(pair.name());
  draw_listed(ui, session, printed, bars, {"Gender stereotype", "Gender appropriate"}, lists, area);
}

void draw_analogies(Ui& ui, Session& session, Rect area) {
  draw_cosines(ui, session, session.run()->records.get<BiasRecord>().pairs, area);
}

void draw_bias_neighbours(Ui& ui, Session& session, Rect area) {
  const float gap = ui.theme.px(28);
  const auto& record = session.run()->records.get<BiasRecord>();
  const bool wide = step_focus(session) && step_focus(session) == record.opposites.cosine;
  if (wide) return draw_opposites_alone(ui, session, record, area);
  draw_cosines(ui, session, record.near, area.take_left((area.w - gap) * 0.45F));
  area.take_left(gap);
  const Tape& tape = session.run()->tape;
  // Of the opposites also those that these vectors do not know: the lecture names some.
  const auto count = [&](Var var) { return var ? tape.shape(var).rows : 0; };
  const int opposites =
      record.opposites.cosine ? static_cast<int>(record.opposites.listed.size()) : 0;
  const int alike = count(record.alike.cosine);
  if (opposites + alike == 0) return;
  const float head = ui.theme.px(28), between = ui.theme.px(10);
  const float lines = std::max(0.0F, area.h - 2 * head - between);
  const float line = std::min(ui.theme.px(28), lines / static_cast<float>(opposites + alike));
  const auto part = [&](const char* title, const BiasRecord::Pairs& pairs, int rows) {
    if (rows == 0) return;
    draw_pairs(ui, session, title, pairs, rows > count(pairs.cosine),
               area.take_top(head + line * static_cast<float>(rows)));
    area.take_top(between);
  };
  part("Opposites", record.opposites, opposites);
  part("Similar meaning", record.alike, alike);
}

}  // namespace glassformer
