#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/views/language/piece_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/pieces.h"
#include "core/text/unicode.h"

namespace glassformer {

namespace {

constexpr float kLeastRow = 30, kHighestRow = 118;  // px at scale 1
constexpr float kNarrowest = 0.45F;                 // of a chip's width: then its letters fill it

class SpelledWords {
 public:
  SpelledWords(Ui& ui, Session& session)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<PiecesRecord>()) {}

  void draw(Rect area) {
    const Theme& theme = ui_.theme;
    const std::size_t words = record_.words.size();
    const auto room = static_cast<std::size_t>(std::max(1.0F, area.h / theme.px(kLeastRow)));
    std::size_t shown = std::min(words, room);
    if (shown < words) {
      shown = std::max<std::size_t>(1, shown - 1);
      draw_more(ui_, words - shown, area.take_bottom(theme.px(26)));
    }
    const float high = std::min(theme.px(kHighestRow), area.h / static_cast<float>(shown));
    counts_ = theme.px(12);
    for (std::size_t i = 0; i < shown; ++i) {
      counts_ = std::max(counts_, ui_.canvas.width(count(i), theme.title()) + theme.px(24));
    }
    choose_type(shown, area.w - counts_, high);
    for (std::size_t i = 0; i < shown; ++i) draw_word(i, area.take_top(high));
  }

 private:
  std::string count(std::size_t word) const {
    return fmt::format("× {:g}", record_.words[word].count);
  }

  float chip_width(const std::string& piece) const {
    return ui_.canvas.width(piece, type_) + 1.1F * type_.size;
  }
  float width_of(const Spelled& word) const {
    float width = 0;
    for (const std::string& piece : word.pieces) width += chip_width(piece) + ui_.theme.px(6);
    return width;
  }

  // The largest letters with which every word has room.
  void choose_type(std::size_t words, float room, float high) {
    const Theme& theme = ui_.theme;
    for (const Type& type : {theme.display(), theme.title(), theme.heading(), theme.small()}) {
      type_ = type;
      float widest = 0;
      for (std::size_t i = 0; i < words; ++i) {
        widest = std::max(widest, width_of(record_.words[i]));
      }
      stretch_ = widest > 0 ? std::clamp(room / widest, kNarrowest, 1.7F) : 1;
      if (widest <= room && 1.5F * type.size <= high) return;
    }
  }

  void draw_word(std::size_t i, Rect row) {
    const Theme& theme = ui_.theme;
    const CellTouch touch =
        touch_cell(ui_, session_, cell_of(run_->tape, record_.counts, static_cast<int>(i), 0), row);
    const Rect number = row.take_right(counts_);
    ui_.canvas.text_in(number, touch.shown(count(i)), theme.title(),
                       touch.lit ? theme.accent : theme.ink, Align::right);
    const float high = std::min(0.74F * row.h, 2.6F * type_.size);
    Rect chips{row.x, row.center().y - high / 2, row.w, high};
    const std::string newest =
        record_.merges.empty() ? std::string()
                               : joined(record_.merges.back().left, record_.merges.back().right);
    for (const std::string& piece : record_.words[i].pieces) {
      const float width = chip_width(piece) * stretch_;
      draw_chip({chips.x, chips.y, width, chips.h}, piece, piece == newest);
      chips.take_left(width + theme.px(6) * stretch_);
    }
  }

  // A letter is grey, a piece in colour, and the newest one in full colour.
  void draw_chip(Rect chip, const std::string& piece, bool newest) {
    const Theme& theme = ui_.theme;
    const bool letter = characters(piece).size() == 1;
    const Color color = theme.tensor(Role::value);
    const Color fill = newest   ? color
                       : letter ? mix(theme.page, theme.ink, 0.08F)
                                : mix(theme.page, color, 0.28F);
    ui_.canvas.fill(chip, fill, theme.px(6));
    ui_.canvas.text_in(chip, piece, type_, newest ? ink_on(fill) : theme.ink, Align::center);
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const PiecesRecord& record_;
  Type type_;
  float counts_ = 0, stretch_ = 1;
};

}  // namespace

void draw_spelled_words(Ui& ui, Session& session, Rect area) {
  SpelledWords(ui, session).draw(area);
}

}  // namespace glassformer
