#include <algorithm>
#include <array>
#include <string>

#include "app/views/language/block_pictures.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "app/widgets/motion.h"
#include "core/scenes/records/since_2017.h"

namespace glassformer {

namespace {

constexpr float kHead = 34;  // px at scale 1
// The rows of a block from top to bottom, in units of height: where a norm may stand before and
// behind each sub-layer, the sub-layers, and the sums.
enum Row { kPositions, kBefore1, kAttention, kSum1, kAfter1, kBefore2, kFeed, kSum2, kAfter2 };
constexpr std::array<float, 9> kHeights{0.75F, 0.8F, 2.3F, 0.42F, 0.8F, 0.8F, 1.5F, 0.42F, 0.8F};
constexpr float kGap = 0.24F;  // between two rows, in the same unit

class Block {
 public:
  Block(Ui& ui, const Since2017Record& record, BlockStage stage, bool all, std::string id,
        Rect area)
      : ui_(ui), record_(record), stage_(stage), all_(all), id_(std::move(id)), area_(area) {
    float units = 0;
    for (const float height : kHeights) units += height + kGap;
    unit_ = area.h / units;
    float y = area.y;
    for (std::size_t i = 0; i < kHeights.size(); ++i) {
      tops_[i] = y + unit_ * kGap / 2;
      y += unit_ * (kHeights[i] + kGap);
    }
    lane_ = area.x + 0.1F * area.w;
    branch_ = {area.x + 0.24F * area.w, area.y, 0.76F * area.w, area.h};
  }

  void draw() {
    const float before = glide(ui_, Ui::id(id_ + " norm before"), has(BlockStage::norm_before),
                               static_cast<float>(kMotionSeconds));
    ui_.canvas.line({lane_, area_.y}, {lane_, area_.bottom()}, line_color(), thick());
    draw_head_of_line();
    draw_positions();
    draw_branch(before, kBefore1, kAttention, kSum1);
    draw_branch(before, kBefore2, kFeed, kSum2);
    draw_attention();
    draw_feed_forward();
    draw_norm(before, kBefore1, kAfter1);
    draw_norm(before, kBefore2, kAfter2);
  }

 private:
  float has(BlockStage change) const { return stage_ >= change ? 1.0F : 0.0F; }
  bool lit(std::initializer_list<BlockStage> changes) const {
    const BlockStage now = record_.stage;
    return now != BlockStage::paper && (all_ || std::ranges::find(changes, now) != changes.end());
  }
  Color line_color() const { return mix(ui_.theme.page, ui_.theme.ink, 0.6F); }
  float thick() const { return ui_.theme.px(3); }
  float top(Row row) const { return tops_[row]; }
  float height(Row row) const { return unit_ * kHeights[row]; }
  float middle(Row row) const { return top(row) + height(row) / 2; }
  Rect in_branch(Row row) const { return {branch_.x, top(row), branch_.w, height(row)}; }
  Rect across(Row row) const { return {area_.x, top(row), area_.w, height(row)}; }

  // The line goes on downwards.
  void draw_head_of_line() const {
    const float size = ui_.theme.px(7), y = area_.bottom();
    ui_.canvas.polygon(
        {{lane_ - size, y - 1.4F * size}, {lane_ + size, y - 1.4F * size}, {lane_, y}},
        line_color());
  }

  void draw_box(Rect box, std::string_view first, std::string_view second, Color color,
                bool is_lit) const {
    const Theme& theme = ui_.theme;
    const Color fill = mix(theme.page, color, is_lit ? 0.5F : 0.16F);
    ui_.canvas.fill(box, theme.page, theme.px(7));
    ui_.canvas.fill(box, fill, theme.px(7));
    ui_.canvas.frame(box, is_lit ? theme.lit : mix(theme.page, color, 0.7F),
                     theme.px(is_lit ? 3.0F : 1.5F), theme.px(7));
    if (second.empty()) return draw_words(box, first, theme.strong());
    const float line = std::min(box.h / 2, ui_.canvas.line_height(theme.strong()));
    const float air = (box.h - 2 * line) / 2;
    draw_words({box.x, box.y + air, box.w, line}, first, theme.strong());
    draw_words({box.x, box.y + air + line, box.w, line}, second, theme.body());
  }
  // As large as the box lets them be.
  void draw_words(Rect box, std::string_view words, Type type) const {
    const float room = box.w - ui_.theme.px(8), wide = ui_.canvas.width(words, type);
    if (wide > room) type.size = std::max(ui_.theme.small().size, type.size * room / wide);
    ui_.canvas.text_in({box.x + ui_.theme.px(4), box.y, room, box.h}, words, type, ui_.theme.ink,
                       Align::center);
  }

  // Out of the line, through the sub-layer, and back into the sum.
  void draw_branch(float before, Row norm, Row layer, Row sum) const {
    const float from = top(norm) - unit_ * kGap * 0.3F, x = branch_.center().x;
    const float into = before > 0.5F ? top(norm) : top(layer);
    const Color color = line_color();
    ui_.canvas.line({lane_, from}, {x, from}, color, thick());
    ui_.canvas.line({x, from}, {x, into}, color, thick());
    ui_.canvas.line({x, top(norm)}, {x, top(layer)}, color, thick());
    const float y = middle(sum);
    ui_.canvas.line({x, top(layer) + height(layer)}, {x, y}, color, thick());
    ui_.canvas.line({lane_, y}, {x, y}, color, thick());
    const float radius = 0.5F * height(sum), arm = 0.55F * radius;
    ui_.canvas.circle({lane_, y}, radius, ui_.theme.page);
    ui_.canvas.ring({lane_, y}, radius, color, thick());
    ui_.canvas.line({lane_ - arm, y}, {lane_ + arm, y}, color, thick());
    ui_.canvas.line({lane_, y - arm}, {lane_, y + arm}, color, thick());
  }

