#include "app/widgets/theme.h"

#include <array>
#include <cmath>

namespace glassformer {

namespace {

// cividis (Nuñez, Anderton and Renslow 2018), ten samples of its table; linear in between. It runs
// evenly in lightness and looks alike with and without red-green vision.
constexpr std::array<std::uint32_t, 10> kCividis = {0x00224e, 0x123570, 0x3b496c, 0x575d6d,
                                                    0x707173, 0x8a8678, 0xa59c74, 0xc3b369,
                                                    0xe1cc55, 0xfee838};

Theme light_theme() {
  Theme t;
  t.page = rgb(0xfcfcfa);
  t.panel = rgb(0xf3f3ee);
  t.raised = rgb(0xffffff);
  t.pressed = rgb(0xe4e6e2);
  t.rule = rgb(0xdcdcd4);
  t.ink = rgb(0x1b1e24);
  t.soft_ink = rgb(0x51565f);
  t.faint_ink = rgb(0x5e636c);
  t.accent = rgb(0x086a71);
  t.on_accent = rgb(0xffffff);
  t.lit = rgb(0x111318);
  t.changed = rgb(0xffd23f);
  t.error = rgb(0xb3261e);
  return t;
}

Theme dark_theme() {
  Theme t;
  t.dark = true;
  t.page = rgb(0x14161a);
  t.panel = rgb(0x1b1e23);
  t.raised = rgb(0x272b32);
  t.pressed = rgb(0x363b44);
  t.rule = rgb(0x32363e);
  t.ink = rgb(0xeceef2);
  t.soft_ink = rgb(0xb4bac4);
  t.faint_ink = rgb(0xa0a7b3);
  t.accent = rgb(0x3fc1c4);
  t.on_accent = rgb(0x06191a);
  t.lit = rgb(0xffffff);
  t.changed = rgb(0xffd23f);
  t.error = rgb(0xff8a80);
  return t;
}

}  // namespace

Color ink_on(Color background) {
  // Where black and white have the same contrast (WCAG 2): √(1.05 · 0.05) − 0.05. It is 4.58 there,
  // enough for text; a black that is not quite black would fall short.
  return luminance(background) > 0.179F ? rgb(0x000000) : rgb(0xffffff);
}

Theme make_theme(bool dark, float scale) {
  Theme t = dark ? dark_theme() : light_theme();
  t.scale = scale;
  return t;
}

Color Theme::tensor(Role role) const {
  const auto pick = [this](std::uint32_t on_light, std::uint32_t on_dark) {
    return rgb(dark ? on_dark : on_light);
  };
  const auto lighter = [this](Color c) { return mix(c, rgb(0xffffff), dark ? 0.35F : 0.12F); };
  switch (role) {
    case Role::input:
      return pick(0x1d6b2c, 0x6fcf7f);
    case Role::query:
      return pick(0x6333b5, 0xb596f7);
    case Role::key:
      return pick(0x8f4700, 0xf5a253);
    case Role::value:
      return pick(0x1757ad, 0x74b0f8);
    case Role::output:
      return pick(0xa81f62, 0xf484b9);
    case Role::query_weight:
      return lighter(tensor(Role::query));
    case Role::key_weight:
      return lighter(tensor(Role::key));
    case Role::value_weight:
      return lighter(tensor(Role::value));
    case Role::output_weight:
      return lighter(tensor(Role::output));
    case Role::plain:
    case Role::score:
    case Role::probability:
    case Role::share:
    case Role::mask:
    case Role::position:
      return soft_ink;
  }
  return soft_ink;
}

Color Theme::signed_value(double value, double largest) const {
  if (std::isnan(value)) return faint_ink;
  const Color negative = dark ? rgb(0x3d8fe0) : rgb(0x2a6fb8);
  const Color positive = dark ? rgb(0xf0883e) : rgb(0xe8740c);
  const Color zero = dark ? rgb(0x23262c) : rgb(0xffffff);
  if (largest <= 0) return zero;
  const double k = std::isinf(value) ? 1 : std::min(1.0, std::abs(value) / largest);
  return mix(zero, value < 0 ? negative : positive, static_cast<float>(k));
}

Color Theme::unit_value(double value) const {
  if (std::isnan(value)) return faint_ink;
  const double place = std::clamp(value, 0.0, 1.0) * (kCividis.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), kCividis.size() - 2);
  return mix(rgb(kCividis[below]), rgb(kCividis[below + 1]),
             static_cast<float>(place - static_cast<double>(below)));
}

}  // namespace glassformer
