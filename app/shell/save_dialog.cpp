#include "app/shell/save_dialog.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "app/platform/picture_clipboard.h"
#include "app/shell/icons.h"

namespace glassformer {

namespace {

struct Format {
  const char* name;
  const char* ending;
  const char* what;
};
constexpr std::array<Format, 6> kFormats{{
    {"PNG", ".png", "What is looked at, as pixels"},
    {"SVG", ".svg", "What is looked at, as shapes and text"},
    {"CSV", ".csv", "The matrix of the chosen cell, with its labels"},
    {"NPY", ".npy", "The matrix of the chosen cell, for NumPy"},
    {"session", ".json",
     "The lesson with all your changes; open it again by dropping it on the window"},
    {"vectors", ".safetensors",
     "The word vectors that are shown; .bin, .vec, .txt and .tsv are for other programs"},
}};

// Vectors can be saved where there are others than those that come along.
std::vector<std::string> names_for(const Session& session) {
  std::vector<std::string> names;
  for (const Format& format : kFormats) names.emplace_back(format.name);
  if (!session.inputs().resources.get(slots::vectors)) names.pop_back();
  return names;
}

}  // namespace

PicturePart SaveDialog::part() const {
  using Which = PicturePart::Which;
  if (part_ == 2) return {Which::panel, "words"};
  return {part_ == 1 ? Which::window : Which::stage, {}};
}

int SaveDialog::pixels() const {
  return 1 << times_;
}

void SaveDialog::open(const Session& session) {
  can_copy_ = can_copy_pictures();
  open_ = fresh_ = true;
  format_ = std::min(format_, static_cast<int>(names_for(session).size()) - 1);
  std::error_code none;
  const auto folder = std::filesystem::current_path(none);
  file_ = (folder / (session.lesson().id + kFormats[static_cast<std::size_t>(format_)].ending))
              .string();
}

std::optional<SaveWish> SaveDialog::draw(Ui& ui, const Session& session, Rect whole) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  canvas.set_layer(1);
  canvas.fill(whole, rgb(0x000000).alpha(0.35F));
  const float w = std::min(theme.px(640), whole.w - theme.px(24)),
              h = theme.px(format_ < 2 ? 272 : 224);
  const Rect box{whole.center().x - w / 2, whole.center().y - h / 2, w, h};
  canvas.fill(box, theme.page, theme.px(14));
  canvas.frame(box, theme.rule, theme.px(1), theme.px(14));
  ui.cover(whole);
  Rect rest = box.inset(theme.px(24));
  Rect head = rest.take_top(theme.px(34));
  if (icon_button(ui, Icon::close, head.take_right(theme.px(34)), false, true, {})) open_ = false;
  canvas.text_in(head, "Save", theme.title(), theme.ink);
  rest.take_top(theme.px(10));
  const int picked =
      ui.segments("save format", names_for(session), format_, rest.take_top(theme.px(36)));
  if (picked != format_) {
    format_ = picked;
    std::filesystem::path path(file_);
    file_ = path.replace_extension(kFormats[static_cast<std::size_t>(format_)].ending).string();
    fresh_ = true;
  }
  const bool picture = format_ < 2;
  if (picture) {
    rest.take_top(theme.px(8));
    Rect row = rest.take_top(theme.px(36));
    part_ = ui.segments("part saved", {"Stage only", "Whole window", "Words"}, part_,
                        row.take_left(theme.px(300)));
    row.take_left(theme.px(12));
    if (format_ == 0) {
      times_ =
          ui.segments("pixels saved", {"1 ×", "2 ×", "4 ×"}, times_, row.take_left(theme.px(130)));
      row.take_left(theme.px(12));
    }
    if (can_copy_ && format_ == 0 && ui.button("Copy", row)) {
      open_ = false;
      canvas.set_layer(0);
      return SaveWish{{}, part(), pixels(), true};
    }
  }
  const bool matrix = format_ == 2 || format_ == 3;
  const std::string_view what = matrix && !session.chosen
                                    ? "Click a cell of a matrix first: that matrix is saved"
                                    : kFormats[static_cast<std::size_t>(format_)].what;
  canvas.text_in(rest.take_top(theme.px(32)), what, theme.small(), theme.soft_ink);
  Rect line = rest.take_top(theme.px(40));
  const Rect save = line.take_right(theme.px(90));
  line.take_right(theme.px(10));
  // The keyboard stays with the name, whatever else is clicked.
  if (std::exchange(fresh_, false) || !ui.text_active()) ui.focus_text("save file");
  ui.text_field("save file", file_, line, "file name", true);
  const bool entered = std::any_of(ui.input.keys.begin(), ui.input.keys.end(),
                                   [](const KeyPress& k) { return k.key == Key::enter; });
  const bool escaped = std::any_of(ui.input.keys.begin(), ui.input.keys.end(),
                                   [](const KeyPress& k) { return k.key == Key::escape; });
  if (escaped) open_ = false;
  const bool confirmed = ui.button("Save", save, true) || entered;
  canvas.set_layer(0);
  if (!confirmed || file_.empty() || (matrix && !session.chosen)) return std::nullopt;
  open_ = false;
  return SaveWish{file_, part(), format_ == 0 ? pixels() : 1};
}

}  // namespace glassformer
