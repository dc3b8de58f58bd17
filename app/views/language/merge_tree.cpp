#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/views/language/piece_pictures.h"
#include "app/views/parts/sliding.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/label_places.h"
#include "app/widgets/motion.h"
#include "core/scenes/records/pieces.h"

namespace glassformer {

namespace {

constexpr float kHighestLevel = 150, kHighestBox = 62;  // px at scale 1

class TreeOfPieces {
 public:
  TreeOfPieces(Ui& ui, Session& session, Rect area)
      : ui_(ui),
        session_(session),
        run_(session.run()),
        record_(run_->records.get<PiecesRecord>()),
        nodes_(record_.tree.nodes),
        area_(area),
        grown_(ui, "merges of " + record_.word) {
    levels_.assign(nodes_.size(), 0);
    x_.assign(nodes_.size(), 0);
    int letters = 0, highest = 0;
    for (const Node& node : nodes_) letters += node.merge < 0 ? 1 : 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      if (node.merge >= 0) levels_[i] = 1 + std::max(level(node.left), level(node.right));
      highest = std::max(highest, levels_[i]);
      x_[i] = (static_cast<float>(node.begin) + static_cast<float>(node.end)) / 2;
    }
    column_ = area.w / static_cast<float>(std::max(1, letters));
    rise_ = std::min(ui.theme.px(kHighestLevel), area.h / (static_cast<float>(highest) + 1));
    box_ = std::min(ui.theme.px(kHighestBox), 0.62F * rise_);
    const float height = rise_ * static_cast<float>(highest) + box_;
    foot_ = area.y + (area.h + height) / 2 - box_ / 2;
    left_ = area.x;
  }

