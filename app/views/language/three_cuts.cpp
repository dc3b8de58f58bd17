#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/views/language/piece_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/pieces.h"

namespace glassformer {

namespace {

using Cut = PiecesRecord::Cut;

class ThreeCuts {
 public:
  ThreeCuts(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<PiecesRecord>()) {}

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    const float names = std::min(0.28F * area.w, theme.px(210));
    choose_type(area.w - names, area.h);
    float used = 0;
    std::vector<float> heights;
    for (const auto& cut : record_.cuts) {
      heights.push_back(line() * static_cast<float>(lines(cut, area.w - names)));
      used += heights.back();
    }
    const float gap = std::max(0.0F, area.h - used) / static_cast<float>(record_.cuts.size());
    for (std::size_t i = 0; i < record_.cuts.size(); ++i) {
      Rect row = area.take_top(heights[i] + gap);
      if (i > 0) ui_.canvas.line({row.x, row.y}, {row.right(), row.y}, theme.rule, theme.px(1));
      draw_name(static_cast<int>(i), row.take_left(names));
      row.y += gap / 2;
      row.h -= gap / 2;
      draw_cut(static_cast<int>(i), row);
    }
  }

 private:
  float line() const { return 2.2F * type_.size; }
  float width(const Cut& cut) const {
    return ui_.canvas.width(cut.piece, type_) + 0.7F * type_.size;
  }
  float gap() const { return 0.22F * type_.size; }

  int lines(const std::vector<Cut>& cut, float room) const {
    int count = 1;
    float at = 0;
    for (const Cut& one : cut) {
      if (at > 0 && at + width(one) > room) ++count, at = 0;
      at += width(one) + gap();
    }
    return count;
  }

  // The largest letters with which all three have room.
  void choose_type(float room, float high) {
    const Theme& theme = ui_.theme;
    for (const Type& type :
         {theme.display(), theme.title(), theme.heading(), theme.body(), theme.small()}) {
      type_ = {Face::text, type.size};
      float used = 0;
      for (const auto& cut : record_.cuts) used += line() * static_cast<float>(lines(cut, room));
      if (used <= high) return;
    }
  }

  void draw_name(int way, Rect place) {
    const Theme& theme = ui_.theme;
    const Tape& tape = run_->tape;
    const CellTouch touch =
        touch_cell(ui_, session_, cell_of(tape, record_.lengths, way, 0), place);
    const std::string name = axis_label(tape.node(record_.lengths).label.rows, way);
    const float middle = place.center().y;
    const std::string count = touch.shown(fmt::format("{:g}", tape.value(record_.lengths)(way, 0)));
    ui_.canvas.text_in({place.x, middle - theme.px(34), place.w, theme.px(38)}, count,
                       theme.display(), touch.lit ? theme.accent : theme.ink);
    text_fitted(ui_, {place.x, middle + theme.px(2), place.w - theme.px(10), theme.px(26)}, name,
                theme.small(), theme.soft_ink);
  }

  void draw_cut(int way, Rect area) {
    const std::vector<Cut>& cut = record_.cuts[static_cast<std::size_t>(way)];
    // Which of them are unknown may be asked.
    const bool hidden = hides(session_, cell_of(run_->tape, record_.unknown, way, 0));
    Vec at = area.origin();
    for (std::size_t i = 0; i < cut.size(); ++i) {
      if (at.x > area.x && at.x + width(cut[i]) > area.right()) at = {area.x, at.y + line()};
      if (at.y + line() > area.bottom() + 1) {
        draw_more(ui_, cut.size() - i, {area.x, area.bottom() - line(), area.w, line()});
        return;
      }
      const Rect chip{at.x, at.y + 0.15F * type_.size, width(cut[i]), line() - 0.3F * type_.size};
      draw_chip(cut[i].unknown && !hidden, cut[i].piece, chip);
      at.x += width(cut[i]) + gap();
    }
  }

  // What is not in the vocabulary has a frame and no ground: nothing is known of it.
  void draw_chip(bool unknown, const std::string& piece, Rect chip) {
    const Theme& theme = ui_.theme;
    if (unknown) {
      ui_.canvas.frame(chip, theme.error, theme.px(2), theme.px(5));
    } else {
      ui_.canvas.fill(chip, mix(theme.page, theme.tensor(Role::value), 0.28F), theme.px(5));
    }
    ui_.canvas.text_in(chip, piece, type_, unknown ? theme.error : theme.ink, Align::center);
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const PiecesRecord& record_;
  Type type_;
};

}  // namespace

void draw_three_cuts(Ui& ui, Session& session, Rect area) {
  ThreeCuts(ui, session).draw(area);
}

}  // namespace glassformer
