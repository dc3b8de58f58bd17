#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/session/intent_log.h"
#include "app/session/ours.h"
#include "core/lesson/dependent.h"
#include "core/lesson/forms.h"
#include "core/lesson/living_text.h"
#include "core/tensor/error.h"
#include "core/tensor/failure.h"
#include "core/text/nearest.h"

namespace glassformer {

namespace {

// A forward pass that is ready within this time is in the frame of the edit that asked for it.
constexpr std::chrono::milliseconds kPatience{12};

// The last change of `from` becomes the last of `to`; `own` is what was there before it. Whole or,
// where memory runs out, not at all.
template <class Done>
void move_last(std::vector<Done>& from, std::vector<Done>& to, Changes& own) {
  to.emplace_back();
  std::swap(to.back(), from.back());
  from.pop_back();
  std::swap(own, to.back().before);
}

// Equal but for the resources.
bool same_numbers(const Inputs& a, const Inputs& b) {
  return a.text == b.text && a.tokens == b.tokens && a.options == b.options && a.edits == b.edits &&
         a.optional_edits == b.optional_edits && a.order == b.order;
}

}  // namespace

// The head that the steps up to this one speak of: one says so, or its focus lies in one.
int Session::lesson_head() const {
  int named = 0;
  const int last = std::min(step, static_cast<int>(lesson_.steps.size()) - 1);
  for (int k = 0; k <= last; ++k) {
    const Step& one = lesson_.steps[static_cast<std::size_t>(k)];
    const std::optional<int> spoken = one.set.head ? one.set.head : repeated_scope(one.focus);
    named = spoken.value_or(named);
  }
  return named;
}

void Session::enter_step() {
  tell_done(fmt::format("step {} of {}", step + 1, lesson_.id));
  if (!taken_.empty() && message == taken_) message.clear();
  taken_.clear();
  forget_refusal();
  if (now() != nullptr) {
    Changes own = own_;
    if (const auto taken = overrule(now()->set, own, inputs_); !taken.empty()) {
      done_.emplace_back();
      done_.back().before = std::move(own_);
      done_.back().seen = true;
      undone_.clear();
      message = taken_ = fmt::format("This step sets {}: Ctrl Z brings yours back.", listed(taken));
      message_is_error = false;
    }
    own_ = std::move(own);
  }
  show_step();
}

void Session::show_step() {
  chosen.reset();
  predicted.clear();
  answered_ = false;
  ++entry_;
  const auto tell = [this](const std::string& what) {  // until the next step
    message = taken_ = taken_.empty() ? what : taken_ + " " + what;
    message_is_error = false;
  };
  // Where the lesson turns to another head; otherwise the one that the user has chosen stays.
  const int named = lesson_head();
  if (named != lesson_head_) {
    if (head != lesson_head_ && head != named)
      tell(fmt::format("This step is about head {}, in place of yours.", named + 1));
    head = named;
  }
  lesson_head_ = named;
  view_state = stage_changes(lesson_, step).view;
  // Lines between the tokens: what the user has chosen by hand lasts until a step says how it is to
  // be. Lines show weights alone: a step that speaks of another matrix shows that, and the lines
  // come back after it.
  const std::string key(lines_key);
  if (lines != lesson_lines_) own_.view[key] = lines ? 1.0 : 0.0;
  const auto so_far = view_state.find(key), chosen_by_hand = own_.view.find(key);
  const bool is_own = chosen_by_hand != own_.view.end();
  const bool of_lesson = so_far != view_state.end() && so_far->second == Option(1.0);
  const bool wished = is_own ? chosen_by_hand->second == Option(1.0) : of_lesson;
  const bool says = now() != nullptr && now()->set.view.contains(key);
  bool shown = says ? of_lesson : wished;
  if (so_far == view_state.end() && run_) {
    const Var focus = run_->tape.find(focus_path(*this, step));
    if (focus && run_->tape.node(focus).label.role != Role::probability) shown = false;
  }
  if (is_own && shown != wished) {
    tell(shown ? "This step shows lines, in place of your choice."
               : "This step shows matrices, in place of your lines.");
  }
  if (says) own_.view.erase(key);
  lines = lesson_lines_ = shown;
  compose();
  choose_ = dirty_;
  led_back_ = false;
  if (!dirty_) choose_step_cell();
}

bool Session::is_changed() const {
  return !own_.empty() && !same_numbers(inputs_, stage_inputs(lesson_, step));
}

bool Session::is_as_it_begins() const {
  return same_numbers(shown_, lesson_.inputs);
}

const Step* Session::now() const {
  const bool there = step >= 0 && step < static_cast<int>(lesson_.steps.size());
  return there ? &lesson_.steps[static_cast<std::size_t>(step)] : nullptr;
}

const Ask* Session::question() const {
  if (now() == nullptr || !now()->ask) return nullptr;
  const Ask& ask = *now()->ask;
  // What has no answer in the user's own data is not asked. Worked out once: every cell asks.
  if (asked_of_.run != run_ || asked_of_.step != step) {
    const LivingText theirs{run_.get(), &shown_, ours_of(*this)};
    const bool can = theirs.own.all ||
                     (!filled(ask.question, theirs).empty() && !filled(ask.answer, theirs).empty());
    asked_of_ = {run_, step, can};
  }
  return asked_of_.can ? &ask : nullptr;
}

bool Session::asking() const {
  return !answered_ && question() != nullptr;
}

const std::vector<Spot>& Session::asked() const {
  static const std::vector<Spot> none;
  return asking() ? question()->hide : none;
}

const StepTouch& Session::touch() const {
  static const StepTouch none;
  // In another sentence the same places hold other words, and words that are typed are others.
  const bool theirs = own_.text[0] || own_.text[1] || has_typed_words(inputs_, own_);
  // What a step lights it lights with its answer; else what was hidden until then.
  if (now() == nullptr || asking()) return none;
  const Ask* ask = question();
  if (ask == nullptr || (!theirs && !now()->touch.empty())) return theirs ? none : now()->touch;
  static StepTouch answered;
  answered.spots.clear();
  for (const Spot& spot : ask->hide) {
    if (spot.row) answered.spots.push_back(spot);
  }
  return answered;
}

std::optional<Target> Session::step_cell() const {
  if (step >= static_cast<int>(lesson_.steps.size())) return {};
  const Step& now = lesson_.steps[static_cast<std::size_t>(step)];
  const std::string path = focus_path(*this, step);
  const Var var = run_->tape.find(path);
  if (!now.cell || !var) return {};
  // Worked out once: every matrix that is drawn asks.
  if (opened_at_.run != run_ || opened_at_.step != step || opened_at_.path != path) {
    LivingText living{run_.get(), &shown_};
    if (now.cell->is_living()) living.own = ours_of(*this);
    opened_at_ = {run_, step, path, place_of(*now.cell, var, living)};
  }
  const auto& place = opened_at_.place;
  if (!place) return {};
  return Target{Target::Kind::cell, path, place->first, place->second, 0, 0};
}

void Session::choose_step_cell() {
  chosen = step_cell();
}

Session::Session(std::vector<Lesson> lessons)
    : lessons_(std::move(lessons)), jobs_(std::make_unique<Jobs>()) {}

Session::~Session() = default;

void Session::post(const JobIntent& intent) {
  tell_done(fmt::format("background work {}", intent.index()));
  note_replaced(jobs_->apply(intent, backend_));
}

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

namespace {

bool came_with_training(const std::optional<Intent>& intent) {
  const auto* text = intent ? std::get_if<SetText>(&*intent) : nullptr;
  return text != nullptr && text->gesture == Session::with_training;
}

}  // namespace

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
