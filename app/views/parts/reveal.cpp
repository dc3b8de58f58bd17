#include "app/views/parts/reveal.h"

#include <algorithm>

#include "app/views/parts/made_of.h"
#include "app/views/view.h"

namespace glassformer {

namespace {

constexpr double kCellSeconds = 0.1;
// At most, so that a step is made within kMotionSeconds: wide rows hurry.
constexpr double kFirstRowSeconds = 0.4;
constexpr double kRestSeconds = 0.2;

// As the lesson has it, whichever head is laid out.
std::string named_focus(const Session& session, int step) {
  const auto& steps = session.lesson().steps;
  const auto at = static_cast<std::size_t>(std::max(0, step));
  return at < steps.size() ? steps[at].focus : std::string();
}

}  // namespace

void Reveal::follow(const Session& session, double now, bool at_once) {
  const bool same_lesson = lesson_id_ == session.lesson().id;
  if (!same_lesson || step_ != session.step) {
    // What the step before was about stands already.
    const bool on = same_lesson && session.step == step_ + 1;
    const bool stands = on && named_focus(session, step_) == named_focus(session, session.step);
    begun_ = on && !stands && !at_once ? now : -1e9;
    lesson_id_ = session.lesson().id;
    step_ = session.step;
  }
  const Tape& tape = session.run()->tape;
  focus_ = tape.find(focus_path(session, step_));
  // Everything up to the furthest focus so far is made. A lesson that opens on the whole picture
  // shows it whole, and so does one whose steps name no matrix.
  limit_ = -1;
  for (int k = 0; k <= step_; ++k)
    limit_ = std::max(limit_, tape.find(focus_path(session, k)).index);
  if (!focus_ && (step_ == 0 || step_ + 1 == static_cast<int>(session.lesson().steps.size()))) {
    limit_ = -1;
  }

  made_ = -1;
  making_.reset();
  built_ = 1;
  if (!focus_ || tape.node(focus_).op == nullptr) return;
  const double age = now - begun_;
  if (made_of(tape, focus_, step_ > 0 ? focus_path(session, step_ - 1) : "")) {
    built_ = static_cast<float>(std::clamp(age / kMotionSeconds, 0.0, 1.0));
    return;
  }
  const Shape shape = tape.shape(focus_);
  const double per_cell = std::min(kCellSeconds, kFirstRowSeconds / std::max(1, shape.cols));
  const double first_row = per_cell * shape.cols;
  if (age >= first_row + kRestSeconds) return;
  built_ = static_cast<float>(std::max(0.0, age) / (first_row + kRestSeconds));
  if (age < first_row) {
    const int col = std::clamp(static_cast<int>(age / per_cell), 0, shape.cols - 1);
    made_ = col + 1;
    making_ = Place{0, col};
  } else {
    const double part = (age - first_row) / kRestSeconds;
    made_ = shape.cols * (1 + static_cast<int>(part * (shape.rows - 1)));
  }
}

int Reveal::cells(const Session& session, Var var) const {
  if (var == focus_) return made_;
  if (limit_ < 0 || session.run()->tape.node(var).op == nullptr) return -1;
  return var.index <= limit_ ? -1 : 0;
}

}  // namespace glassformer
