#include "app/views/parts/word_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/text/number_format.h"

namespace glassformer {

namespace {

std::string written(double value, const WordBars& words) {
  if (!std::isfinite(value)) return "—";
  if (words.whole) return format_count(std::round(value));
  const std::string digits = words.percent
                                 ? fmt::format("{:.1f} %", 100 * std::abs(value))
                                 : fmt::format("{:.{}f}", std::abs(value), words.decimals);
  const bool zero = digits.find_first_of("123456789") == std::string::npos;
  return value < 0 && !zero ? "−" + digits : digits;
}

}  // namespace

Bars bars_of(const Session& session, const WordBars& words) {
  Bars bars;
  bars.full = words.percent || words.to_one ? 1 : 0;
  bars.both_ways = words.around_zero;
  bars.ends = words.ends;
  bars.by_value = words.listed.empty();
  const Tape& tape = session.run()->tape;
  const Mat& values = tape.value(words.values);
  const Label& label = tape.node(words.values).label;
  bars.id = fmt::format("{} {}", tape.node(words.values).path, words.column);
  const int count = words.by_row ? values.rows() : values.cols();
  const std::vector<std::string> names = axis_labels(words.by_row ? label.rows : label.cols, count);
  const auto add = [&](const std::string& name, int i) {
    Bar bar{name, {}};
    bar.lit = !words.touched.empty() && words.touched == name;
    if (i >= 0) {
      const int row = words.by_row ? i : 0, col = words.by_row ? words.column : i;
      bar.cell = cell_of(tape, words.values, row, col);
      bar.value = values(row, col);
      bar.number = written(bar.value, words);
      bar.marked = words.marks && tape.value(words.marks)(row, col) == 1;
      if (words.beside) {
        bar.beside.push_back(
            {cell_of(tape, words.beside, i, 0), format_cell(tape.value(words.beside)(i, 0))});
      }
    }
    bars.bars.push_back(std::move(bar));
  };
  const int end = words.most > 0 ? std::min(count, words.first + words.most) : count;
  for (int i = words.first; words.listed.empty() && i < end; ++i) {
    add(names[static_cast<std::size_t>(i)], i);
  }
  for (const std::string& name : words.listed) {
    const auto found = std::ranges::find(names, name);
    add(name, found == names.end() ? -1 : static_cast<int>(found - names.begin()));
  }
  return bars;
}

WordBarsTouch draw_word_bars(Ui& ui, Session& session, const WordBars& words, Rect area) {
  WordBarsTouch result;
  if (!words.values) return result;
  const Bars bars = bars_of(session, words);
  const BarsTouch touch = draw_bars(ui, session, bars, area);
  const auto bar = [&](int i) -> const Bar& { return bars.bars[static_cast<std::size_t>(i)]; };
  if (touch.hovered >= 0) result.hovered = bar(touch.hovered).name;
  if (touch.double_clicked >= 0) result.double_clicked = bar(touch.double_clicked).name;
  if (touch.clicked >= 0) {
    const Target& cell = bar(touch.clicked).cell;
    result.clicked = words.by_row ? cell.row : cell.col;
  }
  return result;
}

}  // namespace glassformer
