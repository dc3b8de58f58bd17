#include "app/views/attention/head_maps.h"

#include <algorithm>
#include <array>

#include "app/views/attention/head_grid.h"
#include "app/widgets/small_map.h"

namespace glassformer {

namespace {

constexpr std::size_t kNewCells = 3'000'000;  // that become small maps in one frame
constexpr std::array<const char*, 3> kTitles{"Encoder", "Decoder", "Cross-attention"};

}  // namespace

std::vector<SmallHeadMap> place_maps(Ui& ui, const Run& run, const std::vector<ListedHead>& heads,
                                     Rect area) {
  const Theme& theme = ui.theme;
  int across_all = 1;  // heads
  std::array<int, 3> layers{};
  for (const auto& [name, map, factor] : heads) {
    across_all = std::max(across_all, name.head);
    for (std::size_t p = 0; p < head_groups.size(); ++p) {
      if (name.place == head_groups[p]) layers[p] = std::max(layers[p], name.layer + 1);
    }
  }
  const float gap = theme.px(across_all > 8 ? 3.0F : 6.0F), title = theme.px(26);
  const int rows = layers[0] + layers[1] + layers[2];
  const float across =
      (area.w - gap * static_cast<float>(across_all - 1)) / static_cast<float>(across_all);
  const float down = (area.h - 3 * title) / static_cast<float>(std::max(1, rows)) - gap;
  const float side = std::max(theme.px(6), std::min(across, down));
  std::array<float, 3> top{};
  float y = area.y;
  for (std::size_t p = 0; p < head_groups.size(); ++p) {
    if (layers[p] == 0) continue;
    ui.canvas.text_in({area.x, y, area.w, title}, kTitles[p], theme.small(), theme.soft_ink);
    top[p] = y + title;
    y = top[p] + static_cast<float>(layers[p]) * (side + gap);
  }
  std::vector<SmallHeadMap> maps;
  for (std::size_t i = 0; i < run.sites.size(); ++i) {
    const SiteName& name = heads[i].name;
    if (name.place == HeadGroup::none || !run.sites[i].weights) continue;
    maps.push_back(
        {i,
         {area.x + static_cast<float>(name.head - 1) * (side + gap),
          top[static_cast<std::size_t>(name.place)] + static_cast<float>(name.layer) * (side + gap),
          side, side}});
  }
  return maps;
}

std::vector<SmallHeadMap> place_named_maps(Ui& ui, const std::vector<ListedHead>& heads,
                                           Rect area) {
  int across = 1, layers = 1;
  for (const ListedHead& one : heads) {
    across = std::max(across, one.name.head);
    layers = std::max(layers, one.name.layer + 1);
  }
  const HeadGrid grid = draw_named_grid(ui, area, layers, across);
  std::vector<SmallHeadMap> maps;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    maps.push_back({i, grid.at(heads[i].name.layer, heads[i].name.head - 1)});
  }
  return maps;
}

// Hundreds of maps are one draw call as long as nothing else is drawn between them.
void draw_head_maps(Ui& ui, const Run& run, const std::vector<ListedHead>& heads,
                    const std::vector<SmallHeadMap>& maps) {
  std::size_t budget = kNewCells;
  for (const SmallHeadMap& map : maps) {
    // Labels are not copied for a map that shows none.
    const Node& weights = run.tape.node(run.sites[map.site].weights);
    MatrixSpec spec;
    spec.id = heads[map.site].map;
    spec.values = cells_of(run, run.sites[map.site].weights);
    spec.stamp = weights.stamp;
    spec.role = Role::probability;
    spec.zero_is_masked = bool(run.sites[map.site].mask);
    const ImagePtr image = small_map(ui.theme, spec, 96, ui.input.still ? nullptr : &budget);
    if (image) {
      ui.canvas.image(map.at, image);
    } else {
      ui.request_frame();
    }
  }
}

}  // namespace glassformer
