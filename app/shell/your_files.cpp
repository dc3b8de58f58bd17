#include "app/shell/your_files.h"

#include <algorithm>
#include <filesystem>

#include "app/shell/icons.h"
#include "app/shell/list_heading.h"

namespace glassformer {

namespace {

constexpr std::size_t kMostFiles = 4;  // the others are in the dialog
constexpr std::size_t kFewFiles = 2;   // where the window is low
constexpr float kRow = 36;             // px at scale 1

void draw_small_icon(Ui& ui, Icon icon, Rect place, Color ink) {
  const float side = ui.theme.px(icon == Icon::close ? 11 : 16);
  draw_icon(ui.canvas, icon, {place.center().x - side / 2, place.center().y - side / 2, side, side},
            ink, ui.theme.px(1.5F));
}

// Asks for the dialog, by mouse or keyboard.
bool draw_open(Ui& ui, Rect row) {
  const Theme& theme = ui.theme;
  const Ui::Id id = Ui::id("open your own");
  const Ui::Pressed key = ui.stop(id, row);
  const Touch touch = ui.touch(id, row);
  if (touch.hovered) ui.canvas.fill(row, theme.pressed, theme.px(7));
  Rect words = row.inset(theme.px(10), 0);
  constexpr std::string_view shortcut = "Ctrl O";
  ui.canvas.text_in(words.take_right(ui.canvas.width(shortcut, theme.small())), shortcut,
                    theme.small(), theme.faint_ink);
  draw_small_icon(ui, Icon::open, words.take_left(theme.px(20)), theme.accent);
  words.take_left(theme.px(6));
  ui.canvas.text_in(words, "Open file or folder", theme.small(), theme.accent);
  return touch.clicked || key.pressed;
}

struct FileRow {
  const RecentFiles::File& file;
  std::string_view kind;
  bool missing = false;
};

void draw_file(Ui& ui, const FileRow& spec, std::size_t index, Rect row, YourFilesTouch& touch) {
  const Theme& theme = ui.theme;
  const bool near = ui.hovering(row);
  if (near) ui.canvas.fill(row, theme.pressed, theme.px(7));
  Rect words = row.inset(theme.px(10), 0);
  // What is not there can only be taken off the list, so that is seen at once.
  if (near || spec.missing) {
    const Rect place = words.take_right(theme.px(20));
    const Touch away = ui.touch(Ui::id("forget file among lessons", index), place);
    draw_small_icon(ui, Icon::close, place, away.hovered ? theme.ink : theme.faint_ink);
    if (away.hovered) ui.tip("Take it off this list");
    if (away.clicked) touch.forgotten = spec.file.path;
    row.w = place.x - row.x;
  }
  const Touch touched = ui.touch(Ui::id("file among lessons", index), row);
  if (touched.hovered) ui.tip(spec.file.path);
  if (touched.clicked) touch.file = spec.file.path;
  ui.canvas.text_in(words.take_right(ui.canvas.width(spec.kind, theme.small())), spec.kind,
                    theme.small(), theme.faint_ink);
  words.take_right(theme.px(8));
  words.take_left(theme.px(2));
  const Color ink = spec.missing ? theme.faint_ink : near ? theme.ink : theme.soft_ink;
  ui.canvas.text_in(words, std::filesystem::path(spec.file.path).filename().string(), theme.small(),
                    ink);
}

}  // namespace

YourFilesTouch draw_your_files(Ui& ui, Settings& settings, const RecentFiles& recent, Rect page) {
  const Theme& theme = ui.theme;
  YourFilesTouch touch;
  Rect rest = page;
  const Rect heading = rest.take_top(theme.px(30));
  if (!draw_list_heading(ui, settings, {"Your files"}, heading)) {
    touch.asks = draw_open(ui, rest.take_top(theme.px(kRow)));
    if (recent.looking()) ui.request_frame();
    const auto& files = recent.all();
    const std::size_t most = page.h > theme.px(600) ? kMostFiles : kFewFiles;
    for (std::size_t i = 0; i < std::min(most, files.size()); ++i) {
      const FileRow row{files[i], kind_shown(recent, files[i]), recent.is_missing(files[i])};
      draw_file(ui, row, i, rest.take_top(theme.px(kRow)), touch);
    }
  }
  rest.take_top(theme.px(6));
  touch.height = rest.y - page.y;
  return touch;
}

}  // namespace glassformer
