#include "app/views/recurrent/cone.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/views/parts/column_names.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// A word of a layer; layer 0 are the words themselves.
struct Spot {
  int layer = 0, word = 0;
  bool operator==(const Spot&) const = default;
};

class Cone {
 public:
  Cone(Ui& ui, Session& session, const ConvolutionsRecord& record, bool moved, Rect area)
      : ui_(ui),
        session_(session),
        record_(record),
        run_(session.run()),
        tape_(run_->tape),
        moved_(moved ? record.moved : Var{}),
        axis_(tape_.node(record.ways.front()).label.rows) {
    words_ = tape_.shape(record.ways.front()).rows;
    layers_ = moved_ ? tape_.shape(moved_).cols - 1 : static_cast<int>(record.ways.size()) - 1;
    lay_out(area);
  }

  void draw() {
    const std::optional<Spot> top = moved_ ? std::nullopt : spot();
    guessing_ = top && is_asked(*top);
    if (top && !guessing_) mark(*top);
    draw_names();
    draw_lines();
    for (int layer = 0; layer <= layers_; ++layer) {
      for (int word = 0; word < words_; ++word) draw_box({layer, word}, top);
    }
    if (top) draw_ways(*top);
    if (top) draw_count(*top);
  }

 private:
  void lay_out(Rect area) {
    const Theme& theme = ui_.theme;
    const float line = ui_.canvas.line_height(theme.small());
    // "layer 4" in full; the sentence below has the width of all.
    if (!moved_) counts_ = area.take_bottom(ui_.canvas.line_height(theme.body()) + theme.px(4));
    const float named = ui_.canvas.width(layer_name(layers_), theme.small()) + theme.px(14);
    names_ = area.take_left(std::min(named, area.w * 0.16F));
    column_ = area.w / static_cast<float>(words_);
    std::vector<std::string> words = axis_labels(axis_, words_);
    const int swapped = static_cast<int>(value_of(session_.inputs(), ConvolutionsRecord::swap)) - 1;
    if (moved_ && swapped >= 0 && swapped < words_) {
      words[static_cast<std::size_t>(swapped)] =
          value_of(session_.inputs(), ConvolutionsRecord::other);
    }
    labels_.emplace(ui_, std::move(words), column_, theme.body().size);
    if (!moved_) ways_ = area.take_bottom(line + theme.px(4));
    named_ = area.take_bottom(labels_->height() + theme.px(4));
    row_ = area.h / static_cast<float>(layers_ + 1);
    boxes_ = area;
    box_ = {std::min(column_ * 0.76F, theme.px(130)), std::min(row_ * 0.5F, theme.px(54))};
  }

  static std::string layer_name(int layer) {
    return layer == 0 ? "words" : fmt::format("layer {}", layer);
  }

  Rect box_of(Spot spot) const {
    const Vec center{boxes_.x + column_ * (static_cast<float>(spot.word) + 0.5F),
                     boxes_.bottom() - row_ * (static_cast<float>(spot.layer) + 0.5F)};
    return {center.x - box_.x / 2, center.y - box_.y / 2, box_.x, box_.y};
  }

  Var ways(int layer) const { return record_.ways[static_cast<std::size_t>(layer)]; }

  // The class is still guessing what leads there: then nothing of it is drawn.
  bool is_asked(Spot spot) const {
    for (int word = 0; word < words_; ++word) {
      if (hides(session_, tape_.node(ways(spot.layer)).path, spot.word, word)) return true;
    }
    return false;
  }

  // Whose cone is drawn.
  std::optional<Spot> spot() const {
    const auto of = [&](const Target& target) -> std::optional<Spot> {
      if (target.kind != Target::Kind::cell) return {};
      for (int layer = 0; layer <= layers_; ++layer) {
        if (is_of(target, tape_, ways(layer)) && target.row < words_)
          return Spot{layer, target.row};
      }
      return {};
    };
    if (const auto under = of(session_.hover)) return under;
    if (session_.chosen) {
      if (const auto chosen = of(*session_.chosen)) return chosen;
    }
    // A sentence without the step's word: a word in its middle stands for it.
    for (int layer = 1; layer <= layers_; ++layer) {
      if (ways(layer) == step_focus(session_)) return Spot{layer, words_ / 2};
    }
    return Spot{layers_, words_ / 2};
  }

  // Which words lie in the cone, and from which word of the layer above each is read.
  void mark(Spot top) {
    inside_.assign(static_cast<std::size_t>(layers_) + 1,
                   std::vector<bool>(static_cast<std::size_t>(words_)));
    inside_[static_cast<std::size_t>(top.layer)][static_cast<std::size_t>(top.word)] = true;
    for (int layer = top.layer; layer > 0; --layer) {
      for (int word = 0; word < words_; ++word) {
        if (!lies_inside({layer, word})) continue;
        for (const int below : window({layer, word})) {
          inside_[static_cast<std::size_t>(layer) - 1][static_cast<std::size_t>(below)] = true;
        }
      }
    }
  }
  bool lies_inside(Spot spot) const {
    return !inside_.empty() &&
           inside_[static_cast<std::size_t>(spot.layer)][static_cast<std::size_t>(spot.word)];
  }
  std::vector<int> window(Spot spot) const {
    const auto at = static_cast<std::size_t>(spot.layer) - 1;
    std::vector<int> read;
    for (int k = -record_.reach[at]; k <= record_.reach[at]; ++k) {
      const int word = spot.word + k * record_.step[at];
      if (word >= 0 && word < words_) read.push_back(word);
    }
    return read;
  }

