#pragma once

#include <filesystem>
#include <string>

namespace glassformer {

// What is kept from one start to the next, in $XDG_CONFIG_HOME/glassformer/settings.json.
struct Settings {
  bool dark = false;
  bool presenter = false;
  bool lessons_shown = true;
  bool mark_sign = false;
  double scale = 0;  // 0: follows the size of the window
  bool operator==(const Settings&) const = default;
};

Settings parse_settings(const std::string& json);  // what cannot be read keeps its first value
std::string write_settings(const Settings& settings);

// The factor of every size on screen: what the user chose, or what suits the window, times the
// display's own scale; the presenter's letters are 1.6 times as large.
float ui_scale(const Settings& settings, float width, float height, float display_scale);

}  // namespace glassformer
