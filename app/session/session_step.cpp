// What a step does to the session: what it shows, asks and lights.
#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "app/session/intent_log.h"
#include "app/session/ours.h"
#include "app/session/session.h"
#include "core/lesson/dependent.h"
#include "core/lesson/living_text.h"
#include "core/text/nearest.h"

namespace glassformer {

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

// Without memory no cell is chosen: a run that is there must be shown all the same.
std::optional<Target> Session::step_cell() const try {
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
} catch (const std::bad_alloc&) {
  return {};
}

void Session::choose_step_cell() {
  chosen = step_cell();
}

}  // namespace glassformer
