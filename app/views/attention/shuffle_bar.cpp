#include "app/views/attention/shuffle_bar.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/tensor/rng.h"

namespace glassformer {

Rect draw_shuffle_bar(Ui& ui, Session& session, std::uint64_t& shuffles, Rect bar) {
  const Theme& theme = ui.theme;
  const auto tokens = static_cast<int>(session.run()->tokens[0].size());
  const auto button = [&](std::string_view label) {
    const Rect rect = bar.take_left(ui.canvas.width(label, theme.small()) + theme.px(32));
    bar.take_left(theme.px(8));
    return ui.button(label, rect);
  };
  std::vector<int> order(static_cast<std::size_t>(tokens));
  std::iota(order.begin(), order.end(), 0);
  if (button("Shuffle")) {
    Rng rng(++shuffles);
    for (int i = tokens - 1; i > 0; --i) {
      std::swap(order[static_cast<std::size_t>(i)],
                order[static_cast<std::size_t>(rng.below(i + 1))]);
    }
    session.post(SetOrder{order});
  }
  if (button("Reverse")) {
    std::reverse(order.begin(), order.end());
    session.post(SetOrder{order});
  }
  if (button("In order")) session.post(SetOrder{order});
  return bar;
}

}  // namespace glassformer
