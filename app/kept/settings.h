#pragma once

#include <set>
#include <string>

namespace glassformer {

// Where passes are computed. Automatic: on a graphics card that is one, not a software renderer.
enum class Where { automatic, cpu, gpu };

// What a newcomer is shown once: that Space goes on, that a number can be touched, that a sentence
// can be typed.
enum class Hint { go_on, touch, type };

// What is kept from one start to the next, in $XDG_CONFIG_HOME/glassformer/settings.json.
struct Settings {
  bool dark = false;
  bool presenter = false;
  bool lessons_shown = true;
  bool mark_sign = false;
  bool motion = true;  // off: everything is drawn as it ends
  Where where = Where::automatic;
  double scale = 0;           // 0: follows the size of the window
  std::set<Hint> hints = {};  // those whose thing was not done yet; none outside of a window
  std::set<std::string> folded = {};  // groups of the list of lessons
  std::string crash_seen = {};        // the report of a crash that is not offered any more
  std::set<std::string> seen = {};    // ids of the lessons that were seen to their end
  bool operator==(const Settings&) const = default;
};

Settings first_settings();  // of the first start: every hint is still to be shown
Settings parse_settings(const std::string& json);  // what cannot be read keeps its first value
std::string write_settings(const Settings& settings);

// "auto", "cpu", "gpu", as a file and the command line say it; automatic for any other word.
Where where_of(const std::string& word);
std::string word_of(Where where);

// How large everything may be in a window, in units of the display's own scale.
struct Scales {
  double automatic;  // what suits the window
  double max;        // what lessons have room for
};
Scales scales_in(float width, float height, float display_scale);

// The factor of every size on screen: what the user chose, or what suits the window, times the
// display's own scale; the presenter's letters are 1.6 times as large. Never larger than the window
// has room for.
float ui_scale(const Settings& settings, float width, float height, float display_scale);
// Likewise for what a class reads from the back of the room: the words of a presentation, and the
// pictures of a lesson that names places for them.
float room_scale(const Settings& settings, float width, float height, float display_scale);

}  // namespace glassformer
