#include "app/session.h"

#include <algorithm>
#include <utility>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/view.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

// A forward pass that is ready within this time is in the frame of the edit that asked for it.
constexpr std::chrono::milliseconds kPatience{12};

// Two moves of one drag are one intent to the user, and so to undo.
bool same_gesture(const Intent& a, const Intent& b) {
  if (const auto* x = std::get_if<SetCell>(&a), *y = std::get_if<SetCell>(&b); x && y) {
    return x->gesture != 0 && x->gesture == y->gesture;
  }
  if (const auto* x = std::get_if<SetText>(&a), *y = std::get_if<SetText>(&b); x && y) {
    return x->gesture != 0 && x->gesture == y->gesture && x->which == y->which;
  }
  if (const auto* x = std::get_if<SetOption>(&a), *y = std::get_if<SetOption>(&b); x && y) {
    return x->gesture != 0 && x->gesture == y->gesture && x->name == y->name;
  }
  return false;
}

}  // namespace

Target cell_of(const Tape& tape, Var var, int row, int col) {
  if (!var) return {};
  return {Target::Kind::cell, tape.node(var).path, row, col, 0, 0};
}

bool is_of(const Target& target, const Tape& tape, Var var) {
  return var && target.path == tape.node(var).path;
}

std::optional<int> repeated_scope(std::string_view path) {
  for (const std::string_view prefix : {"head.", "loop."}) {
    const std::size_t at = path.find(prefix);
    if (at == std::string_view::npos || (at != 0 && path[at - 1] != '.')) continue;
    std::string_view digits = path.substr(at + prefix.size());
    digits = digits.substr(0, digits.find('.'));
    const bool number =
        !digits.empty() && digits.size() <= 6 &&
        std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (number) return std::stoi(std::string(digits)) - 1;
  }
  return std::nullopt;
}

std::string focus_path(const Session& session, int step) {
  const auto& steps = session.lesson().steps;
  if (step < 0 || step >= static_cast<int>(steps.size())) return {};
  std::string path = steps[static_cast<std::size_t>(step)].focus;
  if (const auto number = repeated_scope(path)) {
    const std::string from = std::to_string(*number + 1) + ".";
    const std::size_t at = path.find("." + from) + 1;
    path.replace(at, from.size(), std::to_string(session.head + 1) + ".");
  }
  return path;
}

Var step_focus(const Session& session) {
  return session.run()->tape.find(focus_path(session, session.step));
}

Var stage_focus(const Session& session) {
  for (int step = session.step; step >= 0; --step) {
    const std::string path = focus_path(session, step);
    if (path.empty()) return {};
    if (const Var focus = session.run()->tape.find(path)) return focus;
  }
  return {};
}

void Session::enter_step() {
  chosen.reset();
  if (step >= static_cast<int>(lesson_.steps.size())) return;
  const Step& now = lesson_.steps[static_cast<std::size_t>(step)];
  // The lesson turns to another head; otherwise the one that the user has chosen stays.
  const int named = repeated_scope(now.focus).value_or(lesson_head_);
  if (named != lesson_head_) head = named;
  lesson_head_ = named;
  choose_step_cell();
}

void Session::choose_step_cell() {
  chosen.reset();
  if (step >= static_cast<int>(lesson_.steps.size())) return;
  const Step& now = lesson_.steps[static_cast<std::size_t>(step)];
  const std::string path = focus_path(*this, step);
  const Var var = run_->tape.find(path);
  if (!now.cell || !var || !run_->tape.shape(var).contains(now.cell->row, now.cell->col)) return;
  chosen = Target{Target::Kind::cell, path, now.cell->row, now.cell->col, 0, 0};
}

Session::Session(std::vector<Lesson> lessons)
    : lessons_(std::move(lessons)), jobs_(std::make_unique<Jobs>()) {}

Session::~Session() = default;

void Session::post(const JobIntent& intent) {
  jobs_->apply(intent, backend_);
}

