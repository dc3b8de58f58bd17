#include "app/shell/app.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include "app/gl/facts.h"
#include "app/platform/folders.h"
#include "app/shell/step_words.h"
#include "app/widgets/motion.h"
#include "core/formats/mapped_file.h"
#include "core/kernels/threads.h"
#include "core/tensor/error.h"
#include "core/tensor/failure.h"

namespace glassformer {

namespace {

// The same moment without its events, for the second pass over a frame.
Input without_events(Input input) {
  input.keys.clear();
  input.typed.clear();
  input.wheel = input.wheel_x = 0;
  input.double_click = false;
  input.dropped_files.clear();
  return input;
}

// Something was done, not only pointed at. Whatever was drawn before the widget that took it shows
// it in the next frame.
bool acts(const Input& now, const Input& before) {
  return now.down != before.down || now.right_down != before.right_down || now.wheel != 0 ||
         now.wheel_x != 0 || !now.keys.empty() || !now.typed.empty() ||
         !now.dropped_files.empty() || (now.down && !(now.mouse == before.mouse));
}

}  // namespace

App::App(std::vector<Lesson> lessons, Settings settings, FrameTarget& target)
    : target_(&target),
      settings_(settings),
      session_(std::move(lessons)),
      canvas_(target.fonts()),
      ui_(canvas_, make_theme(settings.dark, 1)),
      shell_(session_, [this]() -> const GraphicsCard& { return card(); }),
      opener_(session_, shell_, recent_) {
  // The thread that draws has no team of OpenMP threads beside the worker's: with more threads than
  // cores OpenMP lets them sleep between two ops, and waking them takes as long as most ops.
  use_threads(1);
  choose_backend();
}

const GraphicsCard& App::card() {
  if (!card_) {
    card_ = std::make_unique<TrustedCard>([this] { return target_->make_compute_context(); },
                                          measured_card_file(), self_test_);
  }
  return card_->card();
}

void App::test_card_by(SelfTest test) {
  self_test_ = std::move(test);
  card_.reset();
  where_.reset();
}

void App::choose_backend() {
  const bool has_verdict = card_ && card_->update();
  if (where_ == settings_.where && !has_verdict) return;
  where_ = settings_.where;
  // No card is made where none will be used.
  const bool none = where_ == Where::cpu || (where_ == Where::automatic && gl_facts().software);
  session_.compute_on(none ? nullptr : backend_for(*where_, card()));
  if (none) return;
  std::string told = has_verdict ? card().warning : "";
  if (told.empty() && !card().backend && where_ == Where::gpu) told = card().why_not;
  if (told.empty()) return;
  session_.message = std::move(told);
  session_.message_is_error = !card().backend;
}

void App::build(const Input& input) {
  const Vec size = target_->size();
  const float display = target_->display_scale();
  ui_.theme = make_theme(settings_.dark, ui_scale(settings_, size.x, size.y, display));
  ui_.theme.display_scale = display;
  ui_.theme.mark_sign = settings_.mark_sign;
  want_motion(ui_, settings_.motion);
  const Rect whole{0, 0, size.x, size.y};
  target_->begin(input);
  ui_.begin(input, whole);
  session_.next_hover = {};
  shell_.draw(ui_, settings_, recent_, whole);
  ui_.end();
  target_->end();
}

// In the dialog, or in that of the desktop, which may have been closed meanwhile.
void App::open_chosen() {
  OpenDialog& dialog = shell_.open_dialog();
  if (const auto path = shell_.take_open()) {
    session_.message_is_error = false;
    opener_.open(*path);
  }
  if (const auto path = dialog.desktop().take()) {
    dialog.close();
    opener_.open(*path);
    acted_ = true;
  }
}

void App::frame(const Input& given) {
  acted_ = acts(given, last_input_);
  last_input_ = given;
  Input input = given;
  for (const std::string& file : input.dropped_files) opener_.open(file);
  open_chosen();
  opener_.update(input);
  OpenDialog& dialog = shell_.open_dialog();
  if (dialog.is_waiting() && !opener_.is_reading()) {
    acted_ = true;
    if (session_.message_is_error) {
      dialog.refused(std::exchange(session_.message, {}));
    } else {
      dialog.opened();
    }
  }
  input.dropped_files = opener_.take_for_view();
  choose_backend();
  const std::optional<SaveWish> file = std::exchange(to_save_, std::nullopt);
  // A picture of it is for others, who are not to be told how the program is used.
  const auto hints = file ? std::exchange(settings_.hints, {}) : settings_.hints;
  build(input);
  const bool changed = input.still ? session_.settle(input.time) : session_.update(input.time);
  hover_moved_ = !(session_.hover == session_.next_hover);
  session_.hover = session_.next_hover;
  if (changed || hover_moved_) {
    build(without_events(input));
    hover_moved_ = !(session_.hover == session_.next_hover);
    session_.hover = session_.next_hover;
  }
  target_->present(canvas_, background());
  if (std::string notice = target_->take_notice(); !notice.empty()) {
    session_.message = std::move(notice);
    session_.message_is_error = false;
    acted_ = true;  // another frame tells it
  }
  try {
    check_mapped_files();
  } catch (const UserError& error) {
    session_.message = error.what();
    session_.message_is_error = true;
    acted_ = true;
  }
  to_save_ = shell_.take_save();
  if (!file) return;
  settings_.hints = hints;
  acted_ = true;  // what becomes of it is told
  try {
    const std::string lost = save(*file);
    session_.message = file->to_clipboard
                           ? "The picture is on the clipboard."
                           : "Saved " + file->file + (lost.empty() ? std::string() : "; " + lost);
    if (file->file.ends_with(".json") && !file->to_clipboard) {
      recent_.add(file->file, RecentFiles::Kind::session);
    }
    session_.message_is_error = false;
  } catch (...) {
    shell_.save_failed(as_sentence(told_of_failure()));
  }
}

std::string App::title() const {
  const std::string& lesson = session_.lesson().title;
  return lesson.empty() ? "glassformer" : lesson + " — glassformer";
}

bool App::wants_frame() const {
  return is_reading() || ui_.wants_frame() || hover_moved_ || acted_ || session_.busy() ||
         to_save_.has_value();
}

void draw_still(App& app, Input input) {
  constexpr int kPasses = 8;  // hover, sizes that depend on one another; it settles in three
  input.still = true;
  for (int i = 0; i < kPasses; ++i) {
    app.frame(input);
    if (!app.wants_frame() && i > 0) break;
  }
}

}  // namespace glassformer
