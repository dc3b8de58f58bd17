#include "app/views/vectors/bias_left.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>

#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/bias.h"

namespace glassformer {

namespace {

constexpr std::array<const char*, 2> kSides{"before", "after"};

const BiasRecord& record_of(const Session& session) {
  return session.run()->records.get<BiasRecord>();
}

// A share in per cent that can be touched, behind the words that say of what.
void draw_share(Ui& ui, Session& session, const std::string& what, Var share, Rect row) {
  if (!share) return;
  const Theme& theme = ui.theme;
  const Tape& tape = session.run()->tape;
  const Target target = cell_of(tape, share, 0, 0);
  const CellTouch touch = touch_cell(ui, session, target, row);
  if (touch.lit) ui.canvas.fill(row, theme.pressed, theme.px(5));
  const std::string number =
      touch.shown(fmt::format("{:.1f} %", 100 * double{tape.value(share)(0, 0)}));
  const Rect place = row.take_right(ui.canvas.width("100.0 %", theme.number()) + theme.px(6));
  ui.canvas.text_in(place, number, theme.number(), theme.ink, Align::right);
  text_fitted(ui, row, what, theme.small(), theme.soft_ink);
}

}  // namespace

void draw_moved(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const auto& record = record_of(session);
  const float gap = theme.px(28);
  std::array<Rect, 2> columns{area.take_left((area.w - gap) / 2), {}};
  area.take_left(gap);
  columns[1] = area;
  for (std::size_t s = 0; s < 2; ++s) {
    Rect& column = columns[s];
    const BiasRecord::Near& near = record.moved[s];
    if (!near.cosine) continue;
    const std::string word = axis_label(session.run()->tape.node(near.cosine).label.rows, 0);
    text_fitted(ui, column.take_top(theme.px(30)),
                fmt::format("“{}” {} neutralising", word, kSides[s]), theme.strong(), theme.ink);
    Rect foot = column.take_bottom(theme.px(24));
    draw_word_bars(ui, session, {.values = near.cosine, .to_one = true, .marks = near.found},
                   column);
    text_fitted(ui, foot, "• in both lists", theme.small(), theme.faint_ink);
  }
}

void LeftClusters::draw(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = record_of(session);
  if (!record.clusters[0].map) {
    text_fitted(ui, area.take_top(theme.px(28)),
                "Choose above how many words at either end are to be told apart.", theme.body(),
                theme.soft_ink);
    return;
  }
  const Node& node = run->tape.node(record.clusters[0].map);
  if (!words_ || stamp_ != node.stamp) {
    stamp_ = node.stamp;
    auto made = std::make_shared<WordVectors>();
    const std::size_t count = node.label.rows.labels.size();
    for (std::size_t i = 0; i < count; ++i) {
      made->words.add(node.label.rows.labels[i]);
      made->groups.push_back(run->tokens[0][i < count / 2 ? 1 : 0]);
    }
    words_ = made;
    cameras_ = {};
  }
  const float gap = theme.px(24);
  Rect left = area.take_left((area.w - gap) / 2);
  area.take_left(gap);
  if (is_within(focus_path(session, session.step), "clusters.control")) {
    text_fitted(ui, area.take_top(theme.px(28)), "Directions without a meaning", theme.strong(),
                theme.ink);
    draw_share(ui, session, "Halves found again, on average", record.control_mean,
               area.take_top(theme.px(26)));
    area.take_top(theme.px(8));
    WordBars bars{record.control};
    bars.percent = true;
    draw_word_bars(ui, session, bars, area);
    draw_side(ui, session, 1, left);
    return;
  }
  draw_side(ui, session, 0, left);
  draw_side(ui, session, 1, area);
}

void LeftClusters::draw_side(Ui& ui, Session& session, std::size_t side, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const BiasRecord::Clusters& nodes = record_of(session).clusters[side];
  MapScene& scene = scenes_[side];
  scene.place(run->tape.value(nodes.map), 0, 0, run->tape.node(nodes.map).stamp);
  scene.color(theme, words_, {});
  Rect head = area.take_top(theme.px(28));
  for (const ColorLegend& entry : scene.legend()) {
    const float width = ui.canvas.width(entry.name, theme.small());
    const Rect place = head.take_right(width + theme.px(26));
    ui.canvas.circle({place.x + theme.px(12), place.center().y}, theme.px(4), entry.color);
    ui.canvas.text_in({place.x + theme.px(20), place.y, width + theme.px(2), place.h}, entry.name,
                      theme.small(), theme.soft_ink);
  }
  text_fitted(ui, head, side == 0 ? "Before" : "After neutralising", theme.strong(), theme.ink);
  draw_share(ui, session, "Halves found again by 2-means", nodes.share,
             area.take_top(theme.px(26)));
  draw_share(ui, session, "Classifier, on words it has not learned", nodes.told,
             area.take_top(theme.px(26)));
  area.take_top(theme.px(6));
  PointCloud cloud = scene.cloud(fmt::format("{} map", kSides[side]));
  cloud.touched = hovered_;
  const CloudTouch touch = draw_point_cloud(ui, cloud, cameras_[side], area);
  if (touch.hovered >= 0) {
    hovered_ = touch.hovered;
  } else if (ui.hovering(area)) {
    hovered_ = -1;
  }
  if (const int word = std::max(touch.hovered, touch.clicked); word >= 0) {
    touch_cell(session, cell_of(run->tape, nodes.right, word, 0),
               found_by_widget(touch.hovered >= 0, touch.clicked >= 0));
  }
}

}  // namespace glassformer
