#include "app/shell/open_dialog.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/shell/icons.h"
#include "app/widgets/formula.h"
#include "app/widgets/scroll.h"

namespace glassformer {

namespace {

// The row of a list, lit where the pointer or the keyboard is.
Touch draw_row(Ui& ui, Ui::Id id, Rect row, bool chosen) {
  const Theme& theme = ui.theme;
  const Touch touch = ui.touch(id, row);
  if (touch.hovered || chosen) ui.canvas.fill(row, theme.pressed, theme.px(7));
  if (chosen) ui.canvas.frame(row, theme.accent, theme.px(1.5F), theme.px(7));
  return touch;
}

}  // namespace

std::string OpenDialog::field() const {
  return fmt::format("open path {}", fields_);
}

void OpenDialog::open(RecentFiles& recent) {
  open_ = fresh_ = true;
  waiting_ = false;
  typed_.clear();
  refused_.clear();
  entries_.clear();
  choice_ = -1;
  offset_ = 0;
  recent.look_for_missing();
}

void OpenDialog::type(Ui& ui, std::string path) {
  typed_ = std::move(path);
  ++fields_;
  ui.focus_text(field());
  ui.remembered(Ui::id("caret at end")) = 3;
  ui.request_frame();
}

// A folder is gone into, unless it is confirmed by itself.
std::optional<std::string> OpenDialog::pick(Ui& ui, const PathEntry& entry) {
  if (!entry.folder) return entry.path;
  type(ui, entry.path);
  return std::nullopt;
}

std::optional<std::string> OpenDialog::draw_path(Ui& ui, Rect line) {
  const Theme& theme = ui.theme;
  const Rect button = line.take_right(theme.px(90));
  line.take_right(theme.px(10));
  if (std::exchange(fresh_, false) || !ui.text_active()) {
    ui.focus_text(field());
    ui.remembered(Ui::id("caret at end")) = 3;
  }
  const std::string before = typed_;
  ui.text_field(field(), typed_, line, "Path of a file or a folder", true);
  if (typed_ != before) {
    refused_.clear();
    choice_ = -1;
    offset_ = 0;
  }
  entries_.follow(ui, typed_);
  if (auto longer = entries_.take_keys(ui)) type(ui, std::move(*longer));
  const bool chosen = typed_.empty() ? choice_ >= 0 : entries_.chosen();
  const bool wanted = ui.button("Open", button, true) || (ui.has_key(Key::enter) && !chosen);
  if (wanted && !typed_.empty()) return as_path(typed_);
  return std::nullopt;
}

std::optional<std::string> OpenDialog::draw_recent(Ui& ui, RecentFiles& recent, Rect list) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  std::optional<std::string> picked, removed;
  const int last = static_cast<int>(recent.all().size()) - 1;
  if (ui.has_key(Key::down)) choice_ = std::min(choice_ + 1, last);
  if (ui.has_key(Key::up)) choice_ = std::max(choice_ - 1, -1);
  if (ui.has_key(Key::enter) && choice_ >= 0 && choice_ <= last)
    picked = recent.all()[static_cast<std::size_t>(choice_)].path;
  if (recent.looking()) ui.request_frame();
  canvas.text_in(list.take_top(theme.px(26)), "Opened lately", theme.small(), theme.faint_ink);
  if (recent.all().empty()) {
    canvas.text_in(list.take_top(theme.px(32)).inset(theme.px(10), 0), "Nothing yet", theme.small(),
                   theme.soft_ink);
  }
  Scroll scroll(ui, offset_, list, theme.px(48));
  Rect rest = scroll.page();
  rest.w -= theme.px(12);
  for (std::size_t i = 0; i < recent.all().size(); ++i) {
    const RecentFiles::File& file = recent.all()[i];
    Rect row = rest.take_top(theme.px(34));
    const bool missing = recent.is_missing(file);
    Rect words = row;
    const Rect close = words.take_right(theme.px(30));
    const Touch touch =
        draw_row(ui, Ui::id("recent file", i), words, choice_ == static_cast<int>(i));
    const Touch away = ui.touch(Ui::id("forget recent file", i), close);
    const float side = theme.px(12);
    draw_icon(canvas, Icon::close,
              {close.center().x - side / 2, close.center().y - side / 2, side, side},
              away.hovered ? theme.ink : theme.faint_ink, theme.px(1.6F));
    if (away.hovered) ui.tip("Take it off this list");
    if (away.clicked) removed = file.path;
    words = words.inset(theme.px(10), 0);
    const std::filesystem::path path(file.path);
    canvas.text_in(words.take_right(theme.px(140)), kind_shown(recent, file), theme.small(),
                   theme.faint_ink, Align::right);
    const std::string name = path.filename().string();
    const float wide = std::min(words.w, canvas.width(name, theme.body()) + theme.px(2));
    canvas.text_in(words.take_left(wide), name, theme.body(),
                   missing ? theme.faint_ink : theme.ink);
    words.take_left(theme.px(12));
    canvas.text_in(words, path.parent_path().string(), theme.small(), theme.faint_ink);
    if (touch.hovered) ui.tip(file.path);
    if (touch.clicked) picked = file.path;
  }
  scroll.end(theme.px(34) * static_cast<float>(recent.all().size()), list.right() - theme.px(7));
  if (removed) recent.remove(*removed);
  return picked;
}

