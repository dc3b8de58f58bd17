#include "app/shell/save_dialog.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "app/platform/picture_clipboard.h"
#include "app/shell/icons.h"
#include "app/shell/own_model.h"
#include "app/shell/save_place.h"
#include "app/widgets/formula.h"

namespace glassformer {

namespace {

struct Format {
  const char* name;
  const char* ending;
  const char* what;  // of a picture: how it is saved
};
constexpr std::array<Format, 8> kFormats{{
    {"PNG", ".png", "as pixels"},
    {"SVG", ".svg", "as shapes and text"},
    {"PDF", ".pdf", "as shapes and text that can be searched and copied"},
    {"CSV", ".csv", "The matrix of the chosen cell, with its labels"},
    {"NPY", ".npy", "The matrix of the chosen cell, for NumPy"},
    {"session", ".json",
     "The lesson with all your changes; open it again by dropping it on the window"},
    {"vectors", ".safetensors",
     "The word vectors that are shown; .bin, .vec, .txt and .tsv are for other programs"},
    {"model", ".safetensors", "The model that was trained here, as it is shown"},
}};
constexpr int kPng = 0, kCsv = 3, kNpy = 4, kVectors = 6, kModel = 7;

constexpr int kMatrixPart = 3;

bool is_picture(int format) {
  return format < kCsv;
}

// Vectors can be saved where there are others than those that come along, a model where one was
// trained here.
std::vector<int> formats_for(const Session& session) {
  std::vector<int> formats;
  for (int i = 0; i < static_cast<int>(kFormats.size()); ++i) {
    if (i == kVectors && !session.inputs().resources.get(slots::vectors)) continue;
    if (i == kModel && !own_model(session)) continue;
    formats.push_back(i);
  }
  return formats;
}

}  // namespace

PicturePart SaveDialog::part() const {
  using Which = PicturePart::Which;
  if (part_ == 2) return {Which::panel, "words"};
  if (part_ == kMatrixPart) return {Which::panel, matrix_};
  return {part_ == 1 ? Which::window : Which::stage, {}};
}

int SaveDialog::pixels() const {
  return 1 << times_;
}

void SaveDialog::open(const Session& session, const std::string& matrix) {
  can_copy_ = can_copy_pictures();
  open_ = fresh_ = true;
  told_.clear();
  told_for_.clear();
  replaces_ = false;
  matrix_ = !matrix.empty() ? matrix : session.chosen ? session.chosen->path : std::string{};
  if (!matrix.empty()) part_ = kMatrixPart;
  if (part_ == kMatrixPart && matrix_.empty()) part_ = 0;
  if (!matrix.empty() && !is_picture(format_)) format_ = kPng;
  const std::vector<int> formats = formats_for(session);
  if (std::ranges::find(formats, format_) == formats.end()) format_ = kPng;
  std::error_code none;
  const auto folder = std::filesystem::current_path(none);
  file_ = (folder / (session.lesson().id + kFormats[static_cast<std::size_t>(format_)].ending))
              .string();
}

void SaveDialog::failed(std::string sentence) {
  open_ = fresh_ = true;
  replaces_ = false;
  told_ = std::move(sentence);
  told_for_ = file_;
}

std::optional<SaveWish> SaveDialog::draw(Ui& ui, const Session& session, Rect whole) {
  const Theme& theme = ui.theme;
  Canvas& canvas = ui.canvas;
  canvas.set_layer(1);
  canvas.fill(whole, rgb(0x000000).alpha(0.35F));
  const float w = std::min(theme.px(640), whole.w - theme.px(24));
  FormulaStyle words;
  words.size = theme.px(16);
  words.ink = replaces_ ? theme.ink : theme.error;
  if (told_for_ != file_) told_.clear();
  if (told_.empty()) replaces_ = false;
  const float said =
      told_.empty()
          ? 0.0F
          : draw_prose(ui, told_, {0, 0}, w - theme.px(48), theme.small(), words, false).height +
                theme.px(10);
  const float h = theme.px(is_picture(format_) ? 244 : 200) + said;
  const Rect box{whole.center().x - w / 2, whole.center().y - h / 2, w, h};
  canvas.fill(box, theme.page, theme.px(14));
  canvas.frame(box, theme.rule, theme.px(1), theme.px(14));
  ui.cover(whole);
  Rect rest = box.inset(theme.px(24));
  Rect head = rest.take_top(theme.px(34));
  if (icon_button(ui, Icon::close, head.take_right(theme.px(34)), false, true, {})) open_ = false;
  canvas.text_in(head, "Save", theme.title(), theme.ink);
  rest.take_top(theme.px(10));
  const std::vector<int> formats = formats_for(session);
  if (std::ranges::find(formats, format_) == formats.end()) format_ = kPng;
  std::vector<std::string> names;
  for (const int one : formats) names.emplace_back(kFormats[static_cast<std::size_t>(one)].name);
  const auto now = std::ranges::find(formats, format_) - formats.begin();
  const int chosen =
      ui.segments("save format", names, static_cast<int>(now), rest.take_top(theme.px(36)));
  const int picked =
      formats[static_cast<std::size_t>(std::min(chosen, static_cast<int>(formats.size()) - 1))];
  if (picked != format_) {
    format_ = picked;
    std::filesystem::path path(file_);
    file_ = path.replace_extension(kFormats[static_cast<std::size_t>(format_)].ending).string();
    fresh_ = true;
  }
  const bool picture = is_picture(format_);
  if (picture) {
    rest.take_top(theme.px(8));
    Rect row = rest.take_top(theme.px(36));
    std::vector<std::string> parts{"Stage only", "Whole window", "Words"};
    if (!matrix_.empty()) parts.emplace_back("Matrix");
    std::vector<std::string> tips(parts.size());
    if (!matrix_.empty()) tips[kMatrixPart] = matrix_ + ", by itself";
    part_ = ui.segments("part saved", parts, part_,
                        row.take_left(theme.px(matrix_.empty() ? 300 : 350)), tips);
    row.take_left(theme.px(12));
    if (format_ == kPng) {
      times_ =
          ui.segments("pixels saved", {"1 ×", "2 ×", "4 ×"}, times_, row.take_left(theme.px(130)));
      row.take_left(theme.px(12));
    }
    if (can_copy_ && format_ == kPng && ui.button("Copy", row)) {
      open_ = false;
      canvas.set_layer(0);
      return SaveWish{{}, part(), pixels(), true};
    }
  }
  const bool matrix = format_ == kCsv || format_ == kNpy;
  std::string what = kFormats[static_cast<std::size_t>(format_)].what;
  if (matrix && !session.chosen) what = "Click a cell of a matrix first: that matrix is saved";
  if (picture) {
    what = (part_ == kMatrixPart ? "The matrix " + matrix_ : "What is looked at") + ", " + what;
  }
  canvas.text_in(rest.take_top(theme.px(32)), what, theme.small(), theme.soft_ink);
  Rect line = rest.take_top(theme.px(40));
  const Rect save = line.take_right(theme.px(90));
  line.take_right(theme.px(10));
  // The keyboard stays with the name, whatever else is clicked; Tab takes it to the rest.
  if (std::exchange(fresh_, false) || (!ui.text_active() && !ui.focused()))
    ui.focus_text("save file");
  ui.text_field("save file", file_, line, "file name", true);
  const bool entered = std::any_of(ui.input.keys.begin(), ui.input.keys.end(),
                                   [](const KeyPress& k) { return k.key == Key::enter; });
  const bool escaped = std::any_of(ui.input.keys.begin(), ui.input.keys.end(),
                                   [](const KeyPress& k) { return k.key == Key::escape; });
  if (escaped) open_ = false;
  const bool confirmed = ui.button(replaces_ ? "Replace" : "Save", save, true) || entered;
  if (!told_.empty()) {
    rest.take_top(theme.px(10));
    draw_prose(ui, told_, rest.origin(), rest.w, theme.small(), words);
  }
  canvas.set_layer(0);
  if (!confirmed || file_.empty() || (matrix && !session.chosen)) return std::nullopt;
  if (!may_write()) {
    ui.request_frame();
    return std::nullopt;
  }
  open_ = false;
  return SaveWish{file_, part(), format_ == kPng ? pixels() : 1};
}

// Whether the name that was confirmed can be taken at its word; else what is to be said is.
bool SaveDialog::may_write() {
  const bool again = replaces_ && told_for_ == file_;
  const SavePlace place = place_of(file_);
  told_ = place.wrong;
  told_for_ = file_;
  replaces_ = place.wrong.empty() && place.is_there;
  if (replaces_) told_ = "A file of this name is there. Enter once more writes over it.";
  return place.wrong.empty() && (again || !place.is_there);
}

}  // namespace glassformer
