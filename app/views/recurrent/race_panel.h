#pragma once

#include <string>
#include <vector>

#include "app/jobs/race.h"
#include "app/session/ours.h"
#include "app/session/session.h"
#include "app/views/parts/training_panel.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A race that a lesson shows: its recording until somebody presses Train, then the one that runs
// here.
class RacePanel {
 public:
  explicit RacePanel(RaceKind kind) : kind_(kind) {}

  // Once or more in each frame, before anything of it is drawn; `entered`: in the first frame of a
  // step.
  void follow(Ui& ui, Session& session, bool entered);
  // The buttons that steer it, and below them the slider through its moments. Returns their height.
  float draw_controls(Ui& ui, Session& session, Rect area);

  struct Shown {
    const std::vector<RaceSnapshotPtr>* moments = nullptr;  // null: there is nothing to draw yet
    std::size_t now = 0;                                    // the moment that is looked at
    std::size_t until = 0;  // and the one that it comes to with the answer to what is asked
  };
  // Whether the recording is shown, and not a race that was begun here.
  bool replays(const Session& session) const;
  // What is the lesson's own then (View::ours).
  Ours ours(const Session& session) const;
  // While a class is asked about it, a recording is half-way from where the step before left it:
  // the answer is how it goes on. What is returned lives until follow() is called again.
  Shown shown(const Session& session) const;
  // In the place of a chart that has nothing to draw.
  void draw_waiting(Ui& ui, Rect area) const;

 private:
  RaceKind kind_;
  TrainingPanel panel_;
  const RaceJob* job_ = nullptr;  // that was shown last
  bool replay_ = false;
  std::string error_;
  std::vector<RaceSnapshotPtr> live_;
  const std::vector<RaceSnapshotPtr>* moments_ = nullptr;
};

}  // namespace glassformer
