// The way through a lesson: from step to step, by hand or by itself, to its end and on to the next.
#include <algorithm>

#include "app/shell/shell.h"
#include "app/shell/step_words.h"
#include "core/lesson/step_title.h"

namespace glassformer {

namespace {

constexpr double kReadingSeconds = 2.5;  // between two steps, or question and answer, while playing

}  // namespace

void Shell::step_to(int step) {
  session_->step = std::clamp(step, 0, last_step());
  session_->enter_step();
}

int Shell::last_step() const {
  return std::max(0, static_cast<int>(session_->lesson().steps.size()) - 1);
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
  const bool all_shown = built() >= 1 && !session_->asking();
  end_.follow(session_->step >= last_step() && all_shown, now);
  const auto& lessons = session_->lessons();
  const std::string& id = session_->lesson().id;
  const bool listed = std::ranges::find(lessons, id, &Lesson::id) != lessons.end();
  if (listed && end_.was_seen(now) && !ui.input.still) settings.seen.insert(id);
}

void Shell::play(Ui& ui) {
  if (!playing_) return;
  // Whoever types or saves has not seen the step out.
  if (built() < 1 || ui.text_active() || has_dialog()) built_at_ = ui.input.time;
  if (ui.input.time - built_at_ > kReadingSeconds) {
    if (session_->asking()) {
      session_->answer();
    } else if (session_->step < last_step()) {
      step_to(session_->step + 1);
    } else {
      playing_ = false;
      return;
    }
    built_at_ = ui.input.time;
  }
  ui.request_frame();
}

// How far the lesson is, as a thin line at the foot of a presentation.
void Shell::draw_way(Ui& ui, Rect whole) {
  const auto steps = static_cast<float>(last_step() + 1);
  const float share = (static_cast<float>(session_->step) + 1) / steps;
  Rect line = whole.take_bottom(ui.theme.px(4));
  ui.canvas.fill(line, ui.theme.pressed);
  line.w *= ui.animate(Ui::id("way"), share, 0.3F);
  ui.canvas.fill(line, ui.theme.accent);
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
  timeline.built = built();
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

}  // namespace glassformer
