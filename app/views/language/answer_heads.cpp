#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/views/language/answer_pictures.h"
#include "app/views/parts/highlight.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/arcs.h"
#include "app/widgets/matrix.h"
#include "core/scenes/records/sort_and_add.h"

namespace glassformer {

std::optional<int> draw_answer_heads(Ui& ui, Session& session, Rect area) {
  const RunPtr run = session.run();
  const SortAndAddRecord& record = run->records.get<SortAndAddRecord>();
  const Theme& theme = ui.theme;
  int layers = 1, heads = 1;
  for (const AttentionSite& site : run->sites) {
    layers = std::max(layers, site.place.layer + 1);
    heads = std::max(heads, site.place.head);
  }
  // A narrow place has the heads below each other.
  const bool tall = area.h > 1.4F * area.w && heads > 1;
  const int across = tall ? layers : heads, down = tall ? heads : layers;
  const float gap = theme.px(12), name = ui.canvas.line_height(theme.heading()) + theme.px(4);
  const float wide = (area.w - gap * static_cast<float>(across - 1)) / static_cast<float>(across);
  const float high =
      (area.h - gap * static_cast<float>(down - 1)) / static_cast<float>(down) - name;
  std::optional<int> clicked;
  for (std::size_t i = 0; i < run->sites.size(); ++i) {
    const AttentionSite& site = run->sites[i];
    const int column = tall ? site.place.layer : site.place.head - 1;
    const int row = tall ? site.place.head - 1 : site.place.layer;
    Rect whole{area.x + static_cast<float>(column) * (wide + gap),
               area.y + static_cast<float>(row) * (high + name + gap), wide, high + name};
    const std::string& path = run->tape.node(site.weights).path;
    const Touch touch = touch_target(ui, session, Ui::id("head map", i), matrix_of(path), whole);
    const bool chosen = i == record.head;
    const Color color = head_color(theme, static_cast<int>(i));
    ui.canvas.text_in(whole.take_top(name),
                      fmt::format("layer {}, head {}", site.place.layer + 1, site.place.head),
                      chosen ? theme.heading() : theme.body(), chosen ? color : theme.soft_ink);
    const MatrixSpec spec = matrix_spec(session, *run, nullptr, site.weights, false, {}, 0);
    draw_heat_map(ui, whole, spec);
    ui.canvas.frame(whole, chosen ? color : theme.rule, theme.px(chosen ? 4.0F : 1.0F));
    if (touch.clicked) clicked = static_cast<int>(i);
  }
  return clicked;
}

}  // namespace glassformer
