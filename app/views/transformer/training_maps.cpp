#include "app/views/transformer/training_maps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

AttentionLayers layers_of(const Run& run) {
  AttentionLayers layers;
  int last = -1;
  for (const AttentionSite& site : run.sites) {
    if (site.place.kind != AttentionPlace::Kind::cross) continue;
    if (site.place.layer != last) layers.emplace_back();
    last = site.place.layer;
    const Label& label = run.tape.node(site.weights).label;
    layers.back().push_back(
        {site.weights, &run.tape.value(site.weights), label.rows.labels, label.cols.labels});
  }
  return layers;
}

AttentionLayers layers_of(const Session& session, const TrainingSnapshot* recorded) {
  if (recorded == nullptr) return layers_of(*session.run());
  AttentionLayers layers;
  for (const std::vector<Mat>& heads : recorded->seen->cross) {
    layers.emplace_back();
    for (const Mat& weights : heads)
      layers.back().push_back({{}, &weights, recorded->seen->translation, recorded->seen->source});
  }
  return layers;
}

// What the rows of the map are. The model is not recorded, so another sentence has no translation.
std::string heading(const Session& session, const TrainingSnapshot* recorded) {
  if (recorded == nullptr || recorded->seen->source == session.run()->tokens[0])
    return "rows: what it writes";
  const std::span<const std::string> read(recorded->seen->source);
  const auto words = read.empty() ? read : read.first(read.size() - 1);  // without the end mark
  return fmt::format("rows: what it wrote for “{}”", fmt::join(words, " "));
}

}  // namespace

// Until another is clicked, the first of the last layer.
HeadPlace TrainingMaps::head_in(const AttentionLayers& layers) const {
  HeadPlace head = head_.value_or(HeadPlace{layers.size() - 1, 0});
  head.layer = std::min(head.layer, layers.size() - 1);
  head.head = std::min(head.head, layers[head.layer].size() - 1);
  return head;
}

std::vector<std::string> TrainingMaps::draw_map(Ui& ui, Session& session,
                                                const TrainingSnapshot* recorded,
                                                const std::string& notes, Rect area) const {
  const AttentionLayers layers = layers_of(session, recorded);
  if (layers.empty()) return {};
  const HeadPlace head = head_in(layers);
  const std::string told =
      fmt::format("layer {}, head {}; {}{}{}", head.layer + 1, head.head + 1,
                  heading(session, recorded), notes.empty() ? "" : "; ", notes);
  text_fitted(ui, area.take_top(ui.theme.px(30)), told, ui.theme.small(), ui.theme.soft_ink);
  const AttentionMap& map = layers[head.layer][head.head];
  draw_attention_map(ui, session, map, area);
  return map.var ? std::vector{session.run()->tape.node(map.var).path} : std::vector<std::string>{};
}

void TrainingMaps::draw_heads(Ui& ui, Session& session, const TrainingSnapshot* recorded,
                              Rect area) {
  const AttentionLayers layers = layers_of(session, recorded);
  if (layers.empty()) return;
  if (const auto clicked = draw_attention_heads(ui, session, layers, head_in(layers), area))
    head_ = clicked;
}

}  // namespace glassformer
