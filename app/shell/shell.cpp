#include "app/shell/shell.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/shell/cell_walk.h"
#include "app/shell/hints.h"
#include "app/shell/message_box.h"
#include "app/shell/step_words.h"
#include "app/shell/use_model.h"
#include "core/tensor/error.h"
#include "core/tensor/failure.h"

namespace glassformer {

namespace {

// Parts of the screen, in the order in which the Tab key goes through them.
constexpr int kDialogPart = 0, kStagePart = 1, kOptionsPart = 2, kSidePart = 3, kTopPart = 4,
              kListPart = 5;

Ui::Id keyboard_on_picture() {
  return Ui::id("keyboard on a picture");
}

constexpr float kHeroScale = 1.075F;  // small letters: 24 px at 1280 × 720

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

bool Shell::has_room_for_list(const Theme& theme, Rect whole) {
  return whole.w / theme.scale >= 1200;
}

// The sentence; in a lesson that has none, what is typed on its stage.
void Shell::go_to_field(Ui& ui) {
  if (ui.has_field("sentence 1") || !ui.focus_first_field(kStagePart)) ask_for_sentence(ui);
}

// What is said without being an error; empty: nothing.
std::string_view Shell::informs() const {
  if (session_->message.empty()) return notice_.text;
  return session_->message_is_error ? std::string_view() : session_->message;
}

// A notice that only informs is gone with the first step.
void Shell::follow_notice() {
  const std::string at = fmt::format("{} {}", session_->lesson().id, session_->step);
  if (notice_at_.empty()) notice_at_ = at;
  if (notice_.crash.empty() && at != notice_at_) notice_ = {};
}

void Shell::draw_message(Ui& ui, Settings& settings, Rect canvas) {
  if (help_ || save_dialog_.is_open() || open_dialog_.is_open() || model_page_.is_open()) return;
  const Theme& theme = ui.theme;
  if (!session_->message.empty()) {
    const Color mark = session_->message_is_error ? theme.error : theme.accent;
    if (draw_message_box(ui, session_->message, mark, canvas)) session_->message.clear();
  } else if (!notice_.text.empty() && draw_message_box(ui, notice_.text, theme.rule, canvas)) {
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

// What lies over the view has the keys: Escape closes that alone. In a presentation a pointer that
// rests is nowhere for it.
void Shell::draw_view(Ui& ui, Rect canvas, bool covered, bool presents) {
  const bool untouched = presents && pointer_rests(ui, *session_);
  const Vec mouse = ui.input.mouse;
  if (untouched) {
    ui.input.mouse = {-1e4F, -1e4F};
    session_->hover = {};
  }
  std::vector<KeyPress> keys;
  if (covered) keys.swap(ui.input.keys);
  places_.draw(ui, *session_, *view_, canvas, presents ? kHeroScale : 1);
  ui.input.mouse = mouse;
  if (covered) keys.swap(ui.input.keys);
}

float Shell::built() const {
  return places_.built();
}

// What can be set for the picture: the scene's options, then the view's own choices. Returns their
// height.
float Shell::draw_options(Ui& ui, Rect area, bool sparing, bool covered) {
  const float gap = ui.theme.px(10), top = area.y;
  if (view_->takes_options(*session_)) {
    const float high = controls_.draw(ui, *session_, area, sparing);
    if (high > 0) area.take_top(high + gap);
  }
  // They are the stage's own, though they stand above it; what lies over it has the keys.
  ui.part(kStagePart);
  std::vector<KeyPress> keys;
  if (covered) keys.swap(ui.input.keys);
  const float high = view_->draw_controls(ui, *session_, area);
  if (covered) keys.swap(ui.input.keys);
  if (high > 0) area.take_top(high + gap);
  return std::max(0.0F, area.y - top - gap);
}

// Something in the bars of a presentation is open, is typed in, or lies under the pointer.
bool Shell::holds_bars(const Ui& ui) const {
  return ui.text_active() || computing_.is_open() || models_.is_open() || lessons_over_;
}

// The lessons beside the canvas, in `list`; or in `over`, over it, as long as they are asked for.
// Returns the one that was picked, or a file.
LessonListTouch Shell::draw_lessons(Ui& ui, Settings& settings, RecentFiles& recent, Rect list,
                                    Rect over, Rect top) {
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
  const bool covered = has_dialog() || lessons_.searching(ui);
  hold_letters(ui);
  keys(ui, settings, recent, whole);
  follow_notice();
  ui.canvas.fill(whole, theme.page);

  Rect rest = whole;
  const bool presents = settings.presenter;
  const Theme usual = ui.theme;
  Theme for_room = usual;
  if (presents) {
    for_room.scale = room_scale(settings, whole.w, whole.h, usual.display_scale);
    // The keyboard on one of their controls holds them, not on a picture.
    const bool on_picture = ui.remembered(keyboard_on_picture()) > 0;
    const Vec mouse = ui.input.mouse;
    bars_.follow(ui, holds_bars(ui) || (ui.focused() && !on_picture),
                 bars_.seen() && (bar_.contains(mouse) || foot_.contains(mouse)));
  }
  const float away = presents ? 1 - bars_.share() : 0;
  Rect top = rest.take_top(theme.px(60));
  top.y -= away * top.h;
  const float logical = whole.w / theme.scale;
  const bool room = has_room_for_list(theme, whole) && !presents;
  if (room && !lessons_.searching(ui)) lessons_over_ = false;
  Rect list;
  if (settings.lessons_shown && room) list = rest.take_left(theme.px(248));
  const float side = logical >= 1500 ? 400.0F : logical >= 1200 ? 340.0F : 310.0F;
  const Rect right = presents ? Rect{} : rest.take_right(theme.px(side));
  Rect bottom = rest.take_bottom(theme.px(presents ? 60 : 76));

  Rect canvas = rest.inset(theme.px(20), theme.px(14));
  ui.part(kOptionsPart);
  if (presents) {
    canvas = whole.inset(for_room.px(25), for_room.px(14));
    ui.theme = for_room;
    presenter_.draw_words(ui, session, *view_, canvas);
    ui.theme = usual;
  } else if (const float strip = draw_options(ui, canvas, false, covered); strip > 0) {
    canvas.take_top(strip + theme.px(14));
  }
  const Rect under_words = canvas;
  // What only informs stands below the stage; an error lies over it, which stays as it is.
  if (const std::string words(informs()); !words.empty() && !covered) {
    const float foot = canvas.bottom() - message_box_place(ui, words, canvas).y;
    canvas.take_bottom(std::min(foot + theme.px(8), canvas.h * 0.5F));
  }
  stage_ = canvas;
  panels_ = {{"bar", top}, {"steps", bottom}};
  if (right.w > 0) panels_.push_back({"words", right});
  if (list.w > 0) panels_.push_back({"lessons", list});
  ui.part(kStagePart);
  ui.theme = for_room;
  draw_view(ui, canvas, covered, presents);

  const bool on_picture = !covered && walk_cells(ui, session);
  ui.remembered(keyboard_on_picture()) = on_picture ? 1.0F : 0.0F;
  follow_end(ui, settings);
  const bool has_numbers = shows_number(ui.canvas, canvas);
  ui.part(kSidePart);
  if (presents) {
    // Who points at something, or draws, does not ask what made a cell.
    if (hand_.tool() == PresenterHand::Tool::none)
      presenter_.draw_arithmetic(ui, session, view_->shows_gradients(), canvas);
    ui.theme = for_room;
    hand_.draw(ui, session, canvas);
    draw_way(ui, whole);
  } else {
    explanation_.draw(ui, session, *view_, right);
  }
  ui.theme = usual;
  // The bars of a presentation lie over it.
  const bool bars = !presents || bars_.seen();
  TimelineTouch steps;
  TopBarTouch bar;
  if (presents) {
    bar_ = top;
    foot_ = bottom;
    foot_.h += away * bottom.h;
    ui.canvas.set_layer(1);
  }
  if (bars && presents) {
    float& high = ui.remembered(Ui::id("options of a presentation"), 0);
    const float pad = theme.px(12);
    bottom.h += high + (high > 0 ? pad : 0);
    bottom.y = whole.bottom() - bars_.share() * bottom.h;
    foot_ = bottom;
    for (const Rect& covers : {top, bottom}) ui.cover(covers);
    ui.canvas.fill(bottom, theme.page);
    ui.canvas.line(bottom.origin(), {bottom.right(), bottom.y}, theme.rule, theme.px(1));
    Rect options = bottom.inset(theme.px(20), 0);
    options.take_top(pad);
    ui.part(kOptionsPart);
    const float drawn = draw_options(ui, options, true, covered);
    if (drawn > 0) bottom.take_top(high + pad);
    if (std::abs(drawn - high) > 0.5F) ui.request_frame();
    high = drawn;
  }
  ui.part(kSidePart);
  if (bars) steps = draw_steps(ui, bottom);
  ui.part(kTopPart);
  if (bars) bar = top_bar_.draw(ui, session, settings, computing_, models_, top);
  ui.canvas.set_layer(0);
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
  if (wanted.asks_to_open) open_dialog_.open(recent);
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