std::optional<std::string> OpenDialog::draw(Ui& ui, RecentFiles& recent, const std::string& told,
                                            Rect whole) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  canvas.set_layer(1);
  canvas.fill(whole, rgb(0x000000).alpha(0.35F));
  const float w = std::min(theme.px(760), whole.w - theme.px(24));
  const float h = std::min(theme.px(560), whole.h - theme.px(24));
  const Rect box{whole.center().x - w / 2, whole.center().y - h / 2, w, h};
  canvas.fill(box, theme.page, theme.px(14));
  canvas.frame(box, theme.rule, theme.px(1), theme.px(14));
  ui.cover(whole);
  Rect rest = box.inset(theme.px(24));
  Rect head = rest.take_top(theme.px(34));
  if (icon_button(ui, Icon::close, head.take_right(theme.px(34)), false, true, "Close (Esc)"))
    close();
  if (FileDialog::is_there()) {
    head.take_right(theme.px(10));
    if (ui.button("Choose a file …", head.take_right(theme.px(160)))) desktop_.open();
  }
  canvas.text_in(head, "Open", theme.title(), theme.ink);
  rest.take_top(theme.px(6));
  FormulaStyle style;
  style.size = theme.px(16);
  style.ink = theme.soft_ink;
  constexpr const char* what =
      "A lesson or a session, a trained model (a Hugging Face folder too), word vectors, questions "
      "about them, a text, pairs of sentences, or a recorded training. Dropping it on the window "
      "opens it as well.";
  rest.take_top(draw_prose(ui, what, rest.origin(), rest.w, theme.small(), style).height +
                theme.px(12));
  std::optional<std::string> picked = draw_path(ui, rest.take_top(theme.px(40)));
  rest.take_top(theme.px(8));
  const std::string& sentence = waiting_ ? told : refused_;
  if (!sentence.empty()) {
    style.ink = waiting_ ? theme.soft_ink : theme.error;
    rest.take_top(draw_prose(ui, sentence, rest.origin(), rest.w, theme.small(), style).height +
                  theme.px(8));
  }
  if (typed_.empty()) {
    if (auto file = draw_recent(ui, recent, rest)) picked = std::move(file);
  } else if (const auto entry = entries_.draw(ui, rest)) {
    picked = pick(ui, *entry);
  }
  if (ui.has_key(Key::escape)) close();
  canvas.set_layer(0);
  if (picked) {
    waiting_ = true;
    refused_.clear();
  }
  return picked;
}

}  // namespace glassformer
