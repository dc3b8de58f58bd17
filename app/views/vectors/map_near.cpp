#include "app/views/vectors/map_near.h"

#include "app/views/parts/set_option.h"
#include "app/views/parts/word_bars.h"
#include "app/widgets/fitting.h"
#include "core/scenes/chosen.h"
#include "core/scenes/records/word_map.h"

namespace glassformer {

Var MapNear::listed(const Session& session, bool tsne) const {
  const WordMapRecord& record = session.run()->records.get<WordMapRecord>();
  const bool cosine_touched = is_of(session.hover, session.run()->tape, record.cosine);
  if (tsne && !cosine_touched && similarities_) return record.tsne.p;
  const bool by_angle =
      value_of(session.inputs(), word_map_options::measure) == word_map_options::measure.initial;
  return by_angle ? record.cosine : record.distance;
}

float MapNear::height(const Ui& ui, const Session& session, bool tsne) const {
  const Var shown = listed(session, tsne);
  return ui.theme.px(12 + 26 + 22) + (tsne ? ui.theme.px(40) : 0) +
         bars_height(ui, shown ? session.run()->tape.shape(shown).cols : 0);
}

std::string MapNear::draw(Ui& ui, Session& session, bool tsne, const std::string& pointed,
                          Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const WordMapRecord& record = run->records.get<WordMapRecord>();
  if (tsne) {
    // The list says whom t-SNE takes for neighbours, or who is near.
    similarities_ = ui.segments("list", {"nearest", "t-SNE's p"}, similarities_ ? 1 : 0,
                                area.take_top(theme.px(34))) == 1;
    area.take_top(theme.px(6));
  }
  const Var near = listed(session, tsne);
  if (near) {
    const std::string word = axis_label(run->tape.node(near).label.rows, 0);
    Rect head = area.take_top(theme.px(26));
    // Among the settings of t-SNE there is no line for what the numbers are.
    const bool low = tsne && area.h < theme.px(200);
    const std::string what = near == record.cosine     ? (low ? "cosine" : "cosine of the angle")
                             : near == record.distance ? "distance"
                             : low                     ? "share"
                                                       : "share of its attention";
    const Rect caption = low ? head.take_right(ui.canvas.width(what, theme.small()) + theme.px(6))
                             : area.take_top(theme.px(22));
    ui.canvas.text_in(caption, what, theme.small(), theme.faint_ink,
                      low ? Align::right : Align::left);
    text_fitted(ui, head, "Neighbours of " + word, theme.strong(), theme.ink);
  }
  const WordBarsTouch touch = draw_word_bars(
      ui, session, {.values = near, .to_one = near == record.cosine, .touched = pointed}, area);
  touched_ = touch.hovered;
  return touch.double_clicked;
}

}  // namespace glassformer