  // Sines are added to the line; rotary positions are not.
  void draw_positions() const {
    if (stage_ >= BlockStage::rotary) return;
    draw_box(across(kPositions), "+ sines", "", ui_.theme.tensor(Role::position),
             lit({BlockStage::rotary}));
  }

  // Behind the sum it stands across the line; before the sub-layer the line passes by.
  void draw_norm(float before, Row first, Row last) const {
    const Rect a = across(last), b = in_branch(first);
    const Rect box{a.x + before * (b.x - a.x), a.y + before * (b.y - a.y),
                   a.w + before * (b.w - a.w), a.h + before * (b.h - a.h)};
    const bool rms = stage_ >= BlockStage::rms_norm;
    const bool fits = ui_.canvas.width("LayerNorm", {Face::bold, ui_.theme.small().size}) <
                      b.w - ui_.theme.px(10);
    draw_box(box, rms ? (fits ? "RMS norm" : "RMS") : (fits ? "LayerNorm" : "layer"), "",
             ui_.theme.tensor(Role::value), lit({BlockStage::norm_before, BlockStage::rms_norm}));
  }

  // Below its name its heads, and their key/value heads.
  void draw_attention() const {
    const Rect box = in_branch(kAttention);
    const bool rotary = stage_ >= BlockStage::rotary;
    draw_box(box, "", "", ui_.theme.tensor(Role::query),
             lit({BlockStage::rotary, BlockStage::shared_keys}));
    Rect inner = box.inset(ui_.theme.px(4), 0.06F * box.h);
    draw_words(inner.take_top(0.32F * box.h), "Attention", ui_.theme.strong());
    if (rotary) {
      draw_words(inner.take_top(0.28F * box.h), "rotary", ui_.theme.body());
    } else {
      inner.take_top(0.08F * box.h);
    }
    const int kv = stage_ >= BlockStage::shared_keys ? 2 : kHeads;
    const Rect heads = inner.take_top(inner.h / 2);
    draw_squares(heads, kHeads, ui_.theme.tensor(Role::query));
    draw_squares(inner, kv, ui_.theme.tensor(Role::key));
  }
  void draw_squares(Rect row, int count, Color color) const {
    const float step = 0.8F * row.w / kHeads;
    const float size = std::min(0.7F * row.h, 0.7F * step);
    const float wide = 0.8F * row.w / static_cast<float>(count);
    for (int i = 0; i < count; ++i) {
      const float x =
          row.center().x + wide * (static_cast<float>(i) - (static_cast<float>(count) - 1) / 2);
      ui_.canvas.fill({x - size / 2, row.center().y - size / 2, size, size}, color,
                      ui_.theme.px(2));
    }
  }

  void draw_feed_forward() const {
    const bool gated = stage_ >= BlockStage::gated, biases = stage_ < BlockStage::no_biases;
    const std::string how = std::string(gated ? "SwiGLU" : "ReLU") + (biases ? ", + b" : "");
    const Rect box = in_branch(kFeed);
    const std::string_view name =
        ui_.canvas.width("Feed-forward", {Face::bold, ui_.theme.small().size}) >
                box.w - ui_.theme.px(8)
            ? "FFN"
            : "Feed-forward";
    draw_box(box, name, how, ui_.theme.tensor(Role::output),
             lit({BlockStage::gated, BlockStage::no_biases}));
  }

  static constexpr int kHeads = 4;
  Ui& ui_;
  const Since2017Record& record_;
  const BlockStage stage_;
  const bool all_;
  const std::string id_;
  const Rect area_;
  std::array<float, kHeights.size()> tops_{};
  float unit_ = 0, lane_ = 0;
  Rect branch_;
};

std::string head_of(BlockStage stage) {
  if (stage == BlockStage::paper) return "2017";
  return stage == BlockStage::no_biases ? "today" : "since then";
}

}  // namespace

void draw_two_blocks(Ui& ui, Session& session, bool all, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<Since2017Record>();
  const float gap = 0.06F * area.w, most = 1.05F * (area.h - theme.px(kHead));
  const float wide = std::min((area.w - gap) / 2, most);
  area.x += (area.w - 2 * wide - gap) / 2;
  Rect left = area.take_left(wide);
  area.take_left(gap);
  Rect right = area.take_left(wide);
  const std::array<Rect, 2> heads{left.take_top(theme.px(kHead)), right.take_top(theme.px(kHead))};
  text_fitted(ui, heads[0], "2017", theme.title(), theme.ink, Align::center);
  text_fitted(ui, heads[1], head_of(record.stage), theme.title(), theme.ink, Align::center);
  Block(ui, record, BlockStage::paper, all, "paper", left).draw();
  Block(ui, record, record.stage, all, "today", right).draw();
}

}  // namespace glassformer
