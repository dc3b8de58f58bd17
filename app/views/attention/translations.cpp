#include "app/views/attention/translations.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "app/views/parts/touch_cell.h"
#include "core/scenes/records/transformer.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kOneLine = 40, kBothLines = 78;  // px at scale 1

bool is_switched(const Session& session) {
  return static_cast<bool>(session.run()->records.get<TransformerRecord>().original.loss);
}

// Whether there is a source that is translated, or only a text that goes on.
bool is_translated(const Session& session) {
  return !session.run()->tokens[1].empty();
}

constexpr float kWho = 84, kLoss = 108, kGap = 8;  // px at scale 1

// By how much the piece in this row became more or less probable; both judge the same text.
double changed_at(const Tape& tape, const TransformerRecord& record, std::size_t piece) {
  const auto row = static_cast<int>(piece) - 1;
  const int col = record.now.next[piece - 1];
  return std::abs(static_cast<double>(tape.value(record.now.probabilities)(row, col)) -
                  static_cast<double>(tape.value(record.original.probabilities)(row, col)));
}

// The pieces from the second on that have room, in their order: of a text that is judged twice and
// is too long those that changed most, else the first ones.
std::vector<std::size_t> with_room(const Ui& ui, const Tape& tape, const TransformerRecord& record,
                                   const TransformerRecord::Judged& judged, float width) {
  const auto& pieces = tape.node(judged.probabilities).label.rows.labels;
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < pieces.size() && i <= judged.next.size(); ++i) order.push_back(i);
  const float gap = ui.theme.px(kGap), dots = ui.canvas.width("…", ui.theme.small()) + gap;
  const auto wide = [&](std::size_t i) {
    return ui.canvas.width(pieces[i], ui.theme.small()) + gap;
  };
  float all = 0;
  for (const std::size_t i : order) all += wide(i);
  if (all - gap <= width) return order;
  const std::size_t last = order.size();
  if (record.original.probabilities && record.original.next == record.now.next) {
    std::ranges::stable_sort(order, std::greater{},
                             [&](std::size_t i) { return changed_at(tape, record, i); });
  }
  // Pieces that do not stand side by side have dots between them.
  const auto used = [&](const std::vector<std::size_t>& shown) {
    float sum = 0;
    std::size_t before = 0;
    for (const std::size_t i : shown) {
      sum += wide(i) + (i > before + 1 ? dots : 0);
      before = i;
    }
    return sum + (before < last ? dots : 0);
  };
  std::vector<std::size_t> shown;
  for (const std::size_t i : order) {
    std::vector<std::size_t> more = shown;
    more.insert(std::ranges::lower_bound(more, i), i);
    if (used(more) > width) break;
    shown = std::move(more);
  }
  return shown;
}

void draw_translation(Ui& ui, Session& session, const char* who,
                      const TransformerRecord::Judged& judged, Rect row) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const auto& [chances, loss, next] = judged;
  if (!chances || !loss) return;
  const float line = ui.canvas.line_height(theme.small());
  const auto& record = session.run()->records.get<TransformerRecord>();
  // What does not fit beside who translates and the loss stands below them, where it has room.
  Rect ends = row;
  Rect beside = row;
  beside.w -= theme.px(kWho) + theme.px(kLoss);
  const auto fits = [&](const Rect& place) {
    return with_room(ui, tape, record, judged, place.w).size() + 1 >=
           std::min(next.size() + 1, tape.node(chances).label.rows.labels.size());
  };
  if (!fits(beside) && row.h >= 2 * line + theme.px(7)) {
    ends = row.take_top(line);
  } else {
    row = beside;
    row.x += theme.px(kWho);
  }
  ui.canvas.text_in(ends.take_left(theme.px(kWho)), who, theme.small(), theme.faint_ink);
  ui.canvas.text_in(ends.take_right(theme.px(kLoss)),
                    "loss " + format_digits(tape.value(loss)(0, 0), 4), theme.number(), theme.ink,
                    Align::right);
  const Mat& values = tape.value(chances);
  const Label& label = tape.node(chances).label;
  const auto& pieces = label.rows.labels;
  const auto left_out = [&] {
    Rect dots = row.take_left(ui.canvas.width("…", theme.small()) + theme.px(kGap));
    ui.canvas.text({dots.x, dots.center().y - line / 2 - theme.px(2)}, "…", theme.small(),
                   theme.faint_ink);
  };
  std::size_t before = 0;
  for (const std::size_t i : with_room(ui, tape, record, judged, row.w)) {
    if (i > before + 1) left_out();
    before = i;
    const float w = ui.canvas.width(pieces[i], theme.small());
    Rect word = row.take_left(w + theme.px(kGap));
    word.w = w;
    const int col = next[i - 1];
    const auto at = static_cast<int>(i) - 1;  // the row before the word is asked for it
    const Target target = cell_of(tape, chances, at, col);
    const CellTouch touch = touch_cell(ui, session, target, word);
    const float top = word.center().y - line / 2 - theme.px(2);
    ui.canvas.text({word.x, top}, pieces[i], theme.small(), touch.lit ? theme.accent : theme.ink);
    const Rect bar{word.x, top + line + theme.px(1), word.w, theme.px(4)};
    ui.canvas.fill(bar, theme.rule, theme.px(2));
    if (touch.hidden) continue;
    const auto share = static_cast<float>(std::clamp<Real>(values(at, col), 0, 1));
    ui.canvas.fill({bar.x, bar.y, bar.w * share, bar.h}, theme.accent, theme.px(2));
  }
  if (before < std::min(next.size(), pieces.size() - 1)) left_out();
}

}  // namespace

float translations_height(const Ui& ui, const Session& session, bool low) {
  return ui.theme.px(low && !is_switched(session) ? kOneLine : kBothLines);
}

void draw_translations(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const auto& record = session.run()->records.get<TransformerRecord>();
  ui.canvas.fill(area, theme.panel, theme.px(10));
  Rect inner = area.inset(theme.px(14), theme.px(6));
  const bool switched = is_switched(session);
  const bool one_line = area.h < theme.px(kBothLines);
  draw_translation(ui, session, switched ? "switched" : "as trained", record.now,
                   inner.take_top(one_line ? inner.h : inner.h / 2));
  if (switched) {
    draw_translation(ui, session, "as trained", record.original, inner);
  } else if (!one_line) {
    ui.canvas.text_in(inner,
                      is_translated(session)
                          ? "Switch a head and see what becomes of the translation."
                          : "Switch a head and see how well the text is still predicted.",
                      theme.small(), theme.faint_ink);
  }
}

}  // namespace glassformer
