#include "app/views/vectors/bias_left.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>

#include "app/views/parts/highlight.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/parts/word_bars.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/bias.h"

namespace glassformer {

namespace {

const BiasRecord& record_of(const Session& session) {
  return session.run()->records.get<BiasRecord>();
}

// A share in per cent as a large bar.
Bar bar_of(const Session& session, const std::string& name, Var share, Color color) {
  const Tape& tape = session.run()->tape;
  const double value = tape.value(share)(0, 0);
  Bar bar{name, cell_of(tape, share, 0, 0), value, fmt::format("{:.1f} %", 100 * value)};
  bar.color = color;
  return bar;
}

}  // namespace

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
  const BiasRecord::Clusters& nodes = record.clusters[1];
  const bool asked = nodes.share && hides(session, cell_of(run->tape, nodes.share, 0, 0));
  if (!words_ || stamp_ != node.stamp || asked_ != asked) {
    stamp_ = node.stamp;
    asked_ = asked;
    auto made = std::make_shared<WordVectors>();
    const std::size_t count = node.label.rows.labels.size();
    for (std::size_t i = 0; i < count; ++i) {
      made->words.add(node.label.rows.labels[i]);
      // Who is asked to tell them apart is not told who was where.
      const bool found = run->tape.value(nodes.right)(static_cast<int>(i), 0) > 0;
      if (!asked) made->groups.push_back(found ? run->tokens[0][i < count / 2 ? 1 : 0] : "missed");
    }
    words_ = made;
    camera_ = {};
  }
  if (is_within(focus_path(session, session.step), "clusters.control")) {
    WordBars shares{record.control};
    shares.percent = true;
    LargeBars list{"control", "Found again, for directions without a meaning",
                   bars_of(session, shares)};
    draw_large_bars(ui, session, list, area);
    return;
  }
  scene_.place(run->tape.value(nodes.map), 0, 0, run->tape.node(nodes.map).stamp);
  scene_.color(theme, words_, {});
  Rect head = area.take_top(theme.px(28));
  for (const ColorLegend& entry : scene_.legend()) {
    const float width = ui.canvas.width(entry.name, theme.small());
    const Rect place = head.take_right(width + theme.px(26));
    ui.canvas.circle({place.x + theme.px(12), place.center().y}, theme.px(5), entry.color);
    ui.canvas.text_in({place.x + theme.px(20), place.y, width + theme.px(2), place.h}, entry.name,
                      theme.small(), theme.ink);
  }
  text_fitted(ui, head, "The farthest words, neutralised", theme.small(), theme.soft_ink);
  PointCloud cloud = scene_.cloud("left map");
  const CloudTouch touch = draw_point_cloud(ui, cloud, camera_, area);
  if (const int word = std::max(touch.hovered, touch.clicked); word >= 0) {
    touch_cell(session, cell_of(run->tape, nodes.right, word, 0),
               found_by_widget(touch.hovered >= 0, touch.clicked >= 0));
  }
}

void LeftClusters::draw_found(Ui& ui, Session& session, Rect area) const {
  const Theme& theme = ui.theme;
  const auto& record = record_of(session);
  const BiasRecord::Clusters& nodes = record.clusters[1];
  if (!nodes.map) return;
  LargeBars list{"found", "Halves found again", {}};
  list.bars.full = 1;
  if (nodes.share)
    list.bars.bars.push_back(bar_of(session, "by k-means", nodes.share, theme.tensor(Role::key)));
  if (nodes.told)
    list.bars.bars.push_back(
        bar_of(session, "by a classifier", nodes.told, theme.tensor(Role::output)));
  if (is_within(focus_path(session, session.step), "clusters.control") && record.control_mean) {
    list.bars.bars.push_back(
        bar_of(session, "random, on average", record.control_mean, theme.tensor(Role::value)));
  }
  draw_large_bars(ui, session, list, area);
}

}  // namespace glassformer
