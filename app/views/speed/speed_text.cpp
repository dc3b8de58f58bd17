#include "app/views/speed/speed_text.h"
#include "core/text/number_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace glassformer {

std::string duration_text(double seconds) {
  if (!(seconds > 0)) return "…";
  return seconds >= 1 ? format_digits(seconds, 3) + " s" : format_quantity(seconds, "s");
}

std::string rate_text(double per_second, const char* unit) {
  if (!(per_second > 0)) return "…";
  return format_quantity(per_second, unit);
}

Color series_color(const Theme& theme, std::size_t index) {
  constexpr std::array<Role, 5> kRoles{Role::key, Role::input, Role::value, Role::query,
                                       Role::output};
  return theme.tensor(kRoles[index % kRoles.size()]);
}

int size_in(const Tape& tape, Var var, int most) {
  const double value = var ? tape.value(var)(0, 0) : 0;
  return value >= 1 ? static_cast<int>(std::min<double>(value, most)) : 1;
}

// In one line if there is room, else in two smaller ones.
static void draw_machine(Ui& ui, const std::string& words, Rect row) {
  const Theme& theme = ui.theme;
  if (ui.canvas.width(words, theme.body()) <= row.w) {
    ui.canvas.text_in(row, words, theme.body(), theme.soft_ink);
    return;
  }
  std::size_t cut = words.size();
  const auto width = [&](std::size_t end) {
    return ui.canvas.width(std::string_view(words).substr(0, end), theme.small());
  };
  while (cut != std::string::npos && width(cut) > row.w) cut = words.rfind(' ', cut - 1);
  if (cut == std::string::npos || cut == words.size()) {  // one line, or one long word
    ui.canvas.text_in(row, words, theme.small(), theme.soft_ink);
    return;
  }
  const Rect above = row.take_top(row.h / 2);
  ui.canvas.text_in(above, words.substr(0, cut), theme.small(), theme.soft_ink);
  ui.canvas.text_in(row, words.substr(cut + 1), theme.small(), theme.soft_ink);
  const bool whole = ui.canvas.width(words.substr(cut + 1), theme.small()) <= row.w;
  if (!whole && (ui.hovering(row) || ui.hovering(above))) ui.tip(words);
}

MeasuringPressed draw_measuring_row(Ui& ui, const MeasuringState& state, Rect row) {
  const Theme& theme = ui.theme;
  const bool runs = !state.finished && !state.ended;
  const bool pressed = ui.button(runs ? "Stop" : "Measure again", row.take_left(theme.px(130)));
  row.take_left(theme.px(14));
  if (!state.message.empty()) {
    ui.canvas.text_in(row, state.message, theme.body(), theme.error);
  } else {
    std::string words = (state.finished ? "Measured on " : "Stopped; measured on ") + state.machine;
    if (runs) {
      const Rect track = row.take_left(std::min(row.w * 0.4F, theme.px(120)));
      const Rect bar{track.x, track.center().y - theme.px(3), track.w, theme.px(6)};
      ui.canvas.fill(bar, theme.raised, theme.px(3));
      ui.canvas.fill({bar.x, bar.y, bar.w * static_cast<float>(state.share), bar.h}, theme.accent,
                     theme.px(3));
      row.take_left(theme.px(12));
      words = "Measuring on " + state.machine;
      if (state.share > 0.1) {
        const double left = state.seconds * (1 - state.share) / state.share;
        words = fmt::format("{:.0f} s left; measuring on {}", std::ceil(left), state.machine);
      }
    }
    draw_machine(ui, words, row);
  }
  if (runs || pressed) ui.request_frame();
  if (!pressed) return MeasuringPressed::none;
  return runs ? MeasuringPressed::stop : MeasuringPressed::again;
}

}  // namespace glassformer
