#include "app/platform/egl_cards.h"

#include <epoxy/egl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>

#include "app/gl/facts.h"
#include "app/platform/egl.h"
#include "app/platform/shader_cache.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

std::string_view named(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

// Mesa's own variable: whoever sets it wants no card, of whatever driver.
bool software_wanted() {
  const std::string_view value = named("LIBGL_ALWAYS_SOFTWARE");
  return value == "1" || value == "true" || value == "yes" || value == "y";
}

bool platform_is_there(const char* platform) {
  return epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") &&
         epoxy_has_egl_extension(EGL_NO_DISPLAY, platform);
}

// A driver may offer both halves of what EGL_EXT_device_base was first, or that alone.
bool has_devices(const char* half) {
  return epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_base") ||
         epoxy_has_egl_extension(EGL_NO_DISPLAY, half);
}

bool is_software(EGLDeviceEXT device) {
  if (!has_devices("EGL_EXT_device_query")) return false;
  const char* can = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
  return can != nullptr && std::string_view(can).find("software") != std::string_view::npos;
}

std::vector<EglCard> list_cards() {
  std::vector<EglCard> cards;
  if (!epoxy_has_egl() || !platform_is_there("EGL_EXT_platform_device") ||
      !has_devices("EGL_EXT_device_enumeration")) {
    return cards;
  }
  std::array<EGLDeviceEXT, 16> devices{};
  EGLint count = 0;
  if (eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count) != EGL_TRUE) {
    return cards;
  }
  for (EGLint i = 0; i < count; ++i) {
    EGLDeviceEXT device = devices[static_cast<std::size_t>(i)];
    cards.push_back({device, is_software(device), false, {}, 0});
  }
  return cards;
}

std::vector<EglCard>& cards() {
  static std::vector<EglCard> all = list_cards();
  return all;
}

EGLDisplay started(EGLDisplay display) {
  avoid_a_full_shader_cache();
  EGLint major = 0, minor = 0;
  const bool works =
      display != EGL_NO_DISPLAY && eglInitialize(display, &major, &minor) == EGL_TRUE;
  return works ? display : EGL_NO_DISPLAY;
}

EGLDisplay started(const EglCard& card) {
  return started(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, card.device, nullptr));
}

// A card that says no more than that it exists may have no driver but the processor's: a context
// tells. One without compute shaders is none for us.
EGLDisplay looked_into(EglCard& card) {
  EGLDisplay display = started(card);
  if (display == EGL_NO_DISPLAY) return display;
  try {
    const EglContext context(display);
    const GlFacts facts = gl_facts();
    card.name = facts.renderer;
    card.kilobytes = facts.kilobytes;
    card.software = card.software || facts.software || !facts.compute;
  } catch (const UserError&) {
    eglTerminate(display);
    return EGL_NO_DISPLAY;
  }
  return display;
}

[[noreturn]] void refuse(std::string_view wish, const std::string& why) {
  throw UserError(
      fmt::format("GLASSFORMER_CARD={} in the environment {}; `glassformer doctor` "
                  "without it lists what there is.",
                  wish, why));
}

EGLDisplay open_wanted(std::string_view wish) {
  std::size_t which = 0;
  const auto [end, error] = std::from_chars(wish.data(), wish.data() + wish.size(), which);
  if (error != std::errc() || end != wish.data() + wish.size() || which >= cards().size()) {
    refuse(wish, cards().empty() ? "names a card, and EGL lists none"
                                 : fmt::format("names no card here; they are numbered from 0 to {}",
                                               cards().size() - 1));
  }
  EglCard& card = cards()[which];
  EGLDisplay display = looked_into(card);
  if (display == EGL_NO_DISPLAY) refuse(wish, "names a card whose driver does not start");
  card.taken = true;
  return display;
}

// Every card is started once, to know which it is; those not taken are ended again.
EGLDisplay open_best() {
  std::vector<EGLDisplay> displays;
  for (EglCard& card : cards()) {
    displays.push_back(card.software ? EGL_NO_DISPLAY : looked_into(card));
  }
  const int best = best_card(cards());
  EGLDisplay taken = best < 0 ? EGL_NO_DISPLAY : displays[static_cast<std::size_t>(best)];
  for (EGLDisplay display : displays) {
    if (display != taken && display != EGL_NO_DISPLAY) eglTerminate(display);
  }
  if (best >= 0) cards()[static_cast<std::size_t>(best)].taken = true;
  return taken;
}

EGLDisplay open_without_card() {
  if (platform_is_there("EGL_MESA_platform_surfaceless")) {
    EGLDisplay display = started(
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    if (display != EGL_NO_DISPLAY) return display;
  }
  for (EglCard& card : cards()) {
    EGLDisplay display = started(card);
    if (display == EGL_NO_DISPLAY) continue;
    card.taken = true;
    return display;
  }
  return started(eglGetDisplay(EGL_DEFAULT_DISPLAY));
}

}  // namespace

const std::vector<EglCard>& egl_cards() {
  return cards();
}

bool has_card_file(const std::filesystem::path& devices) {
  std::error_code none;
  const auto begins = [&none](const std::filesystem::path& folder, const auto& names) {
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
      const std::string name = entry.path().filename().string();
      const auto same = [&](std::string_view begin) { return name.starts_with(begin); };
      if (std::ranges::any_of(names, same)) return true;
    }
    return false;
  };
  // Of Linux' own drivers, NVIDIA's, Windows' below Linux, and those of telephones.
  return begins(devices / "dri", std::array<std::string_view, 1>{"renderD"}) ||
         begins(devices,
                std::array<std::string_view, 5>{"nvidia", "dxg", "mali", "kgsl", "nvhost"});
}

bool may_have_card() {
  if (!named("GLASSFORMER_CARD").empty()) return true;
  if (software_wanted() || !has_card_file()) return false;
  // Where EGL lists nothing, a display may still have a card.
  return cards().empty() || !std::ranges::all_of(cards(), &EglCard::software);
}

int best_card(std::span<const EglCard> cards) {
  int best = -1;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].software || cards[i].name.empty()) continue;
    if (best >= 0 && cards[i].kilobytes <= cards[static_cast<std::size_t>(best)].kilobytes) {
      continue;
    }
    best = static_cast<int>(i);
  }
  return best;
}

std::vector<std::string> card_lines() {
  std::vector<std::string> lines;
  for (const EglCard& card : cards()) {
    std::string line = !card.name.empty() ? card.name
                       : card.software    ? "the processor (software)"
                                          : "not started";
    if (card.kilobytes > 0) {
      line += fmt::format(", {:.1f} GB", static_cast<double>(card.kilobytes) * 1024 / 1e9);
    }
    lines.push_back(line + (card.taken ? ", taken" : ""));
  }
  return lines;
}

void* open_egl_display() {
  if (const std::string_view wish = named("GLASSFORMER_CARD"); !wish.empty()) {
    return open_wanted(wish);
  }
  if (may_have_card()) {
    if (EGLDisplay display = open_best(); display != EGL_NO_DISPLAY) return display;
  }
  return open_without_card();
}

}  // namespace glassformer
