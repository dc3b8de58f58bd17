#pragma once

#include <memory>
#include <string>

#include "app/kept/session_keeper.h"
#include "app/kept/window_folder.h"
#include "app/platform/running_mark.h"
#include "app/shell/app.h"

namespace glassformer {

// What was done in a window outlasts it, however it ends. Where the display goes away, its library
// ends the program by exit().
class Keeping {
 public:
  Keeping(App& app, const Settings& before);
  ~Keeping() { shown_ = nullptr; }
  Keeping(const Keeping&) = delete;
  Keeping& operator=(const Keeping&) = delete;

  // Where this window keeps what is done in it.
  const WindowFolder& folder() const { return folder_; }
  bool last_was_killed() const { return mark_.found_a_killed_one(); }
  // It crashed while it opened what was left, or the last two did not get further for whatever
  // reason: a third would not either.
  bool must_not_resume() const;
  void resuming() { mark_.opening(); }
  // As the window is now, nothing has been done in it: what was left before stays kept until
  // something is.
  void begin_untouched() { *untouched_ = session_text(app_.kept()); }
  // After each frame: what was left is there, and has been drawn some times, or stands still.
  void drawn();
  // After each frame. `active`: something may have been done in it.
  void frame(bool active);
  double left() const;  // seconds until something is to be kept
  void end();

 private:
  void keep(const char* what, void (*write)(const Jobs&, const std::filesystem::path&));
  SessionKeeper::Write write_to(const Settings& before) const;

  static inline Keeping* shown_ = nullptr;
  App& app_;
  RunningMark mark_;
  WindowFolder folder_;
  std::shared_ptr<std::string> untouched_ = std::make_shared<std::string>();
  SessionKeeper keeper_;
  bool told_ = false;
  bool watches_ = false;  // whether what was handed over is written
  int drawn_ = 0;
};

}  // namespace glassformer
