#include "app/views/vectors/code_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/vectors/code_tree_places.h"
#include "app/widgets/label_places.h"

namespace glassformer {

namespace {

class TreePicture {
 public:
  TreePicture(Ui& ui, Session& session, const CodeTree& tree, Rect area)
      : ui_(ui),
        session_(session),
        tree_(tree),
        run_(session.run()),
        area_(area),
        labels_(area.inset(-ui.theme.px(3), 0)),
        places_(tree_places(run_->tape.value(tree.codes), run_->tape.value(tree.counts))),
        leaves_(set_columns(places_)) {
    if (tree.joined >= 0) set_joins(places_, run_->tape.value(tree.joins));
    for (const TreePlace& place : places_) deepest_ = std::max(deepest_, place.depth);
    lit_.assign(places_.size(), false);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const int word = places_[i].word;
      if (word < 0 || std::ranges::find(tree.words, word) == tree.words.end()) continue;
      for (int up = static_cast<int>(i); up >= 0; up = places_[static_cast<std::size_t>(up)].parent)
        lit_[static_cast<std::size_t>(up)] = true;
    }
  }

  int draw() {
    const Theme& theme = ui_.theme;
    ui_.canvas.fill(area_, theme.panel, theme.px(8));
    ui_.canvas.push_clip(area_);
    if (tree_.joined >= 0) draw_stems();
    for (const bool lit : {false, true}) {
      for (std::size_t i = 1; i < places_.size(); ++i) {
        if (lit_[i] == lit && is_joined(i)) draw_edge(i);
      }
    }
    int clicked = -1;
    for (const bool lit : {true, false}) {
      for (std::size_t i = 0; i < places_.size(); ++i) {
        if (lit_[i] == lit && is_made(places_[i])) draw_place(i, clicked);
      }
    }
    // What is lit has its word and its bits whatever the others then have room for.
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (lit_[i] && places_[i].word >= 0) draw_word(places_[i], true, at(i), radius());
    }
    for (std::size_t i = 1; i < places_.size(); ++i) {
      if (is_told(i)) draw_bit(i, bit_box(i).value_or(bit_box_at(i, 0.5F)));
    }
    // Words before bits: left is 0 and right is 1 also where nothing says so.
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (!lit_[i] && places_[i].word >= 0) draw_word(places_[i], false, at(i), radius());
    }
    for (const TreePlace& place : places_) {
      if (!tree_.turns && tree_.joined < 0) draw_other_bits(place);
    }
    ui_.canvas.pop_clip();
    return clicked;
  }

 private:
  bool is_made(const TreePlace& place) const {
    return tree_.joined < 0 || place.joined <= tree_.joined;
  }
  bool is_joined(std::size_t i) const {  // with what is above it
    return is_made(places_[static_cast<std::size_t>(places_[i].parent)]);
  }

  // What is beside the way whatever the rest has room for: its bits, or the probabilities of both
  // turns at each of its nodes.
  bool is_told(std::size_t i) const {
    if (!is_joined(i)) return false;
    return lit_[i] || (tree_.turns && lit_[static_cast<std::size_t>(places_[i].parent)]);
  }

  Rect inner() const {
    const Theme& theme = ui_.theme;
    Rect inner = area_.inset(theme.px(40), theme.px(20));
    inner.take_bottom(theme.px(20));
    return inner;
  }

  Vec at(std::size_t i) const {
    const Rect inner = this->inner();
    const TreePlace& place = places_[i];
    const float x = leaves_ > 1 ? place.x / static_cast<float>(leaves_ - 1) : 0.5F;
    float y = deepest_ > 0 ? static_cast<float>(place.depth) / static_cast<float>(deepest_) : 0;
    if (tree_.joined >= 0) {
      const double all = std::log1p(std::max(1.0, places_.front().count));
      y = 1 - static_cast<float>(std::log1p(std::max(0.0, place.count)) / all);
    }
    return {inner.x + x * inner.w, inner.y + y * inner.h};
  }

  // While the tree is built each word stands on a bar as high as it counts much.
  void draw_stems() {
    const Theme& theme = ui_.theme;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i].word < 0) continue;
      const Vec top = at(i);
      // A word that has been joined has gone into its node.
      const bool joined = is_joined(i);
      const float wide = std::max(radius(), 0.5F * inner().w / static_cast<float>(leaves_));
      ui_.canvas.fill({top.x - wide / 2, top.y, wide, inner().bottom() - top.y},
                      mix(theme.page, theme.tensor(Role::key), joined ? 0.15F : 0.6F), theme.px(2));
    }
  }

  // The colour that the centre word has everywhere.
  Color on_way() const { return ui_.theme.tensor(Role::query); }

  float radius() const {
    const float column = area_.w / static_cast<float>(std::max(1, leaves_));
    const float level = area_.h / static_cast<float>(deepest_ + 2);
    return std::clamp(std::min(column * 0.42F, level * 0.34F), ui_.theme.px(3),
                      ui_.theme.px(tree_.joined >= 0 || tree_.reach ? 19 : 16));
  }

  void draw_edge(std::size_t i) {
    const TreePlace& place = places_[i];
    const Vec from = at(static_cast<std::size_t>(place.parent)), to = at(i);
    if (lit_[i]) labels_.add_line(from, to);
    ui_.canvas.line(from, to, lit_[i] ? on_way() : edge(), thickness_of(i));
  }
  // As thick as what comes that way, where that is known.
  float thickness_of(std::size_t i) const {
    const Theme& theme = ui_.theme;
    if (tree_.reach && is_told(i))
      return theme.px(1.5F) + theme.px(20) * static_cast<float>(reach_of(places_[i]));
    return theme.px(lit_[i] ? 4 : tree_.joined >= 0 ? 3 : 2);
  }
  Color edge() const { return mix(ui_.theme.page, ui_.theme.soft_ink, 0.75F); }

  // The bit, or how probable it is to turn that way.
  std::string told(std::size_t i) const {
    const TreePlace& place = places_[i];
    const auto& parent = places_[static_cast<std::size_t>(place.parent)];
    if (!tree_.turns || !tree_.p || parent.depth >= run_->tape.shape(tree_.p).cols)
      return std::to_string(place.bit);
    if (hides(session_, cell_of(run_->tape, tree_.p, 0, parent.depth))) return "?";
    // As it is rounded, so that both add up to 1.
    const double left = std::round(100 * run_->tape.value(tree_.p)(0, parent.depth)) / 100;
    return fmt::format("{:.2f}", place.bit == 0 ? left : 1 - left);
  }

  // Beside the way, left of one to the left and right of one to the right; `part` of it is above.
  Rect bit_box_at(std::size_t i, float part) const {
    const Theme& theme = ui_.theme;
    const Vec from = at(static_cast<std::size_t>(places_[i].parent)), to = at(i);
    const Vec along = to - from;
    const float length = std::max(1.0F, std::hypot(along.x, along.y));
    const float side = places_[i].bit == 0 ? -1.0F : 1.0F;
    const Vec away{side * std::abs(along.y) / length, -std::abs(along.x) / length};
    const float w = ui_.canvas.width(told(i), theme.number()), h = 0.75F * theme.number().size;
    const float off =
        std::abs(away.x) * w / 2 + std::abs(away.y) * h / 2 + theme.px(3) + thickness_of(i) / 2;
    const Vec middle = from + along * part + away * off;
    return {middle.x - w / 2, middle.y - h / 2, w, h};
  }

  // Where the bit has room, clear of nodes, of other text and of the lit way.
  std::optional<Rect> bit_box(std::size_t i) const {
    for (const float part : {0.5F, 0.58F, 0.42F, 0.66F, 0.34F}) {
      const Rect box = bit_box_at(i, part);
      const Rect around = box.inset(-ui_.theme.px(2));
      if (labels_.is_free(around) && labels_.lines_under(around).lines == 0) return box;
    }
    return std::nullopt;
  }

  // The two ways down from a node: one bit alone would look like the other's.
  void draw_other_bits(const TreePlace& place) {
    std::vector<std::pair<std::size_t, Rect>> boxes;
    for (const int child : place.children) {
      const auto i = static_cast<std::size_t>(child);
      if (child < 0 || lit_[i] || !is_joined(i)) continue;
      const std::optional<Rect> box = bit_box(i);
      if (!box) return;
      boxes.emplace_back(i, *box);
    }
    for (const auto& [i, box] : boxes) draw_bit(i, box);
  }

  void draw_bit(std::size_t i, const Rect& box) {
    const Type type = ui_.theme.number();
    const float line = ui_.canvas.line_height(type);
    labels_.keep_free(box);
    ui_.canvas.text_in({box.x, box.center().y - line / 2, box.w + 1, line}, told(i), type,
                       lit_[i] ? on_way() : ui_.theme.soft_ink);
  }

  void draw_place(std::size_t i, int& clicked) {
    const Theme& theme = ui_.theme;
    const TreePlace& place = places_[i];
    const bool leaf = place.word >= 0;
    const Vec center = at(i);
    const float radius = this->radius();
    const bool hidden = touch(i, square_around(center, radius), clicked);
    const Color of_leaf = mix(theme.page, theme.tensor(Role::key), 0.35F);
    const Color of_node = tree_.joined >= 0 ? mix(theme.page, on_way(), 0.25F) : theme.page;
    ui_.canvas.circle(center, radius, lit_[i] ? on_way() : leaf ? of_leaf : of_node);
    ui_.canvas.ring(center, radius, lit_[i] ? on_way() : edge(), theme.px(1.5F));
    if (leaf && is_under_pointer(session_, word_of(place))) {
      ui_.canvas.ring(center, radius + theme.px(1), theme.lit, theme.px(2));
    }
    const std::string count = hidden                   ? "?"
                              : lit_[i] && tree_.reach ? fmt::format("{:.2f}", reach_of(place))
                                                       : fmt::format("{:g}", place.count);
    if (ui_.canvas.width(count, theme.number()) < 2 * radius) {
      ui_.canvas.text_in(Rect{center.x, center.y, 0, 0}.inset(-radius), count, theme.number(),
                         lit_[i] ? ink_on(on_way()) : theme.ink, Align::center);
    }
    labels_.keep_free(Rect{center.x, center.y, 0, 0}.inset(-radius));
  }

  // The product of the turns from the root.
  double reach_of(const TreePlace& place) const {
    double product = 1;
    const TreePlace* at = &place;
    while (at->parent >= 0) {
      const TreePlace& parent = places_[static_cast<std::size_t>(at->parent)];
      const double left = tree_.p && parent.depth < run_->tape.shape(tree_.p).cols
                              ? double{run_->tape.value(tree_.p)(0, parent.depth)}
                              : 1;
      product *= at->bit == 0 ? left : 1 - left;
      at = &parent;
    }
    return product;
  }

  std::string word_of(const TreePlace& leaf) const {
    return axis_label(run_->tape.node(tree_.counts).label.cols, leaf.word);
  }

  // A leaf is the count of its word, a fork on the way the probability there. True: it is hidden.
  bool touch(std::size_t i, Rect rect, int& clicked) {
    const TreePlace& place = places_[i];
    if (place.word >= 0) {
      Target cell = cell_of(run_->tape, tree_.counts, 0, place.word);
      cell.word = word_of(place);
      const CellTouch touch = touch_cell(ui_, session_, cell, rect);
      if (touch.clicked) clicked = place.word;
      return touch.hidden;
    }
    const bool is_cell = lit_[i] && tree_.p && place.depth < run_->tape.shape(tree_.p).cols;
    if (is_cell) touch_cell(ui_, session_, cell_of(run_->tape, tree_.p, 0, place.depth), rect);
    return false;
  }

  void draw_word(const TreePlace& place, bool lit, Vec center, float radius) {
    const Theme& theme = ui_.theme;
    const std::string word = word_of(place);
    const Type type = lit ? theme.strong() : theme.small();
    const float w = ui_.canvas.width(word, type), h = ui_.canvas.line_height(type);
    const float below = radius + theme.px(1), beside = radius + theme.px(3) + w / 2;
    // Between close leaves a word goes a little aside, or a line down, or beside its leaf. The lit
    // one, which comes first, has its place at the foot at the least: there are no leaves.
    if (tree_.joined >= 0) center.y = inner().bottom() - radius;  // below its bar
    const float foot = area_.bottom() - theme.px(2) - h - center.y;
    for (const Vec& to :
         {Vec{0, below}, Vec{0.25F * w, below}, Vec{-0.25F * w, below}, Vec{0.5F * w, below},
          Vec{-0.5F * w, below}, Vec{0, below + h}, Vec{beside, -h / 2}, Vec{-beside, -h / 2},
          Vec{0, below + 2 * h}, Vec{0, foot}}) {
      if (to.y == foot && !lit) return;
      Rect box{center.x + to.x - w / 2, center.y + to.y, w, h};
      box.x = std::clamp(box.x, area_.x, std::max(area_.x, area_.right() - w));
      if (!labels_.is_free(box.inset(-theme.px(3), 0))) continue;
      labels_.keep_free(box);
      if (to.y == foot) {
        ui_.canvas.line({center.x, center.y + below}, {center.x, box.y}, on_way(), theme.px(1));
      }
      ui_.canvas.text_in(box.inset(-1, 0), word, type, lit ? on_way() : theme.ink);
      return;
    }
  }

  Ui& ui_;
  Session& session_;
  const CodeTree& tree_;
  const RunPtr run_;
  const Rect area_;
  LabelPlaces labels_;  // nodes, bits and words give way to each other, bits to the lit way, too
  std::vector<TreePlace> places_;
  const int leaves_;
  int deepest_ = 0;
  std::vector<bool> lit_;
};

}  // namespace

int draw_code_tree(Ui& ui, Session& session, const CodeTree& tree, Rect area) {
  return TreePicture(ui, session, tree, area).draw();
}

}  // namespace glassformer
