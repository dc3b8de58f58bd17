#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "app/jobs/job.h"
#include "app/session/session.h"
#include "app/widgets/ui.h"

namespace glassformer {

// The moment of a recorded training that the lesson's steps have come to, from 0.
std::size_t moment_of(const Session& session);

// What the views of all trainings have alike: the buttons that steer the job, and the slider along
// its snapshots.
class TrainingPanel {
 public:
  void begin();  // another job is looked at, from its newest snapshot on

  // Asks for another frame while there is news. It may come in the second pass over a frame, and a
  // job that was asked for more may not have begun: then too, or the picture would stand still
  // until the pointer moves.
  // `quiet`: what it does by itself is not in sight.
  void watch(Ui& ui, const std::shared_ptr<const JobSnapshot>& now, bool quiet = false);

  // Train or pause, one step, and how far it is. True if it is to be started over.
  bool draw_controls(Ui& ui, JobControl& job, const std::string& progress, Rect row);
  // The same of a job that is not made before it is asked for something.
  bool draw_controls(Ui& ui, const std::function<JobControl&()>& job, const std::string& progress,
                     Rect row);

  // Before a training begins there is nothing to say beside its controls: in a low area what
  // usually stands below them has room there. How wide the controls are then, in px; 0: it stands
  // below.
  static float row_shared(const Ui& ui, Rect area, bool begun);

  // Of so many snapshots, more than none, the chosen one; `told` says in words what it is, and
  // `words` is how wide these are, px at scale 1.
  std::size_t choose_snapshot(Ui& ui, std::size_t count, float words,
                              const std::function<std::string(std::size_t)>& told, Rect row);
  // The one that stands there, without the slider.
  std::size_t chosen(std::size_t count);
  bool at_newest() const { return follow_; }
  void show(std::size_t snapshot);  // moves the slider there

 private:
  void ask(Ui& ui);  // the user wants more of it

  std::shared_ptr<const JobSnapshot> seen_;
  std::shared_ptr<const JobSnapshot> asked_;  // what there was when more was asked for
  bool follow_ = true;
  double at_ = 0;
};

}  // namespace glassformer
