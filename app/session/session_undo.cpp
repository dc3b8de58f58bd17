// What was done and undone. A training that was replaced is one step of it.
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "app/jobs/jobs.h"
#include "app/session/intent_log.h"
#include "app/session/session.h"

namespace glassformer {

namespace {

// The last change of `from` becomes the last of `to`; `own` is what was there before it. Whole or,
// where memory runs out, not at all.
template <class Done>
void move_last(std::vector<Done>& from, std::vector<Done>& to, Changes& own) {
  to.emplace_back();
  std::swap(to.back(), from.back());
  from.pop_back();
  std::swap(own, to.back().before);
}

bool came_with_training(const std::optional<Intent>& intent) {
  const auto* text = intent ? std::get_if<SetText>(&*intent) : nullptr;
  return text != nullptr && text->gesture == Session::with_training;
}

}  // namespace

void Session::bring_back(const SetAside& aside) {
  tell_done("bring back " + name_of(aside));
  note_replaced(jobs_->bring_back(aside));
}

void Session::note_replaced(SetAside aside) {
  if (!aside.holds_something()) return;
  undone_.clear();
  done_.emplace_back();
  done_.back().before = own_;
  done_.back().seen = true;
  done_.back().training = std::move(aside);
}

// The two trainings change places.
void Session::move_training(Done& done) {
  if (done.training && done.training->holds_something())
    done.training = jobs_->bring_back(*done.training);
}

bool Session::undo() {
  take_posted();
  if (!undo_one()) return false;
  while (came_with_training(undone_.back().intent) && undo_one()) {
  }
  return true;
}

bool Session::redo() {
  if (!redo_one()) return false;
  while (!undone_.empty() && came_with_training(undone_.back().intent)) redo_one();
  return true;
}

bool Session::undo_one() {
  if (done_.empty()) return false;
  forget_refusal();
  if (!taken_.empty() && message == taken_) message.clear();  // it told how to undo
  Inputs inputs = stage_inputs(lesson_, step, done_.back().before);
  move_last(done_, undone_, own_);
  move_training(undone_.back());
  inputs_ = std::move(inputs);
  dirty_ = led_back_ = true;
  return true;
}

bool Session::redo_one() {
  if (undone_.empty()) return false;
  forget_refusal();
  Inputs inputs = stage_inputs(lesson_, step, undone_.back().before);
  move_last(undone_, done_, own_);
  move_training(done_.back());
  inputs_ = std::move(inputs);
  dirty_ = led_back_ = true;
  return true;
}

}  // namespace glassformer
