#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/shell/hints.h"
#include "app/shell/shell.h"

// What the keys of the window do.
namespace glassformer {

void Shell::keys(Ui& ui, Settings& settings, RecentFiles& recent, Rect whole) {
  Session& session = *session_;
  if (open_dialog_.is_open() || model_page_.is_open()) return;  // they take them themselves
  if (save_dialog_.is_open() || help_) {
    if (ui.pressed(Key::escape) ||
        (help_ && (ui.pressed(Key::question) || ui.pressed(Key::question, false, true) ||
                   ui.pressed(Key::f1)))) {
      save_dialog_.close();
      help_ = false;
    }
    return;
  }
  // What they ask for stands in the bars.
  const bool asks = ui.pressed(Key::l, true) || ui.pressed(Key::o) || ui.has_key(Key::tab) ||
                    ui.has_key(Key::f6) || ui.pressed(Key::slash);
  if (settings.presenter && asks) bars_.call(ui);
  if (settings.presenter) hand_.keys(ui);
  const bool on = ui.pressed(Key::space) || ui.pressed(Key::right) || ui.pressed(Key::page_down);
  const bool back = ui.pressed(Key::left) || ui.pressed(Key::page_up);
  if (on || back) playing_ = false;
  if (on) settings.hints.erase(Hint::go_on);
  const bool leads_on = on && end_.leads_on(ui);
  if (built() < 1 && !ui.input.keys.empty() && !ui.text_active()) {
    view_->skip();
    places_.skip();
    ui.request_frame();
    if (on) return;  // the first press finishes the step that is being built
  }
  if (on && session.asking()) {
    session.answer();
    ui.request_frame();
  } else if (leads_on || (ui.pressed(Key::n) && end_.reached())) {
    return open_next();
  } else if (on) {
    step_to(session.step + 1);
  }
  if (back) step_to(session.step - 1);
  if (ui.pressed(Key::home)) step_to(0);
  if (ui.pressed(Key::end)) step_to(last_step());
  if (ui.pressed(Key::a)) playing_ = !playing_;
  for (int i = 0; i < 9; ++i) {
    const Run& run = *session.run();
    const bool there = i < static_cast<int>(run.sites.size()) ||
                       run.tape.find(fmt::format("loop.{}.weights", i + 1));
    if (there && ui.pressed(static_cast<Key>(static_cast<int>(Key::d1) + i))) {
      session.head = i;
      session.choose_step_cell();
    }
  }
  if (ui.pressed(Key::z, true)) session.undo();
  if (ui.pressed(Key::y, true) || ui.pressed(Key::z, true, true)) session.redo();
  if (ui.pressed(Key::r, true)) session.post(ResetAll{});
  to_field_ = to_field_ || ui.pressed(Key::l, true);
  if (to_field_ && (!settings.presenter || bars_.seen() || takes_sentence(session))) {
    to_field_ = false;
    go_to_field(ui);
  }
  if (ui.pressed(Key::s, true)) save_dialog_.open(session);
  if (ui.pressed(Key::o, true)) open_dialog_.open(recent);
  if (ui.pressed(Key::q, true)) quit_ = true;
  if (ui.pressed(Key::p)) session.predicting = !session.predicting;
  if (ui.pressed(Key::l)) settings.lessons_shown = !settings.lessons_shown;
  if (ui.pressed(Key::slash)) {
    lessons_over_ =
        !(settings.lessons_shown && has_room_for_list(ui.theme, whole) && !settings.presenter);
    lessons_.search(ui);
  }
  if (ui.pressed(Key::t)) settings.dark = !settings.dark;
  if (ui.pressed(Key::v)) {
    settings.motion = !settings.motion;
    session.message = settings.motion ? "Motion is on." : "Motion is off: all is drawn as it ends.";
    session.message_is_error = false;
  }
  if (ui.pressed(Key::s)) settings.mark_sign = !settings.mark_sign;
  if (ui.pressed(Key::f5)) settings.presenter = !settings.presenter;
  if (ui.pressed(Key::f11)) fullscreen_ = true;
  if (ui.pressed(Key::question) || ui.pressed(Key::question, false, true) || ui.pressed(Key::f1))
    help_ = true;
  if (ui.pressed(Key::plus, true) || ui.pressed(Key::plus, true, true))
    scale_by(0.1, ui.theme, settings, whole);
  if (ui.pressed(Key::d0, true)) settings.scale = 0;  // as large as fits
  if (ui.pressed(Key::minus, true)) scale_by(-0.1, ui.theme, settings, whole);
  if (session.chosen && (ui.pressed(Key::del) || ui.pressed(Key::backspace))) {
    session.post(ResetCell{session.chosen->path, session.chosen->row, session.chosen->col});
  }
  // Escape closes that first
  const bool over = computing_.is_open() || models_.is_open() || lessons_.searching(ui);
  if (ui.pressed(Key::escape) && !over && !std::exchange(lessons_over_, false)) {
    settings.hints.clear();
    session.chosen.reset();
    session.message.clear();
  }
}

// From what is seen on, which a window smaller than before may have made less than what was chosen.
void Shell::scale_by(double more, const Theme& theme, Settings& settings, Rect whole) {
  const Scales scales = scales_in(whole.w, whole.h, theme.display_scale);
  const double most = std::min(3.0, scales.max);
  const double now = settings.scale > 0 ? std::min(settings.scale, most) : scales.automatic;
  settings.scale = std::clamp(now + more, 0.8, most);
  if (more > 0 && now > most - 0.01) {
    session_->message = "Letters are as large as they can be in this window.";
    session_->message_is_error = false;
  }
}

}  // namespace glassformer