  void draw_names() {
    const Theme& theme = ui_.theme;
    for (int layer = 0; layer <= layers_; ++layer) {
      const Rect box = box_of({layer, 0});
      ui_.canvas.text_in({names_.x, box.y, names_.w - theme.px(8), box.h}, layer_name(layer),
                         theme.small(), theme.soft_ink);
    }
    for (int i = 0; i < words_; ++i) {
      const bool strong = lies_inside({0, i});
      labels_->draw(ui_, i, box_of({0, i}).center().x, named_.y + theme.px(2), named_,
                    strong || moved_ ? theme.ink : theme.soft_ink, strong);
    }
  }

  void draw_lines() {
    if (inside_.empty()) return;
    for (int layer = 1; layer <= layers_; ++layer) {
      for (int word = 0; word < words_; ++word) {
        if (!lies_inside({layer, word})) continue;
        const Rect from = box_of({layer, word});
        for (const int below : window({layer, word})) {
          const Rect to = box_of({layer - 1, below});
          ui_.canvas.line({from.center().x, from.bottom()}, {to.center().x, to.y},
                          mix(ui_.theme.page, ui_.theme.accent, 0.8F), ui_.theme.px(2));
        }
      }
    }
  }

  void draw_box(Spot at, std::optional<Spot> top) {
    const Theme& theme = ui_.theme;
    const Rect box = box_of(at);
    const Target cell = moved_ ? cell_of(tape_, moved_, at.word, at.layer)
                               : cell_of(tape_, ways(at.layer), at.word, at.word);
    const CellTouch touch = ring(cell, box);
    Color color = theme.raised;
    if (moved_ && touch.hidden) return draw_hidden(ui_, box, theme.px(6));
    if (moved_) {
      color = theme.signed_value(tape_.value(moved_)(at.word, at.layer), largest_move());
    } else if (top == at) {
      color = theme.accent;
    } else if (lies_inside(at)) {
      color = mix(theme.page, theme.accent, 0.55F);
    }
    ui_.canvas.fill(box, color, theme.px(6));
    if (color == theme.raised) ui_.canvas.frame(box, theme.rule, theme.px(1), theme.px(6));
    if (!moved_) return;
    const std::string number = fitted_number(ui_, tape_.value(moved_)(at.word, at.layer),
                                             theme.number(), box.w - theme.px(2));
    ui_.canvas.text_in(box, number, theme.number(), ink_on(color), Align::center);
  }

  CellTouch ring(const Target& cell, Rect box) {
    const CellTouch touch = touch_cell(ui_, session_, cell, box);
    if (touch.lit) {
      ui_.canvas.frame(box.inset(-ui_.theme.px(2)), ui_.theme.lit, ui_.theme.px(2),
                       ui_.theme.px(7));
    }
    return touch;
  }

  double largest_move() const {
    double largest = 0;
    for (const Real cell : tape_.value(moved_).cells()) {
      if (std::isfinite(cell)) largest = std::max<double>(largest, cell);
    }
    return largest > 0 ? largest : 1;
  }

  // Below each word, in how many ways it leads there.
  void draw_ways(Spot top) {
    const Theme& theme = ui_.theme;
    const Mat& counted = tape_.value(ways(top.layer));
    ui_.canvas.text_in({names_.x, ways_.y, names_.w - theme.px(8), ways_.h}, "ways", theme.small(),
                       theme.soft_ink);
    std::optional<Rect> lit;  // of an answer that is all of the row: one frame
    for (int word = 0; word < words_; ++word) {
      const Rect slot{boxes_.x + column_ * static_cast<float>(word), ways_.y, column_, ways_.h};
      const Target cell = cell_of(tape_, ways(top.layer), top.word, word);
      const CellTouch touch = touch_cell(ui_, session_, cell, slot.inset(theme.px(2)));
      if (touch.lit) lit = lit ? Rect{lit->x, slot.y, slot.right() - lit->x, slot.h} : slot;
      const Real number = counted(top.word, word);
      ui_.canvas.text_in(slot, touch.shown(format_cell(number)), theme.number(),
                         number > 0 || touch.hidden ? theme.ink : theme.faint_ink, Align::center);
    }
    if (lit) ui_.canvas.frame(*lit, theme.lit, theme.px(2), theme.px(7));
  }

  void draw_count(Spot top) {
    const Theme& theme = ui_.theme;
    const Mat& counted = tape_.value(ways(top.layer));
    const auto seen = std::ranges::count_if(counted.row(top.word), [](Real n) { return n > 0; });
    const std::string text =
        top.layer == 0 ? fmt::format("“{}” itself sees no other word", axis_label(axis_, top.word))
                       : fmt::format("in layer {}, “{}” sees {} of {} words", top.layer,
                                     axis_label(axis_, top.word),
                                     guessing_ ? "?" : std::to_string(seen), words_);
    ui_.canvas.text_in(counts_, text, theme.body(), theme.ink, Align::center);
  }

  Ui& ui_;
  Session& session_;
  const ConvolutionsRecord& record_;
  RunPtr run_;
  const Tape& tape_;
  Var moved_;
  Axis axis_;
  bool guessing_ = false;
  int words_ = 0, layers_ = 0;
  std::optional<ColumnNames> labels_;
  float column_ = 0, row_ = 0;
  Vec box_;
  Rect names_, named_, ways_, counts_, boxes_;
  std::vector<std::vector<bool>> inside_;
};

}  // namespace

void draw_cone(Ui& ui, Session& session, const ConvolutionsRecord& record, bool moved, Rect area) {
  if (record.ways.empty()) return;
  Cone(ui, session, record, moved && record.moved, area).draw();
}

}  // namespace glassformer
