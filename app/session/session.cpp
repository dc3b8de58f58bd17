#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/session/intent_log.h"
#include "core/lesson/dependent.h"
#include "core/lesson/forms.h"
#include "core/tensor/error.h"
#include "core/tensor/failure.h"

namespace glassformer {

namespace {

// A forward pass that is ready within this time is in the frame of the edit that asked for it.
constexpr std::chrono::milliseconds kPatience{12};

// Equal but for the resources.
bool same_numbers(const Inputs& a, const Inputs& b) {
  return a.text == b.text && a.tokens == b.tokens && a.options == b.options && a.edits == b.edits &&
         a.optional_edits == b.optional_edits && a.order == b.order;
}

}  // namespace

bool Session::is_changed() const {
  return !own_.empty() && !same_numbers(inputs_, stage_inputs(lesson_, step));
}

bool Session::is_as_it_begins() const {
  return same_numbers(shown_, lesson_.inputs);
}

Session::Session(std::vector<Lesson> lessons)
    : lessons_(std::move(lessons)), jobs_(std::make_unique<Jobs>()) {}

Session::~Session() = default;

void Session::post(const JobIntent& intent) {
  tell_done(fmt::format("background work {}", intent.index()));
  note_replaced(jobs_->apply(intent, backend_));
}

namespace {

// Of a lesson that names no places: those with which the first of these lessons with its view
// begins, else its equation.
Places usual_places(const std::vector<Lesson>& lessons, const std::string& view) {
  const auto shows = [&](const Lesson& one) { return one.view == view && !one.places.empty(); };
  const auto with_view = std::ranges::find_if(lessons, shows);
  return with_view == lessons.end() ? Places{.hero = "equation", .side = {}, .under = {}}
                                    : with_view->places;
}

}  // namespace

void Session::open(const Lesson& lesson) {
  tell_done("open " + lesson.id);
  const int last = std::max(0, static_cast<int>(lesson.steps.size()) - 1);
  const int first_step = std::clamp(lesson.at_step, 0, last);
  Inputs inputs = stage_inputs(lesson, first_step, lesson.changes);
  RunPtr first;
  {
    const OnBackend on(backend_);
    first = glassformer::run(inputs);
  }
  Lesson opened = lesson;  // what can fail comes before what changes
  if (opened.places.empty()) opened.places = usual_places(lessons_, lesson.view);
  Inputs shown_inputs = inputs;
  Changes shown = lesson.changes;
  worker_.cancel();
  lesson_ = std::move(opened);
  own_ = std::exchange(lesson_.changes, {});
  shown_own_ = std::move(shown);
  shown_ = std::move(shown_inputs);
  inputs_ = std::move(inputs);
  run_ = std::move(first);
  worker_.start_from(run_);
  previous_.reset();
  done_.clear();
  undone_.clear();
  pending_.clear();
  wishes_.clear();
  dirty_ = false;
  changed_at_ = -1e9;
  step = first_step;
  head = lesson_head_ = 0;
  lines = lesson_lines_ = false;  // it was chosen for the lesson that is left
  hover = next_hover = {};
  chosen.reset();
  message.clear();
  try {
    show_step();  // a saved session's changes were made at this step: it does not overrule them
  } catch (const std::bad_alloc&) {
    // The lesson is open, and its run is there; what its step lights comes when it is entered.
  }
  if (own_.head) head = *own_.head;
  own_.head.reset();
  // How its view stood when it was saved.
  for (const auto& [key, value] : own_.view) view_state.insert_or_assign(key, value);
  own_.view.clear();
  shown_own_.view.clear();
}

// Equal inputs ask for no new pass.
void Session::compose() {
  Inputs next = stage_inputs(lesson_, step, own_);
  if (same_numbers(next, inputs_) && next.resources == inputs_.resources) return;
  inputs_ = std::move(next);
  dirty_ = true;
}

// Each whole or, where memory runs out, not at all: what can fail comes before what changes.
void Session::take_posted() {
  if (!pending_.empty()) forget_refusal();
  for (Intent& intent : std::exchange(pending_, {})) {
    tell_done(described(intent));
    Changes next = own_;
    add(intent, next, stage_inputs(lesson_, step));
    Inputs inputs = stage_inputs(lesson_, step, next);
    const bool same =
        !done_.empty() && done_.back().intent && same_gesture(*done_.back().intent, intent);
    if (!same) {
      done_.emplace_back();
      done_.back().intent = std::move(intent);
      done_.back().before = std::move(own_);
    }
    undone_.clear();
    own_ = std::move(next);
    inputs_ = std::move(inputs);
    dirty_ = true;
    led_back_ = false;
  }
}

// What was wrong is past with whatever is done next.
void Session::forget_refusal() {
  if (!message_is_error) return;
  message.clear();
  message_is_error = false;
}

void Session::submit() {
  wishes_[++last_wish_] = {own_, done_.size()};
  worker_.submit(inputs_, last_wish_);
}

bool Session::update(double now) {
  take_posted();
  const bool asks = dirty_;
  if (asks) submit();
  dirty_ = false;
  return accept(worker_.take(asks ? kPatience : std::chrono::milliseconds{0}), now);
}

bool Session::settle(double now) {
  bool changed = update(now);
  while (worker_.busy()) changed = accept(worker_.take_when_done(), now) || changed;
  return accept(worker_.take_when_done(), now) || changed;
}

bool Session::accept(std::optional<Worker::Result> result, double now) {
  if (!result) return false;
  const auto answered = wishes_.find(result->tag);
  Wish wish = answered == wishes_.end() ? Wish{} : std::move(answered->second);
  if (answered != wishes_.end()) wishes_.erase(wishes_.begin(), std::next(answered));
  if (result->run) {
    const bool same_things = shown_.resources == result->inputs.resources;
    shown_ = std::move(result->inputs);
    shown_own_ = std::move(wish.own);
    if (wish.done > 0 && wish.done <= done_.size()) done_[wish.done - 1].seen = true;
    // What was wrong has been put right.
    if (!wrong_.empty() && message == wrong_) message.clear();
    wrong_.clear();
    publish(std::move(result->run), same_things, now);
    return true;
  }
  if (worker_.busy()) return false;  // a newer wish is on its way, and answers for this one too
  // A step that was entered and has no run yet, or an undo: it is that, not the last cell, that
  // does not go.
  const bool edited_last = !choose_ && !led_back_ && !done_.empty() && done_.back().intent &&
                           std::holds_alternative<SetCell>(*done_.back().intent);
  const bool unsound = !tells_of_memory(result->error);
  if (unsound && !own_.edits.empty() && !edited_last) {
    // The change is sound, but cells set by hand before it have no place any more.
    own_.edits.clear();
    inputs_ = stage_inputs(lesson_, step, own_);
    submit();
    message =
        choose_
            ? "The cells set by hand were cleared: this step has no place for them."
            : "The cells set by hand were cleared: this change gives the matrices other shapes.";
    message_is_error = false;
    return false;
  }
  if (unsound && let_cells_go(inputs_, own_)) {
    submit();
    return false;
  }
  if (unsound && choose_ && !own_.empty()) {
    // The step is sound, but not with what the user changed.
    own_ = {};
    inputs_ = stage_inputs(lesson_, step);
    submit();
    message = "Your changes were put back, since this step cannot be computed with them: " +
              result->error;
    message_is_error = false;
    return false;
  }
  message = wrong_ = result->error;
  message_is_error = true;
  take_back();
  return false;
}

// To what is on screen. Of a drag that went well until now, only its last move is taken back.
void Session::take_back() {
  if (!done_.empty() && !done_.back().seen) done_.pop_back();
  inputs_ = shown_;
  own_ = shown_own_;
}

void Session::publish(RunPtr run, bool same_things, double now) {
  // Or nothing, where the run before had no such cell.
  const bool as_opened = run_ != nullptr && chosen == step_cell();
  previous_ = std::exchange(run_, std::move(run));
  changed_at_ = now;
  if (backend_ && !run_->on_device) {
    message = run_->notes.back();
    message_is_error = true;
  }
  const auto gone = [this](const Target& target) {
    const Var var = run_->tape.find(target.path);
    return target.kind == Target::Kind::cell &&
           (!var || !run_->tape.shape(var).contains(target.row, target.col));
  };
  if (chosen && gone(*chosen)) chosen.reset();
  std::erase_if(predicted, gone);
  // With other words, or another model, the cell that the step opened may be another one.
  if (as_opened && (!same_things || previous_->tokens != run_->tokens)) choose_step_cell();
  if (!std::exchange(choose_, false)) return;
  ++entry_;
  choose_step_cell();
}

void Session::cancel() {
  worker_.cancel();
  take_back();
}

void Session::compute_on(std::shared_ptr<Backend> backend) {
  if (backend_ == backend) return;
  backend_ = std::move(backend);
  worker_.compute_on(backend_);
  dirty_ = run_ != nullptr;
}

void Session::use(std::string_view slot, Resource resource, Reach reach) {
  if (reach == Reach::offered) offered_.set(slot, resource);
  if (inputs_.resources.find(slot) == resource) return;
  if (auto other = other_form(lesson_, slot, resource)) {
    // What only the lesson's other form can show opens that: its steps are others, what was typed
    // stays.
    if (!brings(*other, slot, resource)) {
      other->inputs.resources.set(slot, resource);
      leave_out_dependent(*other, slot);
    }
    other->changes.text[0] = own_.text[0];
    try {
      open(*other);
      message = "The lesson begins again, with the steps that fit this model.";
      message_is_error = false;
    } catch (const UserError& error) {
      message = error.what();
      message_is_error = true;
    }
    return;
  }
  lesson_.inputs.resources.set(slot, resource);
  leave_out_dependent(lesson_, slot);
  leave_out_dependent(lesson_, step, slot, own_);
  for (auto* list : {&done_, &undone_}) {
    for (Done& done : *list) leave_out_dependent(lesson_, step, slot, done.before);
  }
  inputs_ = stage_inputs(lesson_, step, own_);
  dirty_ = true;
}

std::vector<std::string_view> Session::offers() const {
  std::vector<std::string_view> slots;
  const Scene* scene = find_scene(inputs_.scene);
  if (scene == nullptr) return slots;
  for (const SlotUse& use : scene->slots) {
    const Resource& offered = offered_.find(use.name);
    const bool fits = offered.object() != nullptr && takes_in_some_form(lesson_, use.name, offered);
    if (fits && !(inputs_.resources.find(use.name) == offered)) slots.push_back(use.name);
  }
  return slots;
}

void Session::take_offer(std::string_view slot) {
  use(slot, offered_.find(slot), Reach::offered);
}

Lesson Session::snapshot() const {
  Lesson lesson = lesson_;
  lesson.at_step = step;
  lesson.changes = shown_own_;
  // A file that names the second sentence names the first one too.
  auto& text = lesson.changes.text;
  auto& tokens = lesson.changes.tokens;
  if (text[1] && !text[0]) text[0] = shown_.text[0];
  if (text[1] && !tokens[0] && !shown_.tokens[0].empty()) tokens[0] = shown_.tokens[0];
  if (head != lesson_head_) lesson.changes.head = head;
  const ViewState set = stage_changes(lesson_, step).view;
  for (const auto& [key, value] : view_state) {
    const auto found = set.find(key);
    if (found == set.end() || !(found->second == value)) lesson.changes.view[key] = value;
  }
  return lesson;
}

}  // namespace glassformer
