#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/jobs/set_aside.h"
#include "app/jobs/worker.h"
#include "app/session/intent.h"
#include "app/session/target.h"
#include "core/lesson/lesson.h"
#include "core/lesson/stage.h"
#include "core/scenes/run.h"

namespace glassformer {

class JobIntent;
class Jobs;
struct Checkpoint;
using CheckpointPtr = std::shared_ptr<const Checkpoint>;

// The key of what a view shows for those that can draw lines in place of matrices: whether they do.
inline constexpr std::string_view lines_key = "lines";

// The open lesson, the selection, the undo list: the only mutable state of the app.
class Session {
 public:
  explicit Session(std::vector<Lesson> lessons);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const std::vector<Lesson>& lessons() const { return lessons_; }
  const Lesson& lesson() const { return lesson_; }
  const Inputs& inputs() const { return inputs_; }
  const Inputs& shown() const { return shown_; }  // what run() was computed from
  RunPtr run() const { return run_; }             // never null once a lesson is open
  RunPtr previous() const { return previous_; }   // the run before the last change; may be null
  double changed_at() const { return changed_at_; }

  void open(const Lesson& lesson);  // throws UserError; what was open stays then
  void post(Intent intent) { pending_.push_back(std::move(intent)); }
  // app/jobs/intents.h; at once. Where it takes the place of a training that had learned something,
  // undo brings that back.
  void post(const JobIntent& intent);
  void bring_back(const SetAside& aside);  // likewise
  // The gesture of a sentence that is put there for a training: undone with it.
  static constexpr int with_training = -1;
  // Applies what was posted and starts the forward pass. Waits for it as long as a frame allows;
  // what takes longer goes on in the background (busy()) and arrives in a later update. True if
  // there is a new run. A failure becomes `message` and takes the change back.
  bool update(double now);
  bool busy() const { return worker_.busy(); }
  double busy_for() const { return worker_.busy_for(); }  // seconds
  double share_done() const { return worker_.share(); }   // of the forward pass, 0 … 1
  void cancel();            // stops the forward pass in the background
  bool settle(double now);  // update, and wait to the end: for pictures and tests

  // Puts the object into a slot of the open lesson; no step of undo. nullptr: what the scene takes
  // by itself. Other lessons begin as they are written: there it is offered, unless it is of this
  // one alone.
  enum class Reach { offered, this_lesson };
  template <class T>
  void use(const Slot<T>& slot, std::type_identity_t<std::shared_ptr<const T>> object,
           Reach reach = Reach::offered) {
    use(slot.name, Resource(std::move(object)), reach);
  }
  // What the open lesson could use of what was trained or opened before: the slots.
  std::vector<std::string_view> offers() const;
  void take_offer(std::string_view slot);

  // Where the forward passes are computed from now on; null: on the CPU.
  void compute_on(std::shared_ptr<Backend> backend);
  const std::shared_ptr<Backend>& backend() const { return backend_; }

  // What runs in the background, whatever lesson is open.
  Jobs& jobs() { return *jobs_; }
  const Jobs& jobs() const { return *jobs_; }

  bool undo();
  bool redo();
  bool can_undo() const { return !done_.empty(); }
  bool can_redo() const { return !undone_.empty(); }
  // The cell that the step names, in the head that is laid out; nothing: it is not there.
  std::optional<Target> step_cell() const;
  // The inspector opens on it.
  void choose_step_cell();
  // Puts the stage into the state of `step`, which is new: what the steps so far set, and over it
  // what the user changed. What this step sets itself it takes from the user; undo brings it back.
  void enter_step();
  // Another number whenever a step is entered, and when its run is there.
  std::uint64_t entry() const { return entry_; }
  // Something that the run depends on was changed by hand.
  bool is_changed() const;
  // The numbers on screen are those that the lesson begins with: neither a step nor the user has
  // changed anything that they depend on.
  bool is_as_it_begins() const;
  // What the step asks; null: nothing, or only about the lesson's own numbers, which the user has
  // replaced.
  const Ask* question() const;
  // It waits for its answer.
  bool asking() const;
  void answer() { answered_ = true; }
  const std::vector<Spot>& asked() const;  // what is hidden until then
  const StepTouch& touch() const;          // what the step lights
  Lesson snapshot() const;                 // the lesson as it now stands, to be written to a file

  int step = 0;
  int head = 0;                   // which of the numbered scopes is laid out, from 0
  ViewState view_state;           // as the steps set it, and then the user
  bool lines = false;             // lines between the tokens instead of matrices
  bool predicting = false;        // a click hides a cell until the class has guessed
  Target hover;                   // what every view lights in this frame …
  Target next_hover;              // … and what they found under the pointer meanwhile
  std::optional<Target> chosen;   // clicked: the inspector stays on it
  std::vector<Target> predicted;  // cells hidden until the class has guessed
  std::string message;            // an error or a notice, one sentence; empty: none
  bool message_is_error = false;

 private:
  struct Done {
    std::optional<Intent> intent;  // none: a step took over what was the user's
    Changes before;
    bool seen = false;  // a run with it has been on screen
    // The training that was replaced, or after an undo the one that undo put away.
    std::optional<SetAside> training = std::nullopt;
  };
  struct Wish {  // a pass that was asked for
    Changes own;
    std::size_t done = 0;  // how many changes it holds
  };
  void use(std::string_view slot, Resource resource, Reach reach);
  void note_replaced(SetAside aside);
  void move_training(Done& done);
  bool undo_one();
  bool redo_one();
  void show_step();
  void compose();  // inputs_ from the lesson, the step and what the user changed
  void submit();
  void forget_refusal();
  void take_posted();
  bool accept(std::optional<Worker::Result> result, double now);
  void publish(RunPtr run, bool same_things, double now);  // things: in its slots
  void take_back();
  int lesson_head() const;
  const Step* now() const;  // null for a lesson without steps

  std::vector<Lesson> lessons_;
  Lesson lesson_;
  std::string wrong_;  // what the message says of inputs that could not be computed
  struct Asked {
    RunPtr run;
    int step = -1;
    bool can = true;  // it has an answer
  };
  mutable Asked asked_of_;  // of the user's own data
  struct OpenedAt {
    RunPtr run;
    int step = -1;
    std::string path;
    std::optional<std::pair<int, int>> place;
  };
  mutable OpenedAt opened_at_;  // the step's cell
  std::string taken_;           // what it says of changes that the step overrules
  Changes own_;                 // what the user changed
  Changes shown_own_;           // of that, what run_ was computed with
  std::vector<Done> done_;
  std::vector<Done> undone_;  // `before` holds what redo leads to
  std::vector<Intent> pending_;
  std::map<std::size_t, Wish> wishes_;  // by tag, until they are answered
  std::size_t last_wish_ = 0;
  bool dirty_ = false;
  bool choose_ = false;    // the step's cell, as soon as its run is there
  bool led_back_ = false;  // the last change was an undo or a redo
  bool answered_ = false;  // the step's question
  std::uint64_t entry_ = 0;
  bool lesson_lines_ = false;  // a step says whether lines are drawn
  int lesson_head_ = 0;        // the head that the steps spoke of last
  Inputs inputs_;
  Resources offered_;  // what was put into slots, in whatever lesson
  Inputs shown_;       // what run_ was computed from
  RunPtr run_;
  RunPtr previous_;
  double changed_at_ = -1e9;
  std::shared_ptr<Backend> backend_;
  std::unique_ptr<Jobs> jobs_;
  Worker worker_;
};

}  // namespace glassformer
