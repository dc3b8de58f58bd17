#include <algorithm>

#include "app/shell/help.h"
#include "app/shell/shell.h"

// What lies over the window and has the keys meanwhile.
namespace glassformer {

// What is typed next was meant as a sentence. Where none is taken, its letters do nothing.
void Shell::ask_for_sentence(Ui& ui) {
  if (takes_sentence(*session_)) return ui.focus_text("sentence 1");
  no_sentence_ = session_->message =
      "This lesson takes no sentence: its numbers are given. Esc or Enter closes this note; until "
      "then no letter is a key of the window.";
  session_->message_is_error = false;
}

void Shell::hold_letters(Ui& ui) {
  if (no_sentence_.empty()) return;
  const bool typed = std::ranges::any_of(ui.input.keys, [](const KeyPress& k) {
    return !k.ctrl && !k.alt && (k.key == Key::space || k.key == Key::backspace || k.key >= Key::a);
  });
  const bool leaves =
      session_->message != no_sentence_ || ui.input.down || (!ui.input.keys.empty() && !typed);
  if (leaves) {
    if (session_->message == no_sentence_) session_->message.clear();
    no_sentence_.clear();
    return;
  }
  std::erase_if(ui.input.keys, [](const KeyPress& k) { return !k.ctrl && !k.alt; });
  ui.input.typed.clear();
}

bool Shell::has_dialog() const {
  return help_ || lessons_over_ || save_dialog_.is_open() || open_dialog_.is_open() ||
         model_page_.is_open() || computing_.is_open() || models_.is_open();
}

void Shell::draw_dialogs(Ui& ui, Settings& settings, RecentFiles& recent, Rect whole) {
  Session& session = *session_;
  if (computing_.is_open()) computing_.draw(ui, session, settings, whole);
  if (models_.is_open()) models_.draw(ui, session, whole);
  if (help_) help_ = draw_help(ui, view_->help(), whole);
  if (save_dialog_.is_open()) {
    if (auto wish = save_dialog_.draw(ui, session, whole)) save_ = std::move(wish);
  }
  if (open_dialog_.is_open()) {
    if (auto path = open_dialog_.draw(ui, recent, session.message, whole)) {
      to_open_ = std::move(path);
      ui.request_frame();
    }
  } else if (model_page_.is_open()) {
    on_model_ = model_page_.draw(ui, whole);
  }
}

}  // namespace glassformer
