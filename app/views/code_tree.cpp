#include "app/views/code_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace glassformer {

namespace {

struct Place {
  std::array<int, 2> children{-1, -1};  // of `places`
  int parent = -1;
  int bit = 0;
  int depth = 0;
  int word = -1;  // of a leaf
  double count = 0;
  float x = 0;     // 0 … leaves − 1
  int joined = 0;  // by which join its children came together, from 1; 0: by none, it is a leaf
};

// The prefix tree of the codes; the root is the first place.
std::vector<Place> places_of(const Mat& codes, const Mat& counts) {
  std::vector<Place> places(1);
  for (int w = 0; w < codes.rows(); ++w) {
    int at = 0;
    for (int b = 0; b < codes.cols() && !std::isnan(codes(w, b)); ++b) {
      const int bit = codes(w, b) > 0.5 ? 1 : 0;
      int next = places[static_cast<std::size_t>(at)].children[static_cast<std::size_t>(bit)];
      if (next < 0) {
        next = static_cast<int>(places.size());
        places[static_cast<std::size_t>(at)].children[static_cast<std::size_t>(bit)] = next;
        const int depth = places[static_cast<std::size_t>(at)].depth + 1;
        places.push_back({{-1, -1}, at, bit, depth, -1, 0, 0});
      }
      at = next;
    }
    places[static_cast<std::size_t>(at)].word = w;
    for (int up = at; up >= 0; up = places[static_cast<std::size_t>(up)].parent) {
      places[static_cast<std::size_t>(up)].count += static_cast<double>(counts(0, w));
    }
  }
  return places;
}

// Each join is the first node whose children have its counts and are made already. Nodes with the
// same counts are not told apart by their numbers either.
void set_joins(std::vector<Place>& places, const Mat& joins) {
  const auto is_made = [&](int place) {
    const Place& child = places[static_cast<std::size_t>(place)];
    return child.word >= 0 || child.joined > 0;
  };
  const auto count_of = [&](int place) { return places[static_cast<std::size_t>(place)].count; };
  for (int i = 0; i < joins.rows(); ++i) {
    for (Place& place : places) {
      const auto [one, other] = place.children;
      if (one < 0 || other < 0 || place.joined > 0 || !is_made(one) || !is_made(other)) continue;
      if (count_of(one) != joins(i, 0) || count_of(other) != joins(i, 1)) continue;
      place.joined = i + 1;
      break;
    }
  }
}

// Leaves side by side, what is above them in their middle. Without recursion: a tree of equal words
// is flat, but one of powers of two is as deep as it has words.
int set_columns(std::vector<Place>& places) {
  std::vector<std::pair<int, bool>> open{{0, false}};
  int leaves = 0;
  while (!open.empty()) {
    const auto [at, seen] = open.back();
    open.pop_back();
    Place& place = places[static_cast<std::size_t>(at)];
    if (place.children[0] < 0 && place.children[1] < 0) {
      place.x = static_cast<float>(leaves++);
    } else if (seen) {
      float sum = 0, count = 0;
      for (const int child : place.children) {
        if (child < 0) continue;
        sum += places[static_cast<std::size_t>(child)].x;
        ++count;
      }
      place.x = sum / count;
    } else {
      open.emplace_back(at, true);
      for (const int child : {place.children[1], place.children[0]}) {
        if (child >= 0) open.emplace_back(child, false);
      }
    }
  }
  return leaves;
}

class TreePicture {
 public:
  TreePicture(Ui& ui, Session& session, const CodeTree& tree, Rect area)
      : ui_(ui),
        session_(session),
        tree_(tree),
        run_(session.run()),
        area_(area),
        places_(places_of(run_->tape.value(tree.codes), run_->tape.value(tree.counts))),
        leaves_(set_columns(places_)) {
    if (tree.joined >= 0) set_joins(places_, run_->tape.value(tree.joins));
    for (const Place& place : places_) deepest_ = std::max(deepest_, place.depth);
    lit_.assign(places_.size(), false);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i].word != tree.word || tree.word < 0) continue;
      for (int up = static_cast<int>(i); up >= 0; up = places_[static_cast<std::size_t>(up)].parent)
        lit_[static_cast<std::size_t>(up)] = true;
    }
  }

  int draw() {
    const Theme& theme = ui_.theme;
    ui_.canvas.fill(area_, theme.panel, theme.px(8));
    ui_.canvas.push_clip(area_);
    for (const bool lit : {false, true}) {
      for (std::size_t i = 1; i < places_.size(); ++i) {
        if (lit_[i] == lit && is_joined(i)) draw_edge(i);
      }
    }
    for (const bool lit : {true, false}) {
      for (std::size_t i = 1; i < places_.size(); ++i) {
        if (lit_[i] == lit && is_joined(i)) draw_bit(i);
      }
    }
    int clicked = -1;
    for (const bool lit : {true, false}) {
      for (std::size_t i = 0; i < places_.size(); ++i) {
        if (lit_[i] == lit && is_made(places_[i])) draw_place(i, clicked);
      }
    }
    for (const bool lit : {true, false}) {
      for (std::size_t i = 0; i < places_.size(); ++i) {
        if (lit_[i] == lit && places_[i].word >= 0) draw_word(places_[i], lit, at(i), radius());
      }
    }
    ui_.canvas.pop_clip();
    return clicked;
  }

 private:
  bool is_made(const Place& place) const {
    return tree_.joined < 0 || place.joined <= tree_.joined;
  }
  bool is_joined(std::size_t i) const {  // with what is above it
    return is_made(places_[static_cast<std::size_t>(places_[i].parent)]);
  }

  Vec at(std::size_t i) const {
    const Theme& theme = ui_.theme;
    const Rect inner = area_.inset(theme.px(36), theme.px(30));
    const Place& place = places_[i];
    const float x = leaves_ > 1 ? place.x / static_cast<float>(leaves_ - 1) : 0.5F;
    const float y =
        deepest_ > 0 ? static_cast<float>(place.depth) / static_cast<float>(deepest_) : 0;
    return {inner.x + x * inner.w, inner.y + y * (inner.h - theme.px(18))};
  }

  // The colour that the centre word has everywhere.
  Color on_way() const { return ui_.theme.tensor(Role::query); }

  float radius() const {
    const float column = area_.w / static_cast<float>(std::max(1, leaves_));
    const float level = area_.h / static_cast<float>(deepest_ + 2);
    return std::clamp(std::min(column * 0.42F, level * 0.34F), ui_.theme.px(3), ui_.theme.px(15));
  }

  void draw_edge(std::size_t i) {
    const Theme& theme = ui_.theme;
    const Place& place = places_[i];
    const Vec from = at(static_cast<std::size_t>(place.parent)), to = at(i);
    ui_.canvas.line(from, to, lit_[i] ? on_way() : theme.rule, theme.px(lit_[i] ? 3 : 1.5F));
  }

  // Left of a way to the left, right of one to the right; nowhere if other text is there.
  void draw_bit(std::size_t i) {
    const Theme& theme = ui_.theme;
    const Place& place = places_[i];
    const Vec from = at(static_cast<std::size_t>(place.parent)), to = at(i);
    if (std::hypot(to.x - from.x, to.y - from.y) < 2 * radius() + theme.px(12)) return;
    const std::string bit = std::to_string(place.bit);
    const float w = ui_.canvas.width(bit, theme.number());
    const float h = ui_.canvas.line_height(theme.number());
    const Vec middle = (from + to) * 0.5F;
    const float x = place.bit == 0 ? middle.x - theme.px(6) - w : middle.x + theme.px(6);
    const Rect box{x, middle.y - h * 0.6F, w, h};
    if (!is_free(box)) return;
    taken_.push_back(box);
    ui_.canvas.text_in({box.x, box.y, w + 1, h}, bit, theme.number(),
                       lit_[i] ? on_way() : theme.soft_ink);
  }

  bool is_free(const Rect& box) const {
    return std::none_of(taken_.begin(), taken_.end(),
                        [&](const Rect& other) { return other.overlaps(box); });
  }

  void draw_place(std::size_t i, int& clicked) {
    const Theme& theme = ui_.theme;
    const Place& place = places_[i];
    const bool leaf = place.word >= 0;
    const Vec center = at(i);
    const float radius = this->radius();
    const Touch touch = ui_.touch(Ui::id("tree", i), Rect{center.x, center.y, 0, 0}.inset(-radius));
    touched(touch, place, lit_[i], clicked);
    ui_.canvas.circle(center, radius, lit_[i] ? on_way() : leaf ? theme.raised : theme.page);
    ui_.canvas.ring(center, radius, lit_[i] ? on_way() : theme.rule, theme.px(1.5F));
    const std::string count = fmt::format("{:g}", place.count);
    if (ui_.canvas.width(count, theme.number()) < 2 * radius) {
      ui_.canvas.text_in(Rect{center.x, center.y, 0, 0}.inset(-radius), count, theme.number(),
                         lit_[i] ? ink_on(on_way()) : theme.ink, Align::center);
    }
    taken_.push_back(Rect{center.x, center.y, 0, 0}.inset(-radius));
  }

  void touched(const Touch& touch, const Place& place, bool lit, int& clicked) {
    if (place.word >= 0) {
      if (touch.clicked) clicked = place.word;
      const Target cell{
          Target::Kind::cell, run_->tape.node(tree_.counts).path, 0, place.word, 0, 0};
      if (touch.hovered) session_.next_hover = cell;
    } else if (lit && tree_.p && place.depth < run_->tape.shape(tree_.p).cols) {
      const Target cell{Target::Kind::cell, run_->tape.node(tree_.p).path, 0, place.depth, 0, 0};
      if (touch.hovered) session_.next_hover = cell;
      if (touch.clicked) session_.chosen = cell;
    }
  }

  void draw_word(const Place& place, bool lit, Vec center, float radius) {
    const Theme& theme = ui_.theme;
    const std::string word = axis_label(run_->tape.node(tree_.counts).label.cols, place.word);
    const Type type = lit ? theme.strong() : theme.small();
    const float w = ui_.canvas.width(word, type), h = ui_.canvas.line_height(type);
    const float below = radius + theme.px(1), beside = radius + theme.px(3) + w / 2;
    // Between close leaves a word goes a little aside, or a line down, or beside its leaf.
    for (const Vec& to : {Vec{0, below}, Vec{0.25F * w, below}, Vec{-0.25F * w, below},
                          Vec{0.5F * w, below}, Vec{-0.5F * w, below}, Vec{0, below + h},
                          Vec{beside, -h / 2}, Vec{-beside, -h / 2}, Vec{0, below + 2 * h}}) {
      Rect box{center.x + to.x - w / 2, center.y + to.y, w, h};
      box.x = std::clamp(box.x, area_.x, std::max(area_.x, area_.right() - w));
      if (!is_free(box.inset(-theme.px(3), 0)) || box.bottom() > area_.bottom()) continue;
      taken_.push_back(box);
      ui_.canvas.text_in(box.inset(-1, 0), word, type, lit ? on_way() : theme.ink);
      return;
    }
  }

  Ui& ui_;
  Session& session_;
  const CodeTree& tree_;
  const RunPtr run_;
  const Rect area_;
  std::vector<Place> places_;
  const int leaves_;
  int deepest_ = 0;
  std::vector<bool> lit_;
  std::vector<Rect> taken_;
};

}  // namespace

int draw_code_tree(Ui& ui, Session& session, const CodeTree& tree, Rect area) {
  return TreePicture(ui, session, tree, area).draw();
}

}  // namespace glassformer
