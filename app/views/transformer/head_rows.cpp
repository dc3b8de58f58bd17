#include "app/views/transformer/head_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/label_places.h"
#include "app/widgets/scale_legend.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr double kLeast = 0.08;  // a weight that has an arc
constexpr float kGap = 4;        // px at scale 1, between two rows
constexpr int kMostLines = 3;    // on which the words stand in turn

class HeadRows {
 public:
  HeadRows(Ui& ui, Session& session, Var looks, int from, Rect area)
      : ui_(ui),
        session_(session),
        var_(looks),
        node_(session.run()->tape.node(looks)),
        values_(session.run()->tape.value(looks)),
        from_(from) {
    const Theme& theme = ui.theme;
    line_ = ui.canvas.line_height(theme.small());
    words_ = axis_labels(node_.label.cols, values_.cols());
    heads_ = axis_labels(node_.label.rows, values_.rows());
    float names = 0, widest = 0;
    for (const std::string& name : heads_)
      names = std::max(names, ui.canvas.width(name, Type{Face::bold, theme.small().size}));
    for (const std::string& word : words_)
      widest = std::max(widest, ui.canvas.width(word, theme.small()));
    Rect legend = area.take_bottom(line_);
    legend_ = legend.take_right(std::min(legend.w, theme.px(190)));
    area.take_bottom(theme.px(4));
    names_ = area.take_left(std::min(names, 0.3F * area.w));
    area.take_left(theme.px(10));
    column_ = area.w / static_cast<float>(std::max(1, values_.cols()));
    lines_ =
        std::clamp(static_cast<int>(std::ceil((widest + theme.px(8)) / column_)), 1, kMostLines);
    const float labels = line_ * static_cast<float>(lines_) + theme.px(6);
    arcs_ = area.take_top(std::min(theme.px(110), 0.28F * area.h));
    labels_ = area.take_top(labels);
    cells_ = area;
    row_ = row_of();
  }

  void draw() {
    draw_rows();
    draw_labels();
    if (row_ >= 0) draw_arcs();
    draw_scale_legend(ui_, node_.label.role, 1, legend_);
  }

 private:
  // The head that is touched, or that the step speaks of.
  int row_of() const {
    const auto here = [&](const Target& target) {
      return target.kind == Target::Kind::cell && target.path == node_.path &&
             values_.contains(target.row, target.col);
    };
    if (here(session_.hover)) return session_.hover.row;
    if (session_.chosen && here(*session_.chosen)) return session_.chosen->row;
    return -1;
  }

  bool hides(int col) const { return glassformer::hides(session_, node_.path, row_, col); }
  double weight(int col) const { return values_(row_, col); }
  bool is_target(int col) const {
    return row_ >= 0 && !hides(col) && col != from_ && weight(col) >= kLeast;
  }
  float middle(int col) const { return cells_.x + column_ * (static_cast<float>(col) + 0.5F); }

  void draw_rows() {
    const Theme& theme = ui_.theme;
    const float high = cells_.h / static_cast<float>(std::max(1, values_.rows()));
    const float gap = std::min(theme.px(kGap), high / 5);
    const float every = std::max(1.0F, std::ceil(line_ * 0.8F / high));
    for (int r = 0; r < values_.rows(); ++r) {
      const bool lit = r == row_;
      const float top = cells_.y + high * static_cast<float>(r);
      for (int c = 0; c < values_.cols(); ++c) {
        const Rect box{cells_.x + column_ * static_cast<float>(c), top + gap / 2,
                       column_ - theme.px(2), high - gap};
        const Target cell{Target::Kind::cell, node_.path, r, c, 0, 0, {}};
        const CellTouch touch = touch_cell(ui_, session_, cell, box);
        if (touch.hidden) {
          draw_hidden(ui_, box, theme.px(3));
        } else {
          ui_.canvas.fill(box, theme.unit_value(std::sqrt(std::max(0.0, double(values_(r, c))))),
                          theme.px(3));
        }
      }
      // Where rows are lower than their names, the lit one's neighbours give way.
      const int step = static_cast<int>(every);
      const bool gives_way = row_ >= 0 && std::abs(r - row_) < step;
      const bool named = lit || (r % step == 0 && !gives_way);
      if (named) {
        ui_.canvas.text_in({names_.x, top + (high - line_) / 2, names_.w, line_},
                           heads_[static_cast<std::size_t>(r)],
                           lit ? Type{Face::bold, theme.small().size} : theme.small(),
                           lit ? theme.ink : theme.soft_ink, Align::right);
      }
      if (lit) {
        ui_.canvas.frame(
            {cells_.x - theme.px(3), top - theme.px(1), cells_.w + theme.px(4), high + theme.px(2)},
            theme.accent, theme.px(3), theme.px(4));
      }
    }
  }

