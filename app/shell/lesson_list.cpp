#include "app/shell/lesson_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/shell/list_heading.h"
#include "app/shell/your_files.h"
#include "core/lesson/step_title.h"

namespace glassformer {

namespace {

// No title of a lesson begins like that.
bool is_path(std::string_view typed) {
  typed.remove_prefix(std::min(typed.find_first_not_of(" \"'"), typed.size()));
  const auto begins = [&](std::string_view with) { return typed.starts_with(with); };
  return (begins("/") && typed.size() > 1) || begins("~") || begins("./") || begins("../") ||
         begins("file://");
}

void draw_tick(Ui& ui, Rect box) {
  const Theme& theme = ui.theme;
  const Vec middle = box.center();
  const float s = theme.px(5);
  ui.canvas.polyline({{middle.x - s, middle.y + 0.1F * s},
                      {middle.x - 0.3F * s, middle.y + 0.8F * s},
                      {middle.x + s, middle.y - 0.7F * s}},
                     theme.accent, theme.px(1.8F));
}

struct LessonRow {
  const Lesson* lesson = nullptr;
  std::size_t index = 0;
  bool open = false;
  bool chosen = false;  // by the keyboard
  bool seen = false;
  bool first = false;      // nobody knows another yet
  std::string below = {};  // a second line
};

Touch draw_lesson(Ui& ui, const LessonRow& spec, Rect row) {
  const Theme& theme = ui.theme;
  const Touch touch = ui.touch(Ui::id("lesson", spec.index), row);
  if (spec.open) {
    ui.canvas.fill(row, theme.raised, theme.px(7));
    draw_open_mark(ui, row);
  } else if (touch.hovered || spec.chosen) {
    ui.canvas.fill(row, theme.pressed, theme.px(7));
  }
  if (spec.chosen) ui.canvas.frame(row, theme.accent, theme.px(1.5F), theme.px(7));
  Rect words = row.inset(theme.px(12), 0);
  if (spec.seen) draw_tick(ui, words.take_right(theme.px(14)));
  if (spec.seen) words.take_right(theme.px(4));
  if (spec.first) {
    constexpr std::string_view here = "begin here";
    ui.canvas.text_in(words.take_right(ui.canvas.width(here, theme.small())), here, theme.small(),
                      theme.accent);
    words.take_right(theme.px(8));
  }
  Rect first = words;
  if (!spec.below.empty()) {
    first = words.take_top(theme.px(32));
    ui.canvas.text_in(words.take_top(theme.px(18)), spec.below, theme.small(), theme.faint_ink);
  }
  const bool bright = spec.open || touch.hovered || spec.chosen;
  ui.canvas.text_in(first, spec.lesson->title, theme.small(), bright ? theme.ink : theme.soft_ink);
  if (touch.hovered && ui.canvas.width(spec.lesson->title, theme.small()) > first.w)
    ui.tip(spec.lesson->title);
  return touch;
}

}  // namespace

// A field that is filled in is another one: the old would go on with its own text.
std::string LessonList::field() const {
  return fmt::format("search lessons {}", fields_);
}

void LessonList::search(Ui& ui) {
  ui.focus_text(field());
}

bool LessonList::searching(const Ui& ui) const {
  return !typed_.empty() || ui.edits(field());
}

void LessonList::leave() {
  typed_.clear();
  entries_.clear();
  shown_ = -1;  // the list of all lessons stands at the open one again
}

// The field, and the keys that are pressed in it. True while hits are to be listed.
bool LessonList::draw_field(Ui& ui, const Session& session, Rect line, LessonListTouch& touch) {
  const bool edited = ui.edits(field());
  if (edited && is_path(typed_)) ui.keep_tab();
  ui.text_field(field(), typed_, line, "Search or paste a path   /", true);
  if (!edited && typed_.empty()) {
    searched_.clear();
    hits_.clear();
    return false;
  }
  if (is_path(typed_)) {
    hits_.clear();
    searched_.clear();
    entries_.follow(ui, typed_);
    const auto longer = edited ? entries_.take_keys(ui) : std::nullopt;
    if (longer) type(ui, *longer);
    if (edited && ui.has_key(Key::enter) && !entries_.chosen()) touch.file = as_path(typed_);
  } else if (hits_.empty() || typed_ != searched_) {
    hits_ = search_lessons(session.lessons(), typed_);
    searched_ = typed_;
    choice_ = shown_choice_ = 0;
    offset_ = 0;
  }
  const bool escaped = edited ? ui.has_key(Key::escape) : ui.pressed(Key::escape);
  const int last = static_cast<int>(hits_.size()) - 1;
  if (edited && ui.has_key(Key::down)) choice_ = std::min(choice_ + 1, std::max(0, last));
  if (edited && ui.has_key(Key::up)) choice_ = std::max(choice_ - 1, 0);
  if (edited && ui.has_key(Key::enter) && choice_ <= last)
    touch.picked = hits_[static_cast<std::size_t>(choice_)];
  if (!escaped && !touch.any()) return true;
  touch.left = escaped;
  leave();
  ui.request_frame();
  return false;
}

// A row that was just opened or chosen is in sight, and so are its neighbours.
void LessonList::bring_into_sight(Rect row, Rect area) {
  const float below = row.bottom() + 2 * row.h - area.bottom();
  const float above = area.y + 2 * row.h - row.y;
  if (below > 0) moved_ = below;
  if (above > 0) moved_ = -above;
}

void LessonList::type(Ui& ui, const std::string& path) {
  typed_ = path;
  ++fields_;
  ui.focus_text(field());
  ui.remembered(Ui::id("caret at end")) = 3;
  ui.request_frame();
}

// A path in place of a word to look for: what it may go on as, below what opens it.
void LessonList::draw_path(Ui& ui, Rect page, LessonListTouch& touch) {
  const Theme& theme = ui.theme;
  const std::string path = as_path(typed_);
  const std::string name = std::filesystem::path(path).filename().string();
  if (ui.button("Open " + (name.empty() ? path : name), page.take_top(theme.px(36)), true, path)) {
    touch.file = path;
  }
  page.take_top(theme.px(8));
  const auto entry = entries_.draw(ui, page);
  if (!entry) return;
  if (entry->folder) {
    type(ui, entry->path);
  } else {
    touch.file = entry->path;
  }
}

float LessonList::draw_groups(Ui& ui, const Session& session, Settings& settings, Rect page,
                              LessonListTouch& touch) {
  const Theme& theme = ui.theme;
  const auto& lessons = session.lessons();
  const Rect area = ui.canvas.clip();
  Rect rest = page;
  for (std::size_t first = 0; first < lessons.size();) {
    const std::string& group = lessons[first].group;
    std::size_t end = first;
    bool holds_open = false;
    for (; end < lessons.size() && lessons[end].group == group; ++end)
      holds_open = holds_open || lessons[end].id == session.lesson().id;
    if (first > 0) rest.take_top(theme.px(10));
    const bool folded =
        draw_list_heading(ui, settings, {group, holds_open}, rest.take_top(theme.px(30)));
    for (std::size_t i = first; i < end && !folded; ++i) {
      const Lesson& lesson = lessons[i];
      const Rect row = rest.take_top(theme.px(36));
      const bool open = lesson.id == session.lesson().id;
      if (open && shown_ != static_cast<int>(i)) {
        shown_ = static_cast<int>(i);
        bring_into_sight(row, area);
      }
      const bool seen = settings.seen.contains(lesson.id);
      const bool begin = i == 0 && settings.seen.empty();
      if (draw_lesson(ui, {&lesson, i, open, false, seen, begin}, row).clicked)
        touch.picked = LessonHit{static_cast<int>(i), -1};
    }
    first = end;
  }
  return rest.y - page.y;
}

float LessonList::draw_hits(Ui& ui, const Session& session, const Settings& settings, Rect page,
                            LessonListTouch& touch) {
  const Theme& theme = ui.theme;
  const Rect area = ui.canvas.clip();
  Rect rest = page;
  if (hits_.empty()) {
    ui.canvas.text_in(rest.take_top(theme.px(30)).inset(theme.px(10), 0), "No lesson has this.",
                      theme.small(), theme.soft_ink);
  }
  for (std::size_t k = 0; k < hits_.size(); ++k) {
    const LessonHit& hit = hits_[k];
    const Lesson& lesson = session.lessons()[static_cast<std::size_t>(hit.lesson)];
    LessonRow spec{&lesson, static_cast<std::size_t>(hit.lesson)};
    spec.open = lesson.id == session.lesson().id;
    spec.chosen = static_cast<int>(k) == choice_;
    spec.seen = settings.seen.contains(lesson.id);
    if (hit.step >= 0) {
      spec.below = fmt::format("{}  {}", hit.step + 1,
                               title_of(lesson.steps[static_cast<std::size_t>(hit.step)]));
    }
    const Rect row = rest.take_top(theme.px(spec.below.empty() ? 36 : 56));
    if (spec.chosen && shown_choice_ != choice_) {
      shown_choice_ = choice_;
      bring_into_sight(row, area);
    }
    if (draw_lesson(ui, spec, row).clicked) touch.picked = hit;
  }
  return rest.y - page.y;
}

LessonListTouch LessonList::draw(Ui& ui, const Session& session, Settings& settings,
                                 RecentFiles& recent, Rect area) {
  const Theme& theme = ui.theme;
  ui.canvas.fill(area, theme.panel);
  ui.canvas.line({area.right(), area.y}, {area.right(), area.bottom()}, theme.rule, theme.px(1));
  LessonListTouch touch;
  Rect rest = area.inset(theme.px(10), theme.px(12));
  const bool hits = draw_field(ui, session, rest.take_top(theme.px(34)), touch);
  area.take_top(rest.y - area.y + theme.px(6));
  // They stay in sight, wherever the open lesson stands in the list.
  if (!hits) {
    const Rect files = area.inset(theme.px(10), 0);
    const YourFilesTouch yours = draw_your_files(ui, settings, recent, files);
    area.take_top(yours.height);
    ui.canvas.line({files.x, area.y}, {files.right(), area.y}, theme.rule, theme.px(1));
    touch.asks_to_open = yours.asks;
    if (!yours.file.empty()) touch.file = yours.file;
    if (!yours.forgotten.empty()) recent.remove(yours.forgotten);
  }
  if (hits && is_path(typed_)) {
    draw_path(ui, area.inset(theme.px(10), theme.px(6)), touch);
    if (touch.any()) leave();
    return touch;
  }
  moved_ = 0;
  Scroll scroll(ui, offset_, area, theme.px(48));
  const Rect page = scroll.page().inset(theme.px(10), theme.px(6));
  float height = 0;
  if (hits) {
    height = draw_hits(ui, session, settings, page, touch);
  } else {
    height = draw_groups(ui, session, settings, page, touch);
  }
  offset_ = std::max(0.0F, offset_ + moved_);
  scroll.end(height + theme.px(18), area.right() - theme.px(7));
  if (moved_ != 0) ui.request_frame();
  if (touch.any()) leave();
  return touch;
}

}  // namespace glassformer
