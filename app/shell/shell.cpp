#include "app/shell/shell.h"
#include "app/shell/step_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/shell/hints.h"
#include "app/shell/icons.h"
#include "app/shell/use_model.h"
#include "app/widgets/formula.h"
#include "core/lesson/step_title.h"
#include "core/tensor/error.h"
#include "core/tensor/failure.h"

namespace glassformer {

namespace {

// Parts of the screen, in the order in which the Tab key goes through them.
constexpr int kDialogPart = 0, kStagePart = 1, kOptionsPart = 2, kSidePart = 3, kTopPart = 4,
              kListPart = 5;

constexpr double kReadingSeconds = 2.5;  // between two steps, or question and answer, while playing

int last_step(const Session& session) {
  return std::max(0, static_cast<int>(session.lesson().steps.size()) - 1);
}

// Words over the bottom of the canvas, with a button that closes them: true if it was pressed.
FormulaStyle box_style(const Theme& theme) {
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = theme.ink;
  return style;
}

// At the foot of the canvas.
Rect box_place(Ui& ui, const std::string& text, Rect canvas) {
  const Theme& theme = ui.theme;
  const float w = std::min(canvas.w - theme.px(32), theme.px(760)), pad = theme.px(14);
  const float words = w - 2 * pad - theme.px(40);
  const FormulaStyle style = box_style(theme);
  const float h = draw_prose(ui, text, {0, 0}, words, theme.small(), style, false).height + 2 * pad;
  return {canvas.center().x - w / 2, canvas.bottom() - h - theme.px(14), w, h};
}

bool draw_box(Ui& ui, const std::string& text, Color mark, Rect canvas) {
  const Theme& theme = ui.theme;
  const Rect box = box_place(ui, text, canvas);
  const float pad = theme.px(14), words = box.w - 2 * pad - theme.px(40);
  const FormulaStyle style = box_style(theme);
  ui.canvas.set_layer(1);
  ui.canvas.fill(box, theme.raised, theme.px(9));
  ui.canvas.frame(box, mark, theme.px(1.5F), theme.px(9));
  ui.canvas.fill({box.x, box.y, theme.px(5), box.h}, mark, theme.px(2));
  draw_prose(ui, text, {box.x + pad + theme.px(4), box.y + pad}, words, theme.small(), style);
  ui.cover(box);
  const Rect close{box.right() - theme.px(40), box.center().y - theme.px(15), theme.px(30),
                   theme.px(30)};
  const bool closed = icon_button(ui, Icon::close, close, false, true, {});
  ui.canvas.set_layer(0);
  return closed;
}

bool has_room_for_list(const Theme& theme, Rect whole) {
  return whole.w / theme.scale >= 1200;
}

}  // namespace

void Shell::follow_lesson() {
  view_ = make_view(session_->lesson().view);
  playing_ = false;
  end_.forget();
}

void Shell::open(const Lesson& lesson) {
  try {
    session_->open(lesson);
    follow_lesson();
  } catch (...) {
    session_->message = told_of_failure();
    session_->message_is_error = true;
  }
}

void Shell::step_to(int step) {
  session_->step = std::clamp(step, 0, last_step(*session_));
  session_->enter_step();
}

const Lesson* Shell::next_lesson() const {
  const auto& lessons = session_->lessons();
  const auto open = std::ranges::find(lessons, session_->lesson().id, &Lesson::id);
  if (open == lessons.end() || open + 1 == lessons.end() || session_->lesson().steps.empty())
    return nullptr;
  return &*(open + 1);
}

void Shell::open_next() {
  if (const Lesson* next = next_lesson()) open(Lesson(*next));
}

// A lesson that was seen to its end has a tick in the list. A still picture ticks none: it shows
// what a new user would see.
void Shell::follow_end(const Ui& ui, Settings& settings) {
  const double now = ui.input.time;
  const bool all_shown = view_->built() >= 1 && !session_->asking();
  end_.follow(session_->step >= last_step(*session_) && all_shown, now);
  const auto& lessons = session_->lessons();
  const std::string& id = session_->lesson().id;
  const bool listed = std::ranges::find(lessons, id, &Lesson::id) != lessons.end();
  if (listed && end_.was_seen(now) && !ui.input.still) settings.seen.insert(id);
}

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
  const bool on = ui.pressed(Key::space) || ui.pressed(Key::right) || ui.pressed(Key::page_down);
  const bool back = ui.pressed(Key::left) || ui.pressed(Key::page_up);
  if (on || back) playing_ = false;
  if (on) settings.hints.erase(Hint::go_on);
  const bool leads_on = on && end_.leads_on(ui);
  if (view_->built() < 1 && !ui.input.keys.empty() && !ui.text_active()) {
    view_->skip();
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
  if (ui.pressed(Key::l, true)) go_to_field(ui);
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

// The sentence; in a lesson that has none, what is typed on its stage.
void Shell::go_to_field(Ui& ui) {
  if (ui.has_field("sentence 1") || !ui.focus_first_field(kStagePart)) ask_for_sentence(ui);
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

void Shell::play(Ui& ui) {
  if (!playing_) return;
  if (view_->built() < 1) built_at_ = ui.input.time;
  if (ui.input.time - built_at_ > kReadingSeconds) {
    if (session_->asking()) {
      session_->answer();
    } else if (session_->step < last_step(*session_)) {
      step_to(session_->step + 1);
    } else {
      playing_ = false;
      return;
    }
    built_at_ = ui.input.time;
  }
  ui.request_frame();
}

void Shell::draw_message(Ui& ui, Settings& settings, Rect canvas) {
  if (help_ || save_dialog_.is_open() || open_dialog_.is_open() || model_page_.is_open()) return;
  const Theme& theme = ui.theme;
  // What only informs is gone with the first step.
  const std::string at = fmt::format("{} {}", session_->lesson().id, session_->step);
  if (notice_at_.empty()) notice_at_ = at;
  if (notice_.crash.empty() && at != notice_at_) notice_ = {};
  if (!session_->message.empty()) {
    const Color mark = session_->message_is_error ? theme.error : theme.accent;
    if (draw_box(ui, session_->message, mark, canvas)) session_->message.clear();
  } else if (!notice_.text.empty() && draw_box(ui, notice_.text, theme.rule, canvas)) {
    if (!notice_.crash.empty()) settings.crash_seen = notice_.crash;
    notice_ = {};
  }
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

// What lies over the view has the keys: Escape closes that alone. `untouched`: the pointer is
// nowhere for it.
void Shell::draw_view(Ui& ui, Rect canvas, bool covered, bool untouched) {
  const Vec mouse = ui.input.mouse;
  if (untouched) {
    ui.input.mouse = {-1e4F, -1e4F};
    session_->hover = {};
  }
  std::vector<KeyPress> keys;
  if (covered) keys.swap(ui.input.keys);
  view_->draw(ui, *session_, canvas);
  ui.input.mouse = mouse;
  if (covered) keys.swap(ui.input.keys);
}

TimelineTouch Shell::draw_steps(Ui& ui, Rect bottom) {
  const Theme& theme = ui.theme;
  TimelineSpec timeline;
  const LivingText living = living_text(*session_, *view_);
  for (const Step& step : session_->lesson().steps) {
    // What is set by a step that is not shown is not known: there it reads as with our data.
    const bool now = &step == &session_->lesson().steps[static_cast<std::size_t>(session_->step)];
    timeline.titles.push_back(now ? title_of(step, living) : title_of(step));
  }
  timeline.step = session_->step;
  timeline.built = view_->built();
  timeline.playing = playing_;
  if (const Lesson* next = next_lesson(); next != nullptr && end_.reached())
    timeline.next = next->title;
  ui.canvas.line({bottom.x, bottom.y}, {bottom.right(), bottom.y}, theme.rule, theme.px(1));
  const TimelineTouch touch = draw_timeline(ui, timeline, bottom.inset(theme.px(20), theme.px(8)));
  if (touch.step) {
    playing_ = false;
    step_to(*touch.step);
  }
  if (touch.play) {
    playing_ = !playing_;
    built_at_ = ui.input.time;
  }
  return touch;
}

// The lessons beside the canvas, in `list`; or in `over`, over it, as long as they are asked for.
// Returns the one that was picked, or a file.
LessonListTouch Shell::draw_lessons(Ui& ui, Settings& settings, const RecentFiles& recent,
                                    Rect list, Rect over, Rect top) {
  LessonListTouch touch;
  if (list.w > 0) touch = lessons_.draw(ui, *session_, settings, recent, list);
  if (lessons_over_) {
    ui.canvas.set_layer(1);
    ui.cover(over);
    touch = lessons_.draw(ui, *session_, settings, recent, over);
    ui.canvas.set_layer(0);
    const bool outside =
        ui.input.down && !over.contains(ui.input.mouse) && !top.contains(ui.input.mouse);
    if (outside) lessons_.leave();
    if (touch.any() || touch.left || outside) lessons_over_ = false;
  }
  return touch;
}

// The matrix that the right button was pressed on.
std::string Shell::asked_matrix(Ui& ui, Rect canvas) {
  const bool pressed = ui.input.right_down && !was_right_down_;
  was_right_down_ = ui.input.right_down;
  const Target& under = session_->next_hover;
  const bool of_matrix = under.kind == Target::Kind::cell || under.kind == Target::Kind::tensor;
  return pressed && of_matrix && canvas.contains(ui.input.mouse) ? under.path : std::string{};
}

void Shell::draw(Ui& ui, Settings& settings, RecentFiles& recent, Rect whole) {
  Session& session = *session_;
  const Theme& theme = ui.theme;
  const bool lessons_shown = settings.lessons_shown;
  const bool covered = help_ || lessons_over_ || lessons_.searching(ui) || save_dialog_.is_open() ||
                       open_dialog_.is_open() || model_page_.is_open() || computing_.is_open() ||
                       models_.is_open();
  hold_letters(ui);
  keys(ui, settings, recent, whole);
  ui.canvas.fill(whole, theme.page);

  Rect rest = whole;
  const Rect top = rest.take_top(theme.px(60));
  const float logical = whole.w / theme.scale;
  const bool presents = settings.presenter;
  const bool room = has_room_for_list(theme, whole) && !presents;
  if (room && !lessons_.searching(ui)) lessons_over_ = false;
  Rect list;
  if (settings.lessons_shown && room) list = rest.take_left(theme.px(248));
  const float side = logical >= 1500 ? 400.0F : logical >= 1200 ? 340.0F : 310.0F;
  const Rect right = presents ? Rect{} : rest.take_right(theme.px(side));
  const Rect bottom = rest.take_bottom(theme.px(presents ? 60 : 76));

  Rect canvas = rest.inset(theme.px(20), theme.px(presents ? 8 : 14));
  ui.part(kOptionsPart);
  if (presents) presenter_.draw_words(ui, session, *view_, canvas);
  const float strip =
      view_->takes_options(session) ? controls_.draw(ui, session, canvas, presents) : 0.0F;
  if (strip > 0) canvas.take_top(strip + theme.px(14));
  const Rect under_words = canvas;
  // What only informs stands below the stage; an error lies over it, which stays as it is.
  if (!session.message.empty() && !session.message_is_error && !covered) {
    const float foot = canvas.bottom() - box_place(ui, session.message, canvas).y;
    canvas.take_bottom(std::min(foot, canvas.h * 0.25F));
  }
  stage_ = canvas;
  panels_ = {{"bar", top}, {"steps", bottom}};
  if (right.w > 0) panels_.push_back({"words", right});
  if (list.w > 0) panels_.push_back({"lessons", list});
  ui.part(kStagePart);
  draw_view(ui, canvas, covered, presents && pointer_rests(ui, session));

  follow_end(ui, settings);
  const bool has_numbers = shows_number(ui.canvas, canvas);
  const TimelineTouch steps = draw_steps(ui, bottom);
  ui.part(kSidePart);
  if (presents) {
    presenter_.draw_arithmetic(ui, session, view_->shows_gradients(), canvas);
  } else {
    explanation_.draw(ui, session, *view_, right);
  }
  ui.part(kTopPart);
  const TopBarTouch bar = top_bar_.draw(ui, session, settings, computing_, models_, top);
  if (bar.help) help_ = true;
  if (bar.save) save_dialog_.open(session);
  if (const std::string matrix = asked_matrix(ui, canvas); !matrix.empty() && !covered)
    save_dialog_.open(session, matrix);
  if (bar.open) open_dialog_.open(recent);
  if (bar.typed) settings.hints.erase(Hint::type);
  if (session.next_hover.kind == Target::Kind::cell && canvas.contains(ui.input.mouse))
    settings.hints.erase(Hint::touch);
  if (!settings.presenter && !covered && session.message.empty() && notice_.text.empty())
    draw_hints(ui, settings.hints, {steps.on, has_numbers ? canvas : Rect{}, bar.sentence});

  // No room beside the canvas: over it, and only when they are asked for.
  if (!room && settings.lessons_shown != lessons_shown) {
    settings.lessons_shown = lessons_shown;
    lessons_over_ = !lessons_over_;
  }
  const Rect over{whole.x, top.bottom(), theme.px(260), whole.h - top.h};
  ui.part(kListPart);
  const LessonListTouch wanted = draw_lessons(ui, settings, recent, list, over, top);
  const auto& picked = wanted.picked;
  if (wanted.file) to_open_ = wanted.file;
  ui.part(kDialogPart);
  draw_message(ui, settings, under_words);
  draw_progress(ui, canvas);
  draw_dialogs(ui, settings, recent, whole);
  play(ui);
  // Last, as another lesson is open then.
  if (picked) {
    open(Lesson(session.lessons()[static_cast<std::size_t>(picked->lesson)]));
    if (picked->step >= 0) step_to(picked->step);
  }
  if (const Lesson* lesson = std::exchange(on_model_, nullptr)) {
    const CheckpointPtr model = model_page_.model();
    open(with_model(*lesson, model));
    if (!session.message_is_error) model_page_.close();
    ui.request_frame();
  }
  if (steps.next) open_next();
  if (!bar.training.empty()) {
    const auto& all = session.lessons();
    const auto shows = std::ranges::find(all, bar.training, &Lesson::view);
    if (shows != all.end()) open(Lesson(*shows));
    ui.request_frame();
  }
  if (wanted.any() || steps.next) ui.request_frame();
}

}  // namespace glassformer
