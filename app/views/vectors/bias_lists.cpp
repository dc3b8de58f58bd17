#include "app/views/vectors/bias_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/views/parts/large_bars.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/leaning_bars.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/bias.h"
#include "core/scenes/records/printed_bias.h"

namespace glassformer {

namespace {

constexpr float kTitle = 30, kRow = 26, kNote = 24, kGap = 24;  // px at scale 1

// What the vectors lack is only counted, below the rest. A list that is too long for large letters
// is set in small ones.
void draw_list(Ui& ui, Session& session, const std::string& title, Bars bars, Rect area) {
  const Theme& theme = ui.theme;
  const auto lacks = [](const Bar& bar) { return bar.cell.kind != Target::Kind::cell; };
  const auto lacking = std::ranges::count_if(bars.bars, lacks);
  std::erase_if(bars.bars, lacks);
  if (lacking > 0) {
    text_fitted(ui, area.take_bottom(theme.px(kNote)), fmt::format("{} not learned", lacking),
                theme.small(), theme.soft_ink);
  }
  const float rows = theme.px(kRow) * static_cast<float>(bars.bars.size());
  if (theme.px(kTitle) + rows > area.h) {
    text_fitted(ui, area.take_top(theme.px(kTitle)), title, theme.strong(), theme.soft_ink);
    draw_bars(ui, session, bars, area);
    return;
  }
  draw_large_bars(ui, session, {title, title, std::move(bars)}, area);
}

Bars cosines_of(const Session& session, Var var) {
  WordBars bars{var};
  bars.to_one = true;
  return bars_of(session, bars);
}

std::string agreement(const Session& session, const BiasRecord::Printed& printed) {
  if (!printed.share) return {};
  const Tape& tape = session.run()->tape;
  const int count = tape.shape(printed.value).cols;
  if (hides(session, cell_of(tape, printed.share, 0, 0)))
    return fmt::format("? of {} agree", count);
  return fmt::format("{:.0f} of {} agree", count * double{tape.value(printed.share)(0, 0)}, count);
}

}  // namespace

void draw_printed_words(Ui& ui, Session& session, Rect area) {
  const BiasRecord::Printed& printed = session.run()->records.get<BiasRecord>().printed_words;
  using printed_bias::he, printed_bias::she;
  WordBars bars{printed.value};
  bars.around_zero = true;
  LeaningBars leaning;
  for (const auto& list : {she, he}) {
    bars.listed.insert(bars.listed.end(), list.begin(), list.end());
  }
  if (printed.value) {
    leaning.bars = bars_of(session, bars);
  } else {
    for (const std::string& name : bars.listed) leaning.bars.bars.push_back({name, {}});
  }
  leaning.heads = {"Extreme she", "Extreme he"};
  leaning.note = agreement(session, printed);
  draw_leaning_bars(ui, session, leaning, area);
}

void draw_printed_pairs(Ui& ui, Session& session, Rect area) {
  const BiasRecord::Printed& printed = session.run()->records.get<BiasRecord>().printed_pairs;
  WordBars bars{printed.value};
  bars.to_one = true;
  std::array<std::vector<std::string>, 2> lists;
  for (const auto& pair : printed_bias::stereotypes) lists[0].push_back(pair.name());
  for (const auto& pair : printed_bias::appropriate) lists[1].push_back(pair.name());
  const float gap = ui.theme.px(kGap);
  std::array<Rect, 2> columns{area.take_left((area.w - gap) / 2), {}};
  area.take_left(gap);
  columns[1] = area;
  for (std::size_t c = 0; c < 2; ++c) {
    Bars list;
    bars.listed = lists[c];
    if (printed.value) {
      list = bars_of(session, bars);
    } else {
      for (const std::string& name : lists[c]) list.bars.push_back({name, {}});
    }
    draw_list(ui, session, c == 0 ? "Gender stereotype" : "Gender appropriate", std::move(list),
              columns[c]);
  }
}

void draw_analogies(Ui& ui, Session& session, Rect area) {
  const Var pairs = session.run()->records.get<BiasRecord>().pairs;
  if (!pairs) return;
  draw_list(ui, session, "Pairs along the direction", cosines_of(session, pairs), area);
}

void draw_pairs_along(Ui& ui, Session& session, Rect area) {
  WordBars bars{session.run()->records.get<BiasRecord>().pairs_along};
  if (!bars.values) return;
  bars.by_row = bars.to_one = true;
  draw_list(ui, session, "Each pair against the mean of all", bars_of(session, bars), area);
}

void draw_bias_neighbours(Ui& ui, Session& session, Rect area) {
  const Var near = session.run()->records.get<BiasRecord>().near;
  if (!near) return;
  const std::string word = axis_label(session.run()->tape.node(near).label.rows, 0);
  draw_list(ui, session, fmt::format("Closest to “{}”", word), cosines_of(session, near), area);
}

void draw_bias_pairs(Ui& ui, Session& session, const std::string& title,
                     const BiasRecord::Pairs& pairs, Rect area) {
  if (!pairs.cosine) return;
  const Tape& tape = session.run()->tape;
  const Target mean = cell_of(tape, pairs.mean, 0, 0);
  touch_cell(ui, session, mean, {area.x, area.y, area.w, ui.theme.px(kTitle)});
  WordBars bars{pairs.cosine};
  bars.by_row = bars.to_one = true;
  bars.listed = pairs.listed;
  const std::string told =
      hides(session, mean) ? "?" : three_decimals(double{tape.value(pairs.mean)(0, 0)});
  draw_list(ui, session, fmt::format("{}: mean {}", title, told), bars_of(session, bars), area);
}

void draw_moved(Ui& ui, Session& session, std::size_t which, Rect area) {
  const BiasRecord::Near& near = session.run()->records.get<BiasRecord>().moved[which];
  if (!near.cosine) return;
  const std::string word = axis_label(session.run()->tape.node(near.cosine).label.rows, 0);
  WordBars bars{.values = near.cosine, .to_one = true, .marks = near.found};
  draw_list(ui, session, fmt::format("“{}”, {}", word, which == 0 ? "before" : "neutralised"),
            bars_of(session, bars), area);
}

}  // namespace glassformer
