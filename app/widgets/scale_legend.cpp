#include "app/widgets/scale_legend.h"

#include <array>
#include <cmath>
#include <string>

#include "app/widgets/matrix_parts.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

bool goes_by_root(Role role) {
  return role == Role::probability;
}

std::string first_number(Role role, double largest) {
  const bool unsigned_scale = goes_by_root(role) || role == Role::share;
  return unsigned_scale ? "0" : format_digits(-largest, 2);
}

std::string last_number(Role role, double largest) {
  return goes_by_root(role) ? "1" : format_digits(largest, 2);
}

constexpr std::string_view kRoot = "by √value";
constexpr float kBar = 72, kGap = 5;  // px at scale 1

}  // namespace

float scale_legend_width(const Ui& ui, Role role, double largest) {
  const Type type = ui.theme.small();
  const auto width = [&](std::string_view text) { return ui.canvas.width(text, type); };
  const float root = goes_by_root(role) ? width(kRoot) + ui.theme.px(2 * kGap) : 0;
  return width(first_number(role, largest)) + width(last_number(role, largest)) + root +
         ui.theme.px(kBar + 2 * kGap);
}

void draw_scale_legend(Ui& ui, Role role, double largest, Rect line) {
  const Theme& theme = ui.theme;
  const Type type = theme.small();
  const Rect whole = line;
  const auto say = [&](std::string_view text) {
    line.take_left(ui.canvas.text(line.origin(), text, type, theme.faint_ink) + theme.px(kGap));
  };
  say(first_number(role, largest));
  const float high = theme.px(10);
  const Rect bar{line.x, line.center().y - high / 2, theme.px(kBar), high};
  constexpr int kSteps = 36;
  const double least = goes_by_root(role) || role == Role::share ? 0 : -1;
  for (int i = 0; i < kSteps; ++i) {
    const double place = (i + 0.5) / kSteps;
    const double value = goes_by_root(role) ? place * place : least + (1 - least) * place;
    const float step = bar.w / kSteps;
    ui.canvas.fill({bar.x + step * static_cast<float>(i), bar.y, step + 0.5F, bar.h},
                   cell_color(theme, role, value, 1));
  }
  ui.canvas.frame(bar, theme.rule, theme.px(1));
  line.take_left(bar.w + theme.px(kGap));
  say(last_number(role, largest));
  if (!goes_by_root(role)) return;
  line.take_left(theme.px(kGap));
  say(kRoot);
  if (ui.hovering(whole)) {
    ui.tip("The colour goes by the square root of the weight, so that 1/n can still be seen.");
  }
}

float legend_width(const Ui& ui, const MatrixSpec& spec, const MatrixLayout& layout) {
  if (spec.values == nullptr || spec.values.empty() || spec.role == Role::mask) return 0;
  if (layout.numbers && spec.role != Role::probability && spec.role != Role::share) return 0;
  // The widest numbers it may have: the layout must not follow a value that is dragged.
  const bool weights = spec.role == Role::probability || spec.role == Role::share;
  const float width = scale_legend_width(ui, spec.role, weights ? 0.88 : 2.3e-5);
  return layout.cells.w >= 0.8F * width && layout.cells.h >= ui.theme.px(24) ? width : 0;
}

void paint_legend(const MatrixDrawing& d) {
  if (d.layout.legend.w <= 0) return;
  draw_scale_legend(d.ui, d.spec.role, largest_magnitude(d.spec), d.layout.legend);
}

}  // namespace glassformer