  // The words over their columns; where they have no room in one line they take turns, and those
  // that are spoken of win.
  void draw_labels() {
    const Theme& theme = ui_.theme;
    std::vector<int> order;
    for (int pass = 0; pass < 2; ++pass) {
      for (int c = 0; c < values_.cols(); ++c) {
        if ((c == from_ || is_target(c)) == (pass == 0)) order.push_back(c);
      }
    }
    LabelPlaces places(labels_.inset(-theme.px(4), 0));
    for (const int c : order) {
      const bool lit = c == from_ || is_target(c);
      const Type type = lit ? Type{Face::bold, theme.small().size} : theme.small();
      const std::string& word = words_[static_cast<std::size_t>(c)];
      const float w = ui_.canvas.width(word, type);
      const int line = lines_ - 1 - c % lines_;
      const float x =
          std::clamp(middle(c) - w / 2, cells_.x, std::max(cells_.x, cells_.right() - w));
      const Rect box{x, labels_.y + line_ * static_cast<float>(line), w, line_};
      if (!places.is_free(box.inset(-theme.px(3), 0))) continue;
      places.keep_free(box);
      ui_.canvas.text(box.origin(), word, type, lit ? theme.ink : theme.soft_ink);
      if (box.bottom() + theme.px(4) < cells_.y - theme.px(4)) {
        ui_.canvas.line({middle(c), box.bottom()}, {middle(c), cells_.y - theme.px(2)}, theme.rule,
                        theme.px(1));
      }
    }
  }

  void draw_arcs() {
    const Theme& theme = ui_.theme;
    const Color color = theme.tensor(Role::key);
    int largest = -1;
    for (int c = 0; c < values_.cols(); ++c) {
      if (!hides(c) && (largest < 0 || weight(c) > weight(largest))) largest = c;
    }
    const float foot = arcs_.bottom(), number = ui_.canvas.line_height(theme.number());
    const float x = middle(from_);
    for (int c = 0; c < values_.cols(); ++c) {
      if (!is_target(c)) continue;
      const float to = middle(c), span = std::abs(to - x) / (cells_.w + 1);
      const float high = (arcs_.h - number) * (0.45F + 0.55F * span) * 4 / 3;
      ui_.canvas.bezier({x, foot}, {x, foot - high}, {to, foot - high}, {to, foot},
                        color.alpha(0.35F + 0.65F * static_cast<float>(weight(c))),
                        theme.px(1 + 8 * static_cast<float>(weight(c))));
      if (c == largest) write((x + to) / 2, foot - high * 0.75F, format_cell(weight(c)), color);
    }
    if (largest < 0) return write(x, foot - theme.px(8), "?", theme.accent);
    if (largest == from_) write(x, foot - theme.px(8), format_cell(weight(from_)), color);
  }

  void write(float x, float bottom, const std::string& text, Color color) {
    const Type type{Face::bold, ui_.theme.strong().size};
    const float w = ui_.canvas.width(text, type), h = ui_.canvas.line_height(type);
    const float top = std::max(arcs_.y, bottom - h - ui_.theme.px(5));
    ui_.canvas.text({x - w / 2, top}, text, type, color);
  }

  Ui& ui_;
  Session& session_;
  Var var_;
  const Node& node_;
  const Mat& values_;
  int from_;
  std::vector<std::string> words_, heads_;
  float line_ = 0, column_ = 0;
  int lines_ = 1;  // on which the words stand in turn
  int row_ = -1;   // the head that is spoken of
  Rect arcs_, labels_, names_, cells_, legend_;
};

}  // namespace

void draw_head_rows(Ui& ui, Session& session, Var looks, int from, Rect area) {
  if (!looks || area.w < ui.theme.px(80) || area.h < ui.theme.px(80)) return;
  HeadRows(ui, session, looks, from, area).draw();
}

}  // namespace glassformer
