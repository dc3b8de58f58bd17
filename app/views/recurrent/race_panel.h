#pragma once

#include <vector>

#include "app/jobs/race.h"
#include "app/session/ours.h"
#include "app/session/session.h"
#include "app/views/parts/training_panel.h"
#include "app/widgets/ui.h"

namespace glassformer {

// A race that a lesson shows: its recording until somebody presses Train, then the one that runs
// here. The buttons stand in the row of the view's tabs, the slider at the foot.
class RacePanel {
 public:
  explicit RacePanel(RaceKind kind) : kind_(kind) {}

  struct Shown {
    const std::vector<RaceSnapshotPtr>* moments = nullptr;  // null: there is nothing to draw yet
    std::size_t now = 0;                                    // the moment that is looked at
    Rect area;                                              // for its charts
  };
  // `entered`: in the first frame of a step. What is returned lives until the next call.
  Shown draw(Ui& ui, Session& session, bool entered, Rect controls, Rect area);
  // Whether the recording is shown, and not a race that was begun here.
  bool replays(const Session& session) const;
  // What is the lesson's own then (View::ours).
  Ours ours(const Session& session) const;

 private:
  RaceKind kind_;
  TrainingPanel panel_;
  const RaceJob* job_ = nullptr;  // that was shown last
  std::vector<RaceSnapshotPtr> live_;
};

}  // namespace glassformer
