#include "app/views/attention/translations.h"
#include "app/views/parts/touch_cell.h"

#include <algorithm>

#include "core/scenes/records/transformer.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kOneLine = 40, kBothLines = 78;  // px at scale 1

bool is_switched(const Session& session) {
  return static_cast<bool>(session.run()->records.get<TransformerRecord>().original.loss);
}

void draw_translation(Ui& ui, Session& session, const char* who,
                      const TransformerRecord::Judged& judged, Rect row) {
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const auto& [chances, loss] = judged;
  if (!chances || !loss) return;
  ui.canvas.text_in(row.take_left(theme.px(84)), who, theme.small(), theme.faint_ink);
  ui.canvas.text_in(row.take_right(theme.px(108)),
                    "loss " + format_digits(tape.value(loss)(0, 0), 4), theme.number(), theme.ink,
                    Align::right);
  const Mat& values = tape.value(chances);
  const Label& label = tape.node(chances).label;
  const auto& pieces = label.rows.labels;
  const auto& words = label.cols.labels;
  const float line = ui.canvas.line_height(theme.small());
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const float w = ui.canvas.width(pieces[i], theme.small());
    if (w > row.w) break;
    Rect word = row.take_left(w + theme.px(8));
    word.w = w;
    const auto found = std::find(words.begin(), words.end(), pieces[i]);
    if (found == words.end()) continue;
    const auto col = static_cast<int>(found - words.begin());
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
    ui.canvas.text_in(inner, "Switch a head and see what becomes of the translation.",
                      theme.small(), theme.faint_ink);
  }
}

}  // namespace glassformer
