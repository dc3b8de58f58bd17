#include "app/shell/path_entries.h"

#include <algorithm>

#include "app/widgets/scroll.h"

namespace glassformer {

namespace {

constexpr std::size_t kMostEntries = 200;
constexpr float kRow = 32;      // px at scale 1
constexpr double kSoon = 0.25;  // seconds in which nobody wonders what is going on

}  // namespace

void PathEntries::find() {
  entries_ = typed_.empty() || !listed_ ? std::vector<PathEntry>{}
                                        : completions(*listed_, typed_, kMostEntries);
  choice_ = std::min(choice_, static_cast<int>(entries_.size()) - 1);
}

void PathEntries::clear() {
  typed_.clear();
  tab_waits_ = false;
  choice_ = -1;
  find();
}

void PathEntries::follow(Ui& ui, const std::string& typed) {
  if (typed != typed_) {
    typed_ = typed;
    choice_ = -1;
    offset_ = 0;
    tab_waits_ = false;
    const std::string folder = folder_of(typed);
    if (listed_ && listed_->folder != folder) listed_.reset();
    find();
    if (!typed.empty()) {
      asked_at_ = ui.input.time;
      listing_.ask([list = list_folder_, folder] { return list(folder); });
    }
  }
  // Asked before what is there is taken: what arrives in between is taken in the next frame.
  const bool busy = listing_.busy();
  if (busy) ui.request_frame();
  if (auto list = listing_.take(); list && list->folder == folder_of(typed_)) {
    listed_ = std::move(list);
    find();
  }
  comes_ = busy && !listed_;
}

std::optional<std::string> PathEntries::take_keys(const Ui& ui) {
  const int last = static_cast<int>(entries_.size()) - 1;
  const int before = choice_;
  if (ui.has_key(Key::down)) choice_ = std::min(choice_ + 1, last);
  if (ui.has_key(Key::up)) choice_ = std::max(choice_ - 1, -1);
  moved_ = choice_ != before;
  const bool tab = ui.has_key(Key::tab) || tab_waits_;
  tab_waits_ = tab && comes_;
  if (!tab || entries_.empty()) return std::nullopt;
  const std::string common = common_start(entries_, typed_);
  if (choice_ < 0 && common != typed_) return common;
  return entries_[static_cast<std::size_t>(std::max(choice_, 0))].path;
}

std::optional<PathEntry> PathEntries::draw(Ui& ui, Rect list) {
  const Theme& theme = ui.theme;
  std::optional<PathEntry> picked;
  const float height = theme.px(kRow);
  if (!listed_ && listing_.busy() && ui.input.time - asked_at_ > kSoon) {
    ui.canvas.text_in(list.take_top(height).inset(theme.px(10), 0), "Reading the folder …",
                      theme.small(), theme.faint_ink);
    return std::nullopt;
  }
  if (moved_ && choice_ >= 0) {
    const float top = height * static_cast<float>(choice_);
    offset_ = std::clamp(offset_, std::max(0.0F, top + height - list.h), top);
  }
  Scroll scroll(ui, offset_, list, theme.px(48));
  Rect rest = scroll.page();
  rest.w -= theme.px(12);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const PathEntry& entry = entries_[i];
    const Rect row = rest.take_top(height);
    const bool chosen = choice_ == static_cast<int>(i);
    const Touch touch = ui.touch(Ui::id("path entry", i), row);
    if (touch.hovered || chosen) ui.canvas.fill(row, theme.pressed, theme.px(7));
    if (chosen) ui.canvas.frame(row, theme.accent, theme.px(1.5F), theme.px(7));
    const Rect words = row.inset(theme.px(10), 0);
    ui.canvas.text_in(words, entry.name, theme.small(), entry.folder ? theme.soft_ink : theme.ink);
    if (touch.hovered && ui.canvas.width(entry.name, theme.small()) > words.w) ui.tip(entry.name);
    if (touch.clicked || (chosen && ui.has_key(Key::enter))) picked = entry;
  }
  scroll.end(height * static_cast<float>(entries_.size()), list.right() - theme.px(7));
  return picked;
}

}  // namespace glassformer
