#include "app/kept/settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/widgets/min_window.h"

namespace glassformer {

namespace {

struct HintName {
  Hint hint;
  std::string_view name;
};
constexpr std::array<HintName, 3> kHints{
    {{Hint::go_on, "step"}, {Hint::touch, "number"}, {Hint::type, "sentence"}}};

}  // namespace

Where where_of(const std::string& word) {
  return word == "cpu" ? Where::cpu : word == "gpu" ? Where::gpu : Where::automatic;
}

std::string word_of(Where where) {
  return where == Where::cpu ? "cpu" : where == Where::gpu ? "gpu" : "auto";
}

Settings first_settings() {
  Settings settings;
  for (const HintName& known : kHints) settings.hints.insert(known.hint);
  return settings;
}

Settings parse_settings(const std::string& json) {
  Settings settings;
  const auto root = nlohmann::json::parse(json, nullptr, false);
  if (!root.is_object()) return settings;
  const auto flag = [&root](const char* name, bool& value) {
    if (const auto found = root.find(name); found != root.end() && found->is_boolean())
      value = *found;
  };
  flag("dark", settings.dark);
  flag("presenter", settings.presenter);
  flag("lessons_shown", settings.lessons_shown);
  flag("mark_sign", settings.mark_sign);
  flag("motion", settings.motion);
  if (const auto found = root.find("backend"); found != root.end() && found->is_string())
    settings.where = where_of(*found);
  if (const auto found = root.find("crash_seen"); found != root.end() && found->is_string())
    settings.crash_seen = found->get<std::string>();
  if (const auto found = root.find("scale"); found != root.end() && found->is_number()) {
    const double scale = found->get<double>();
    if (scale >= 0.75 && scale <= 4) settings.scale = scale;
  }
  const auto words = [&root](const char* name) {
    std::set<std::string> found;
    if (const auto list = root.find(name); list != root.end() && list->is_array()) {
      for (const auto& word : *list)
        if (word.is_string()) found.insert(word.get<std::string>());
    }
    return found;
  };
  settings.folded = words("folded_groups");
  settings.seen = words("lessons_seen");
  const std::set<std::string> hints = words("hints_left");
  for (const HintName& known : kHints)
    if (hints.contains(std::string(known.name))) settings.hints.insert(known.hint);
  return settings;
}

std::string write_settings(const Settings& settings) {
  auto hints = nlohmann::json::array();
  for (const HintName& known : kHints)
    if (settings.hints.contains(known.hint)) hints.push_back(known.name);
  const nlohmann::json root{{"dark", settings.dark},
                            {"presenter", settings.presenter},
                            {"lessons_shown", settings.lessons_shown},
                            {"mark_sign", settings.mark_sign},
                            {"motion", settings.motion},
                            {"backend", word_of(settings.where)},
                            {"scale", settings.scale},
                            {"hints_left", hints},
                            {"folded_groups", settings.folded},
                            {"lessons_seen", settings.seen},
                            {"crash_seen", settings.crash_seen}};
  return root.dump(2) + "\n";
}

Scales scales_in(float width, float height, float display_scale) {
  const float w = width / display_scale, h = height / display_scale;
  // Designed for 1600 × 1000; a larger window is watched from farther away.
  const float suits = std::floor(std::min(w / 1600, h / 1000) * 10) / 10;
  const float room = std::min(w / kMinWindow.x, h / kMinWindow.y);
  return {std::clamp(suits, 1.0F, 2.0F), std::max(room, 1.0F)};
}

float room_scale(const Settings& settings, float width, float height, float display_scale) {
  constexpr float width_at_1 = 800, height_at_1 = 450;  // 16 px become 25.6 px at 1280 × 720
  const Scales scales = scales_in(width, height, display_scale);
  const double more = settings.scale == 0 ? 1 : settings.scale / scales.automatic;
  const float fits = std::min(width / width_at_1, height / height_at_1);
  return static_cast<float>(std::clamp(more, 0.8, 1.2)) * fits;
}

float ui_scale(const Settings& settings, float width, float height, float display_scale) {
  const Scales scales = scales_in(width, height, display_scale);
  const double chosen = settings.scale == 0 ? scales.automatic : settings.scale;
  const double wanted = chosen * (settings.presenter ? 1.6 : 1);
  return static_cast<float>(std::min(wanted, scales.max)) * display_scale;
}

}  // namespace glassformer
