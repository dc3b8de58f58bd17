#include "app/shell/shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/shell/help.h"
#include "app/shell/icons.h"
#include "app/shell/lesson_list.h"
#include "app/widgets/formula.h"
#include "app/widgets/timeline.h"
#include "core/tensor/error.h"

namespace glassformer {

namespace {

constexpr double kReadingSeconds = 2.5;  // between two steps while playing

int last_step(const Session& session) {
  return std::max(0, static_cast<int>(session.lesson().steps.size()) - 1);
}

}  // namespace

void Shell::follow_lesson() {
  view_ = make_view(session_->lesson().view);
  playing_ = false;
  session_->enter_step();
}

void Shell::open(const Lesson& lesson) {
  try {
    session_->open(lesson);
    follow_lesson();
  } catch (const std::exception& error) {
    session_->message = error.what();
    session_->message_is_error = true;
  }
}

void Shell::step_to(int step) {
  session_->step = std::clamp(step, 0, last_step(*session_));
  session_->enter_step();
}

void Shell::keys(Ui& ui, Settings& settings, Rect whole) {
  Session& session = *session_;
  if (save_dialog_.is_open() || help_) {
    if (ui.pressed(Key::escape) ||
        (help_ && (ui.pressed(Key::question) || ui.pressed(Key::question, false, true) ||
                   ui.pressed(Key::f1)))) {
      save_dialog_.close();
      help_ = false;
    }
    return;
  }
  const bool on = ui.pressed(Key::space) || ui.pressed(Key::right) || ui.pressed(Key::page_down);
  const bool back = ui.pressed(Key::left) || ui.pressed(Key::page_up);
  if (on || back) playing_ = false;
  if (view_->built() < 1 && !ui.input.keys.empty() && !ui.text_active()) {
    view_->skip();
    ui.request_frame();
    if (on) return;  // the first press finishes the step that is being built
  }
  if (on && session.asking()) {
    session.answer();
    ui.request_frame();
  } else if (on) {
    step_to(session.step + 1);
  }
  if (back) step_to(session.step - 1);
  if (ui.pressed(Key::home)) step_to(0);
  if (ui.pressed(Key::end)) step_to(last_step(session));
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
  if (ui.pressed(Key::l, true)) ui.focus_text("sentence 1");
  if (ui.pressed(Key::s, true)) save_dialog_.open(session);
  if (ui.pressed(Key::q, true)) quit_ = true;
  if (ui.pressed(Key::p)) session.predicting = !session.predicting;
  if (ui.pressed(Key::l)) settings.lessons_shown = !settings.lessons_shown;
  if (ui.pressed(Key::t)) settings.dark = !settings.dark;
  if (ui.pressed(Key::s)) settings.mark_sign = !settings.mark_sign;
  if (ui.pressed(Key::f5)) settings.presenter = !settings.presenter;
  if (ui.pressed(Key::f11)) fullscreen_ = true;
  if (ui.pressed(Key::question) || ui.pressed(Key::question, false, true) || ui.pressed(Key::f1))
    help_ = true;
  if (ui.pressed(Key::plus, true) || ui.pressed(Key::plus, true, true))
    scale_by(0.1, ui.theme, settings, whole);
  if (ui.pressed(Key::minus, true)) scale_by(-0.1, ui.theme, settings, whole);
  if (session.chosen && (ui.pressed(Key::del) || ui.pressed(Key::backspace))) {
    session.post(ResetCell{session.chosen->path, session.chosen->row, session.chosen->col});
  }
  const bool over = computing_.is_open() || models_.is_open();  // Escape closes that first
  if (ui.pressed(Key::escape) && !over && !std::exchange(lessons_over_, false)) {
    session.chosen.reset();
    session.message.clear();
  }
}

// From what is seen on, which a window smaller than before may have made less than what was chosen.
void Shell::scale_by(double more, const Theme& theme, Settings& settings, Rect whole) {
  const Scales scales = scales_in(whole.w, whole.h, theme.display_scale);
  const double most = std::min(3.0, scales.most);
  const double now = settings.scale > 0 ? std::min(settings.scale, most) : scales.automatic;
  settings.scale = std::clamp(now + more, 0.8, most);
  if (more > 0 && now > most - 0.01) {
    session_->message = "Letters are as large as they can be in this window.";
    session_->message_is_error = false;
  }
}

void Shell::play(Ui& ui) {
  if (!playing_) return;
  if (view_->built() < 1) built_at_ = ui.input.time;
  if (ui.input.time - built_at_ > kReadingSeconds) {
    if (session_->step >= last_step(*session_)) {
      playing_ = false;
      return;
    }
    step_to(session_->step + 1);
    built_at_ = ui.input.time;
  }
  ui.request_frame();
}

void Shell::draw_message(Ui& ui, Rect canvas) {
  if (session_->message.empty()) return;
  const Theme& theme = ui.theme;
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = theme.ink;
  const float w = std::min(canvas.w - theme.px(32), theme.px(760)), pad = theme.px(14);
  const float words = w - 2 * pad - theme.px(40);
  const float h =
      draw_prose(ui, session_->message, {0, 0}, words, theme.small(), style, false).height +
      2 * pad;
  const Rect box{canvas.center().x - w / 2, canvas.bottom() - h - theme.px(14), w, h};
  ui.canvas.fill(box, theme.raised, theme.px(9));
  const Color mark = session_->message_is_error ? theme.error : theme.accent;
  ui.canvas.frame(box, mark, theme.px(1.5F), theme.px(9));
  ui.canvas.fill({box.x, box.y, theme.px(5), box.h}, mark, theme.px(2));
  draw_prose(ui, session_->message, {box.x + pad + theme.px(4), box.y + pad}, words, theme.small(),
             style);
  ui.cover(box);
  ui.canvas.set_layer(1);
  const Rect close{box.right() - theme.px(40), box.center().y - theme.px(15), theme.px(30),
                   theme.px(30)};
  if (icon_button(ui, Icon::close, close, false, true, {})) session_->message.clear();
  ui.canvas.set_layer(0);
}

void Shell::draw_progress(Ui& ui, Rect canvas) {
  if (!session_->busy()) return;
  ui.request_frame();
  const double seconds = session_->busy_for();
  if (seconds < 0.05) return;
  const Theme& theme = ui.theme;
  const Rect box{canvas.center().x - theme.px(170), canvas.y + theme.px(16), theme.px(340),
                 theme.px(48)};
  ui.canvas.set_layer(1);
  ui.cover(box);
  ui.canvas.fill(box, theme.raised, theme.px(9));
  ui.canvas.frame(box, theme.rule, theme.px(1), theme.px(9));
  Rect rest = box.inset(theme.px(14), theme.px(7));
  if (ui.button("Cancel", rest.take_right(theme.px(80)))) session_->cancel();
  const double share = session_->share_done();
  std::string words = fmt::format("Computing … {:.1f} s", seconds);
  if (seconds > 0.5 && share > 0.02) {
    words += fmt::format(", about {:.1f} s left", seconds * (1 - share) / share);
  }
  ui.canvas.text_in(rest, words, theme.small(), theme.ink);
  ui.canvas.fill(
      {box.x, box.bottom() - theme.px(3), box.w * static_cast<float>(share), theme.px(3)},
      theme.accent);
  ui.canvas.set_layer(0);
}

// What lies over the view has the keys: Escape closes that alone.
void Shell::draw_view(Ui& ui, Rect canvas, bool covered) {
  std::vector<KeyPress> keys;
  if (covered) keys.swap(ui.input.keys);
  view_->draw(ui, *session_, canvas);
  if (covered) keys.swap(ui.input.keys);
}

void Shell::draw(Ui& ui, Settings& settings, Rect whole) {
  Session& session = *session_;
  const Theme& theme = ui.theme;
  const bool lessons_shown = settings.lessons_shown;
  const bool covered =
      help_ || lessons_over_ || save_dialog_.is_open() || computing_.is_open() || models_.is_open();
  keys(ui, settings, whole);
  ui.canvas.fill(whole, theme.page);

  Rect rest = whole;
  const Rect top = rest.take_top(theme.px(60));
  const float logical = whole.w / theme.scale;
  const bool room = logical >= 1200;
  if (room) lessons_over_ = false;
  Rect list;
  if (settings.lessons_shown && room) list = rest.take_left(theme.px(236));
  const Rect right = rest.take_right(theme.px(logical >= 1500   ? 400.0F
                                              : logical >= 1200 ? 340.0F
                                                                : 310.0F));
  const Rect bottom = rest.take_bottom(theme.px(76));

  Rect canvas = rest.inset(theme.px(20), theme.px(14));
  const float strip = controls_.draw(ui, session, canvas);
  if (strip > 0) canvas.take_top(strip + theme.px(14));
  stage_ = canvas;
  draw_view(ui, canvas, covered);

  TimelineSpec timeline;
  for (const Step& step : session.lesson().steps) timeline.titles.push_back(step.title);
  timeline.step = session.step;
  timeline.built = view_->built();
  timeline.playing = playing_;
  ui.canvas.line({bottom.x, bottom.y}, {bottom.right(), bottom.y}, theme.rule, theme.px(1));
  const TimelineTouch moved = draw_timeline(ui, timeline, bottom.inset(theme.px(20), theme.px(8)));
  if (moved.step) {
    playing_ = false;
    step_to(*moved.step);
  }
  if (moved.play) {
    playing_ = !playing_;
    built_at_ = ui.input.time;
  }
  explanation_.draw(ui, session, *view_, right);
  const TopBarTouch bar = top_bar_.draw(ui, session, settings, computing_, models_, top);
  if (bar.help) help_ = true;
  if (bar.save) save_dialog_.open(session);

  int picked = -1;
  if (list.w > 0) picked = draw_lesson_list(ui, session, list);
  // No room beside the canvas: over it, and only when they are asked for.
  if (!room && settings.lessons_shown != lessons_shown) {
    settings.lessons_shown = lessons_shown;
    lessons_over_ = !lessons_over_;
  }
  if (lessons_over_) {
    ui.canvas.set_layer(1);
    const Rect over{whole.x, top.bottom(), theme.px(260), whole.h - top.h};
    ui.cover(over);
    picked = draw_lesson_list(ui, session, over);
    ui.canvas.set_layer(0);
    const bool outside =
        ui.input.down && !over.contains(ui.input.mouse) && !top.contains(ui.input.mouse);
    if (picked >= 0 || outside) lessons_over_ = false;
  }
  draw_message(ui, canvas);
  draw_progress(ui, canvas);
  if (computing_.is_open()) computing_.draw(ui, session, settings, whole);
  if (models_.is_open()) models_.draw(ui, session, whole);
  if (help_) help_ = draw_help(ui, view_->help(), whole);
  if (save_dialog_.is_open()) {
    if (auto file = save_dialog_.draw(ui, session, whole)) save_ = std::move(file);
  }
  play(ui);
  if (picked >= 0) {
    const Lesson chosen = session.lessons()[static_cast<std::size_t>(picked)];
    open(chosen);
    ui.request_frame();
  }
}

}  // namespace glassformer
