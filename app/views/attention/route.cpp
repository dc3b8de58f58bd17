#include "app/views/attention/route.h"

#include <fmt/format.h>

#include <algorithm>

namespace glassformer {

namespace {

constexpr float kLine = 30, kBetween = 10, kName = 76, kSide = 12;  // px at scale 1

using Kind = SubLayer::Kind;

Role role_of(const SubLayer& stop) {
  switch (stop.kind) {
    case Kind::embedding:
      return Role::input;
    case Kind::self_attention:
    case Kind::cross_attention:
      return Role::query;
    case Kind::add_and_norm:
      return Role::plain;
    case Kind::feed_forward:
      return Role::key;
    case Kind::words:
      return Role::output;
  }
  return Role::plain;
}

}  // namespace

const char* short_name(const SubLayer& stop) {
  switch (stop.kind) {
    case Kind::embedding:
      return "words";
    case Kind::self_attention:
      return "self";
    case Kind::cross_attention:
      return "cross";
    case Kind::add_and_norm:
      return "add";
    case Kind::feed_forward:
      return "ffn";
    case Kind::words:
      return "next";
  }
  return "";
}

Color color_of(const Theme& theme, const SubLayer& stop) {
  return stop.kind == Kind::add_and_norm ? theme.faint_ink : theme.tensor(role_of(stop));
}

std::string full_name(const SubLayer& stop) {
  return stop.layer < 0 ? title_of(stop)
                        : fmt::format("Layer {}: {}", stop.layer + 1, title_of(stop));
}

const char* title_of(const SubLayer& stop) {
  switch (stop.kind) {
    case Kind::embedding:
      return "Embedding and position";
    case Kind::self_attention:
      return stop.decoder ? "Masked self-attention" : "Self-attention";
    case Kind::cross_attention:
      return "Cross-attention";
    case Kind::add_and_norm:
      return stop.norm ? "Add and LayerNorm" : "Add";
    case Kind::feed_forward:
      return "Feed-forward";
    case Kind::words:
      return "The next word";
  }
  return "";
}

int stop_of(const std::vector<SubLayer>& stops, const Tape& tape, std::string_view path) {
  const Var var = tape.find(path);
  int found = -1;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const SubLayer& stop = stops[i];
    const bool here = stop.kind == Kind::add_and_norm
                          ? var && (var == stop.sum || var == stop.norm)
                          : !stop.scope.empty() && is_within(path, stop.scope) &&
                                (stop.kind != Kind::embedding || found < 0);
    if (here) found = static_cast<int>(i);
  }
  if (found < 0 && !stops.empty() && var) found = static_cast<int>(stops.size()) - 1;
  return found;
}

float route_height(const Ui& ui) {
  return ui.theme.px(2 * kLine + kBetween);
}

int draw_route(Ui& ui, const std::vector<SubLayer>& stops, int here, Rect area) {
  const Theme& theme = ui.theme;
  int clicked = -1;
  for (const bool decoder : {false, true}) {
    std::vector<int> line;
    int groups = 0, layer = -2;
    for (std::size_t i = 0; i < stops.size(); ++i) {
      if (stops[i].decoder != decoder) continue;
      line.push_back(static_cast<int>(i));
      groups += stops[i].layer != layer || stops[i].kind == Kind::words ? 1 : 0;
      layer = stops[i].layer;
    }
    if (line.empty()) continue;
    Rect row{area.x, area.y + (decoder ? theme.px(kLine + kBetween) : 0), area.w, theme.px(kLine)};
    ui.canvas.text_in(row.take_left(theme.px(kName)), decoder ? "Decoder" : "Encoder",
                      theme.strong(), theme.soft_ink);
    const float gap = theme.px(3), space = theme.px(kSide);
    const float free = row.w - gap * static_cast<float>(line.size()) -
                       space * static_cast<float>(std::max(0, groups - 1));
    // Each is as wide as its name at the least; what is left over is shared out evenly.
    const auto named = [&](int i) {
      return ui.canvas.width(short_name(stops[static_cast<std::size_t>(i)]), theme.small());
    };
    float names = 0, widest = 0;
    for (const int i : line) {
      names += named(i);
      widest = std::max(widest, named(i));
    }
    const float even = std::min(theme.px(118), free / static_cast<float>(line.size()));
    const bool all_alike = widest + theme.px(8) <= even;
    const float padding = (free - names) / static_cast<float>(line.size());
    float x = row.x;
    layer = stops[static_cast<std::size_t>(line.front())].layer;
    for (const int i : line) {
      const SubLayer& stop = stops[static_cast<std::size_t>(i)];
      if (stop.layer != layer) x += space;
      layer = stop.layer;
      const float width = all_alike || padding < 0 ? even : named(i) + padding;
      const Rect box{x, row.y, width, row.h};
      x += width + gap;
      const Touch touch = ui.touch(Ui::id("stop", static_cast<std::uint64_t>(i)), box);
      if (touch.clicked) clicked = i;
      const bool on = i == here;
      const Color color = color_of(theme, stop);
      ui.canvas.fill(box, on ? color : mix(theme.page, color, touch.hovered ? 0.45F : 0.22F),
                     theme.px(5));
      if (i < here) {
        ui.canvas.fill({box.x, box.bottom() - theme.px(3), box.w, theme.px(3)}, color, theme.px(1));
      }
      const Color ink = on ? ink_on(color) : theme.ink;
      if (ui.canvas.width(short_name(stop), theme.small()) <= box.w) {
        ui.canvas.text_in(box, short_name(stop), theme.small(), ink, Align::center);
      }
      if (touch.hovered) ui.tip(full_name(stop));
    }
  }
  return clicked;
}

}  // namespace glassformer