  void draw() {
    // While it is asked what comes of the letters, they are all that is seen.
    const bool hidden =
        record_.pieces && hides(session_, cell_of(run_->tape, record_.pieces, 0, 0));
    large_ = glide(ui_, Ui::id("letters of " + record_.word), hidden ? 1 : 0,
                   static_cast<float>(kMotionSeconds));
    std::vector<float> grown;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const bool made = nodes_[i].merge >= 0;
      const Sliding::Row row = grown_.row(std::to_string(i), 0, static_cast<int>(i));
      // First the letters become small.
      const float room = std::clamp(1 - 2 * large_, 0.0F, 1.0F);
      grown.push_back(made ? room * grown_.bar(row, 1, hidden) : 1);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].merge < 0 || grown[i] <= 0 || hidden) continue;
      draw_edge(nodes_[i].left, static_cast<int>(i), grown[i]);
      draw_edge(nodes_[i].right, static_cast<int>(i), grown[i]);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].merge >= 0 && (hidden || grown[i] <= 0)) continue;
      draw_node(static_cast<int>(i), grown[i], hidden);
    }
  }

 private:
  using Node = MergeTree::Node;
  int level(int node) const { return levels_[static_cast<std::size_t>(node)]; }
  Vec at(int node) const {
    return {left_ + column_ * x_[static_cast<std::size_t>(node)],
            foot_ - rise_ * static_cast<float>(level(node))};
  }
  // A node rises out of the higher of its two parts.
  Vec at(int node, float grown) const {
    const Node& made = nodes_[static_cast<std::size_t>(node)];
    Vec place = at(node);
    if (made.merge < 0) return place;
    const float from = std::min(at(made.left).y, at(made.right).y);
    place.y = from + (place.y - from) * grown;
    return place;
  }

  bool is_root(int node) const { return std::ranges::count(record_.tree.roots, node) > 0; }

  void draw_edge(int from, int to, float grown) {
    const Vec below = at(from), above = at(to, grown);
    ui_.canvas.line({below.x, below.y - box_ / 2}, {above.x, above.y + box_ / 2},
                    mix(ui_.theme.page, ui_.theme.soft_ink, 0.75F), ui_.theme.px(2.5F));
  }

  void draw_node(int i, float grown, bool hidden) {
    const Theme& theme = ui_.theme;
    const Node& node = nodes_[static_cast<std::size_t>(i)];
    const Vec center = at(i, grown);
    const bool letter = node.merge < 0;
    const Type type = box_ >= theme.px(44) ? theme.display() : theme.title();
    const float text = ui_.canvas.width(node.piece, type);
    float most = column_ * static_cast<float>(node.end - node.begin) - theme.px(8);
    if (!letter) {  // the count beside it has room before the next node
      const float beside = ui_.canvas.width(count_of(node), theme.strong()) + theme.px(8);
      most = std::max(std::min(most, text + theme.px(10)), most - beside);
    }
    const float width = std::min(most, std::max(text + theme.px(30), 1.3F * box_));
    Rect box{center.x - width / 2, center.y - box_ / 2, width, box_};
    if (letter && large_ > 0) {
      draw_large(node, mixed(box, {center.x - 0.46F * column_, area_.y + 0.12F * area_.h,
                                   0.92F * column_, 0.76F * area_.h}));
      return;
    }
    const bool whole = is_root(i) && !letter && !hidden;
    const Color piece = theme.tensor(Role::value);
    const Color fill = whole                             ? piece
                       : letter && is_root(i) && !hidden ? mix(theme.page, piece, 0.28F)
                       : letter                          ? mix(theme.page, theme.ink, 0.08F)
                                                         : theme.page;
    bool lit = false;
    if (!letter) {
      const CellTouch touch =
          touch_cell(ui_, session_, cell_of(run_->tape, record_.merged, node.merge, 0), box);
      lit = touch.lit;
      draw_count(i, touch, box);
    }
    ui_.canvas.fill(box, fill, theme.px(7));
    if (!whole && !letter) ui_.canvas.frame(box, theme.soft_ink, theme.px(1.5F), theme.px(7));
    if (lit) ui_.canvas.frame(box, theme.lit, theme.px(3), theme.px(7));
    ui_.canvas.text_in(box, node.piece, type, whole ? ink_on(fill) : theme.ink, Align::center);
  }

  // Letters alone fill the picture, and become small as the tree grows out of them.
  void draw_large(const Node& node, Rect box) {
    const Theme& theme = ui_.theme;
    const float large = std::clamp(0.62F * column_, theme.px(14), theme.px(84));
    const Type type{Face::bold, theme.display().size + large_ * (large - theme.display().size)};
    ui_.canvas.fill(box, mix(theme.page, theme.ink, 0.08F), theme.px(7));
    ui_.canvas.text_in(box, node.piece, type, theme.ink, Align::center);
  }
  Rect mixed(const Rect& small, const Rect& large) const {
    const auto between = [this](float a, float b) { return a + large_ * (b - a); };
    return {between(small.x, large.x), between(small.y, large.y), between(small.w, large.w),
            between(small.h, large.h)};
  }

  std::string count_of(const Node& node) const {
    return fmt::format("{:g} ×", record_.merges[static_cast<std::size_t>(node.merge)].count);
  }

  // How often the pair came: right of the node, or left of it where a branch passes on the right.
  void draw_count(int i, const CellTouch& touch, const Rect& box) {
    const Type type = ui_.theme.strong();
    const std::string text = touch.shown(count_of(nodes_[static_cast<std::size_t>(i)]));
    const float width = ui_.canvas.width(text, type) + 1, high = ui_.canvas.line_height(type);
    const float gap = ui_.theme.px(8), y = box.center().y - high / 2;
    const Rect right{box.right() + gap, y, width, high}, left{box.x - gap - width, y, width, high};
    const Rect at =
        is_crossed(right) && !is_crossed(left) && left.x >= area_.x && is_free_of_nodes(i, left)
            ? left
            : right;
    ui_.canvas.fill(at.inset(-ui_.theme.px(3), 0), ui_.theme.page);  // a line may pass here
    ui_.canvas.text_in(at, text, type, ui_.theme.accent);
  }
  bool is_crossed(const Rect& box) const {
    const auto passes = [&](int from, int to) {
      const Vec below = at(from), above = at(to);
      return crosses({below.x, below.y - box_ / 2}, {above.x, above.y + box_ / 2}, box);
    };
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      const auto to = static_cast<int>(i);
      if (node.merge >= 0 && (passes(node.left, to) || passes(node.right, to))) return true;
    }
    return false;
  }
  // Of the other nodes of its level, which may be as wide as their letters.
  bool is_free_of_nodes(int i, const Rect& box) const {
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      const auto other = static_cast<int>(k);
      if (other == i || level(other) != level(i)) continue;
      const float half = column_ * static_cast<float>(nodes_[k].end - nodes_[k].begin) / 2;
      if (at(other).x - half < box.right() && at(other).x + half > box.x) return false;
    }
    return true;
  }

  Ui& ui_;
  Session& session_;
  const RunPtr run_;
  const PiecesRecord& record_;
  const std::vector<Node>& nodes_;
  const Rect area_;
  Sliding grown_;
  std::vector<int> levels_;
  std::vector<float> x_;  // of the middle, in letters
  float column_ = 0, rise_ = 0, box_ = 0, foot_ = 0, left_ = 0;
  float large_ = 0;  // 1: the letters alone, large
};

}  // namespace

void draw_merge_tree(Ui& ui, Session& session, Rect area) {
  TreeOfPieces(ui, session, area).draw();
}

}  // namespace glassformer
