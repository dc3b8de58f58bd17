#include <algorithm>
#include <string>

#include "app/views/language/piece_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/pieces.h"

namespace glassformer {

namespace {

constexpr float kLetters = 64, kLeastRow = 28, kHighestRow = 74;  // px at scale 1

// Letters without the mark of WordPiece, as they stand in the word.
std::string bare(const std::string& letter) {
  return letter.starts_with(kInsideMark) && letter.size() > kInsideMark.size()
             ? letter.substr(kInsideMark.size())
             : letter;
}

}  // namespace

void draw_longest_match(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<PiecesRecord>();
  const auto letters = static_cast<float>(std::max<std::size_t>(1, record.letters.size()));
  const float column = std::min(theme.px(150), area.w / letters);
  const Color color = theme.tensor(Role::value);
  const Rect top = area.take_top(theme.px(kLetters));
  for (std::size_t i = 0; i < record.letters.size(); ++i) {
    ui.canvas.text_in({top.x + column * static_cast<float>(i), top.y, column, top.h},
                      bare(record.letters[i]), theme.display(), theme.ink, Align::center);
  }
  const std::size_t tries = record.tries.size();
  const auto room = static_cast<std::size_t>(std::max(1.0F, area.h / theme.px(kLeastRow)));
  const std::size_t shown = tries <= room ? tries : room - 1;
  if (shown < tries) draw_more(ui, tries - shown, area.take_bottom(theme.px(26)));
  const float high =
      std::min(theme.px(kHighestRow), area.h / static_cast<float>(std::max<std::size_t>(1, shown)));
  const Type type = high >= theme.px(40) ? theme.title() : theme.small();
  for (std::size_t i = 0; i < shown; ++i) {
    const PiecesRecord::Try& one = record.tries[i];
    const Rect row = area.take_top(high);
    const Rect bar = Rect{row.x + column * static_cast<float>(one.begin), row.y,
                          column * static_cast<float>(one.end - one.begin), row.h}
                         .inset(theme.px(3), std::min(theme.px(6), 0.12F * high));
    const CellTouch touch =
        touch_cell(ui, session, cell_of(run->tape, record.tried, static_cast<int>(i), 0), bar);
    if (touch.hidden) {
      // Neither how far the next try reaches nor how many there are.
      const float wide = column * static_cast<float>(record.letters.size());
      draw_hidden(ui, {row.x, row.y, wide, area.bottom() - row.y}, theme.px(7));
      break;
    }
    const Color fill = one.known ? color : mix(theme.page, theme.ink, 0.06F);
    ui.canvas.fill(bar, fill, theme.px(7));
    if (touch.lit) ui.canvas.frame(bar, theme.lit, theme.px(3), theme.px(7));
    ui.canvas.text_in(bar, one.piece, type, one.known ? ink_on(fill) : theme.faint_ink,
                      Align::center);
    if (one.known) continue;
    // Struck: it is not in the vocabulary.
    const float half = std::min(bar.w, ui.canvas.width(one.piece, type)) / 2 + theme.px(6);
    ui.canvas.line({bar.center().x - half, bar.center().y}, {bar.center().x + half, bar.center().y},
                   theme.soft_ink, theme.px(2));
  }
}

}  // namespace glassformer
