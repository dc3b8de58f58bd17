#include "app/settings.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/widgets/least_window.h"

namespace glassformer {

Where where_of(const std::string& word) {
  return word == "cpu" ? Where::cpu : word == "gpu" ? Where::gpu : Where::automatic;
}

std::string word_of(Where where) {
  return where == Where::cpu ? "cpu" : where == Where::gpu ? "gpu" : "auto";
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
  if (const auto found = root.find("backend"); found != root.end() && found->is_string())
    settings.where = where_of(*found);
  if (const auto found = root.find("scale"); found != root.end() && found->is_number()) {
    const double scale = found->get<double>();
    if (scale >= 0.75 && scale <= 4) settings.scale = scale;
  }
  return settings;
}

std::string write_settings(const Settings& settings) {
  const nlohmann::json root{{"dark", settings.dark},
                            {"presenter", settings.presenter},
                            {"lessons_shown", settings.lessons_shown},
                            {"mark_sign", settings.mark_sign},
                            {"backend", word_of(settings.where)},
                            {"scale", settings.scale}};
  return root.dump(2) + "\n";
}

float ui_scale(const Settings& settings, float width, float height, float display_scale) {
  float scale = static_cast<float>(settings.scale);
  if (scale == 0) {
    // Designed for 1600 × 1000; a larger window is watched from farther away.
    const float room = std::min(width / display_scale / 1600, height / display_scale / 1000);
    scale = std::clamp(std::floor(room * 10) / 10, 1.0F, 2.0F);
  }
  scale *= display_scale;
  if (!settings.presenter) return scale;
  const float room = std::min(width / kLeastWindow.x, height / kLeastWindow.y);
  return scale * std::clamp(room / scale, 1.0F, 1.6F);
}

}  // namespace glassformer
