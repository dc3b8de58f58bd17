#include "app/shell/lesson_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/path_completion.h"
#include "core/lesson/step_title.h"

namespace glassformer {

namespace {

constexpr std::string_view kField = "search lessons";
constexpr std::string_view kFiles = "Your files";
constexpr std::size_t kMostFiles = 4;  // the others are in the dialog
constexpr std::size_t kFewFiles = 2;   // where the window is low
constexpr std::size_t kNoLesson = 1 << 20;

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

void draw_chevron(Ui& ui, Rect box, bool folded, Color ink) {
  const Vec middle = box.center();
  const float s = ui.theme.px(4);
  std::vector<Vec> points = {{middle.x - s, middle.y - s / 2},
                             {middle.x, middle.y + s / 2},
                             {middle.x + s, middle.y - s / 2}};
  if (folded) {
    points = {{middle.x - s / 2, middle.y - s},
              {middle.x + s / 2, middle.y},
              {middle.x - s / 2, middle.y + s}};
  }
  ui.canvas.polyline(std::move(points), ink, ui.theme.px(1.6F));
}

void draw_open_mark(Ui& ui, Rect row) {
  const Theme& theme = ui.theme;
  ui.canvas.fill({row.x, row.y + theme.px(9), theme.px(3), row.h - theme.px(18)}, theme.accent,
                 theme.px(1.5F));
}

struct LessonRow {
  const Lesson* lesson = nullptr;
  std::size_t index = 0;
  bool open = false;
  bool chosen = false;  // by the keyboard
  bool seen = false;
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

// The heading of a group. True if it was clicked.
bool draw_heading(Ui& ui, std::string_view group, std::size_t index, bool folded, bool holds_open,
                  Rect row) {
  const Theme& theme = ui.theme;
  const Touch touch = ui.touch(Ui::id("group of lessons", index), row);
  if (touch.hovered) ui.canvas.fill(row, theme.pressed, theme.px(7));
  if (folded && holds_open) draw_open_mark(ui, row);
  const Color ink = touch.hovered ? theme.ink : theme.faint_ink;
  Rect words = row.inset(theme.px(10), 0);
  draw_chevron(ui, words.take_right(theme.px(16)), folded, ink);
  ui.canvas.text_in(words, group, theme.small(), ink);
  return touch.clicked;
}

bool has_key(const Ui& ui, Key key) {
  return std::ranges::any_of(ui.input.keys, [key](const KeyPress& k) { return k.key == key; });
}

}  // namespace

void LessonList::search(Ui& ui) {
  ui.focus_text(kField);
}

bool LessonList::searching(const Ui& ui) const {
  return !typed_.empty() || ui.edits(kField);
}

void LessonList::leave() {
  typed_.clear();
  shown_ = -1;  // the list of all lessons stands at the open one again
}

// The field, and the keys that are pressed in it. True while hits are to be listed.
bool LessonList::draw_field(Ui& ui, const Session& session, Rect field, LessonListTouch& touch) {
  const bool edited = ui.edits(kField);
  ui.text_field(kField, typed_, field, "Search   /", true);
  if (!edited && typed_.empty()) {
    searched_.clear();
    hits_.clear();
    return false;
  }
  if (is_path(typed_)) {
    hits_.clear();
    searched_.clear();
    if (edited && has_key(ui, Key::enter)) touch.file = as_path(typed_);
  } else if (hits_.empty() || typed_ != searched_) {
    hits_ = search_lessons(session.lessons(), typed_);
    searched_ = typed_;
    choice_ = shown_choice_ = 0;
    offset_ = 0;
  }
  const bool escaped = edited ? has_key(ui, Key::escape) : ui.pressed(Key::escape);
  const int last = static_cast<int>(hits_.size()) - 1;
  if (edited && has_key(ui, Key::down)) choice_ = std::min(choice_ + 1, std::max(0, last));
  if (edited && has_key(ui, Key::up)) choice_ = std::max(choice_ - 1, 0);
  if (edited && has_key(ui, Key::enter) && choice_ <= last)
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

float LessonList::draw_files(Ui& ui, Settings& settings, const RecentFiles& recent, Rect page,
                             LessonListTouch& touch) {
  const Theme& theme = ui.theme;
  const auto& files = recent.all();
  if (files.empty()) return 0;
  Rect rest = page;
  const std::string name(kFiles);
  const bool folded = settings.folded.contains(name);
  if (draw_heading(ui, kFiles, kNoLesson, folded, false, rest.take_top(theme.px(30)))) {
    if (folded) settings.folded.erase(name);
    if (!folded) settings.folded.insert(name);
    ui.request_frame();
  }
  const std::size_t most = page.h > theme.px(600) ? kMostFiles : kFewFiles;
  for (std::size_t i = 0; i < std::min(most, files.size()) && !folded; ++i) {
    const Rect row = rest.take_top(theme.px(36));
    const Touch touched = ui.touch(Ui::id("file among lessons", i), row);
    if (touched.hovered) {
      ui.canvas.fill(row, theme.pressed, theme.px(7));
      ui.tip(files[i].path);
    }
    Rect words = row.inset(theme.px(12), 0);
    const std::string_view kind = kind_shown(recent, files[i]);
    const Color ink = recent.is_missing(files[i]) ? theme.faint_ink
                      : touched.hovered           ? theme.ink
                                                  : theme.soft_ink;
    ui.canvas.text_in(words.take_right(ui.canvas.width(kind, theme.small())), kind, theme.small(),
                      theme.faint_ink);
    words.take_right(theme.px(8));
    ui.canvas.text_in(words, std::filesystem::path(files[i].path).filename().string(),
                      theme.small(), ink);
    if (touched.clicked) touch.file = files[i].path;
  }
  rest.take_top(theme.px(6));
  return rest.y - page.y;
}

// What was pasted in place of a word to look for.
float LessonList::draw_path(Ui& ui, Rect page, LessonListTouch& touch) {
  const Theme& theme = ui.theme;
  const std::string path = as_path(typed_);
  const std::string name = std::filesystem::path(path).filename().string();
  if (ui.button("Open " + (name.empty() ? path : name), page.take_top(theme.px(36)), true, path)) {
    touch.file = path;
  }
  return theme.px(36);
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
    const bool folded = settings.folded.contains(group);
    if (draw_heading(ui, group, first, folded, holds_open, rest.take_top(theme.px(30)))) {
      if (folded) settings.folded.erase(group);
      if (!folded) settings.folded.insert(group);
      ui.request_frame();
    }
    for (std::size_t i = first; i < end && !folded; ++i) {
      const Lesson& lesson = lessons[i];
      const Rect row = rest.take_top(theme.px(36));
      const bool open = lesson.id == session.lesson().id;
      if (open && shown_ != static_cast<int>(i)) {
        shown_ = static_cast<int>(i);
        bring_into_sight(row, area);
      }
      const bool seen = settings.seen.contains(lesson.id);
      if (draw_lesson(ui, {&lesson, i, open, false, seen}, row).clicked)
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
                                 const RecentFiles& recent, Rect area) {
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
    area.take_top(draw_files(ui, settings, recent, files, touch));
    if (area.y > files.y) {
      ui.canvas.line({files.x, area.y}, {files.right(), area.y}, theme.rule, theme.px(1));
    }
  }
  moved_ = 0;
  Scroll scroll(ui, offset_, area, theme.px(48));
  const Rect page = scroll.page().inset(theme.px(10), theme.px(6));
  float height = 0;
  if (hits && is_path(typed_)) {
    height = draw_path(ui, page, touch);
  } else if (hits) {
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