void Session::open(const Lesson& lesson) {
  // What was chosen goes along, where the lesson can be read with it; what a view put into a slot
  // by itself stays there.
  Inputs inputs = lesson.inputs;
  const ViewTraits left = view_traits(lesson_.view);
  const Resources carried = resources_elsewhere();
  for (const auto& [slot, resource] : carried.all()) {
    const bool empty = inputs.resources.find(slot).object() == nullptr;
    if (empty && slot != left.fills) inputs.resources.set(slot, resource);
  }
  RunPtr first;
  const OnBackend on(backend_);
  try {
    first = glassformer::run(inputs);
  } catch (const UserError&) {
    if (inputs.resources == lesson.inputs.resources) throw;
    inputs = lesson.inputs;
    first = glassformer::run(inputs);
  }
  worker_.cancel();
  lesson_ = lesson;
  lesson_.inputs = inputs;
  inputs_ = shown_ = std::move(inputs);
  elsewhere_.clear();
  run_ = std::move(first);
  worker_.start_from(run_);
  previous_.reset();
  done_.clear();
  undone_.clear();
  pending_.clear();
  dirty_ = false;
  changed_at_ = -1e9;
  const int last = std::max(0, static_cast<int>(lesson.steps.size()) - 1);
  step = std::clamp(lesson.at_step, 0, last);
  head = lesson_head_ = 0;
  hover = next_hover = {};
  chosen.reset();
  predicted.clear();
  message.clear();
}

void Session::take_posted() {
  for (Intent& intent : pending_) {
    Inputs next =
        std::holds_alternative<ResetAll>(intent) ? lesson_.inputs : applied(inputs_, intent);
    if (done_.empty() || !same_gesture(done_.back().intent, intent)) {
      done_.push_back({std::move(intent), std::move(inputs_)});
    }
    undone_.clear();
    inputs_ = std::move(next);
    dirty_ = true;
  }
  pending_.clear();
}

bool Session::update(double now) {
  take_posted();
  const bool asks = std::exchange(dirty_, false);
  if (asks) worker_.submit(inputs_, done_.size());
  return accept(worker_.take(asks ? kPatience : std::chrono::milliseconds{0}), now);
}

bool Session::settle(double now) {
  bool changed = update(now);
  while (worker_.busy()) changed = accept(worker_.take_when_done(), now) || changed;
  return accept(worker_.take_when_done(), now) || changed;
}

bool Session::accept(std::optional<Worker::Result> result, double now) {
  if (!result) return false;
  if (result->run) {
    shown_ = std::move(result->inputs);
    if (result->tag > 0 && result->tag <= done_.size()) done_[result->tag - 1].seen = true;
    // What was wrong has been put right.
    if (!wrong_.empty() && message == wrong_) message.clear();
    wrong_.clear();
    publish(std::move(result->run), now);
    return true;
  }
  if (worker_.busy()) return false;  // a newer wish is on its way, and answers for this one too
  const bool edited_last = !done_.empty() && std::holds_alternative<SetCell>(done_.back().intent);
  if (!inputs_.edits.empty() && !done_.empty() && !edited_last) {
    // The change is sound, but cells set by hand before it have no place any more.
    inputs_.edits.clear();
    worker_.submit(inputs_, done_.size());
    message = "The cells set by hand were cleared: this change gives the matrices other shapes.";
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
}

void Session::publish(RunPtr run, double now) {
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
  const Resources all_before = resources_elsewhere();
  const Resource before = all_before.find(slot);
  if (const auto found = elsewhere_.find(slot); found != elsewhere_.end()) elsewhere_.erase(found);
  if (!(inputs_.resources.find(slot) == resource)) {
    change_all_inputs([&](Inputs& inputs) {
      inputs.resources.set(slot, resource);
      const SlotUse* use = slot_use(inputs, slot);
      if (use == nullptr || use->dependent.empty()) return;
      if (use->fits != nullptr && use->fits(inputs)) return;
      for (const std::string& option : use->dependent) inputs.options.erase(option);
    });
  }
  if (reach == Reach::this_lesson) elsewhere_.emplace(slot, before);
}

Resources Session::resources_elsewhere() const {
  Resources resources = inputs_.resources;
  for (const auto& [slot, resource] : elsewhere_) resources.set(slot, resource);
  return resources;
}

void Session::change_all_inputs(const std::function<void(Inputs&)>& change) {
  for (Inputs* inputs : {&inputs_, &lesson_.inputs}) change(*inputs);
  for (auto* list : {&done_, &undone_}) {
    for (Done& done : *list) change(done.before);
  }
  dirty_ = true;
}

bool Session::undo() {
  take_posted();
  if (done_.empty()) return false;
  Done last = std::move(done_.back());
  done_.pop_back();
  std::swap(inputs_, last.before);
  undone_.push_back(std::move(last));
  dirty_ = true;
  return true;
}

bool Session::redo() {
  if (undone_.empty()) return false;
  Done next = std::move(undone_.back());
  undone_.pop_back();
  std::swap(inputs_, next.before);
  done_.push_back(std::move(next));
  dirty_ = true;
  return true;
}

Lesson Session::snapshot() const {
  Lesson lesson = lesson_;
  lesson.inputs = shown_;
  lesson.at_step = step;
  return lesson;
}

}  // namespace glassformer
