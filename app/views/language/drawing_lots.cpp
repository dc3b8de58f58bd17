#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/views/language/next_word_pictures.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/motion.h"
#include "core/scenes/records/next_word.h"

namespace glassformer {

namespace {

constexpr float kSeconds = 0.5F;

// The text so far, and behind it the word that was drawn; as much of its end as has room.
void draw_result(Ui& ui, const Session& session, const std::string& word, bool hidden, Rect row) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<NextWordRecord>();
  const Type type{Face::bold, std::min(theme.px(48), 0.5F * row.h)};
  const std::string shown = hidden ? "?" : word;
  const float last = ui.canvas.width(shown, type) + 0.8F * type.size;
  std::vector<std::string> before;
  float width = last;
  const float space = 0.3F * type.size;
  for (int i = record.at; i >= 0; --i) {
    const std::string token = on_chip(run->tokens[0][static_cast<std::size_t>(i)]);
    const float one = ui.canvas.width(token, type) + space;
    if (width + one + 1.2F * type.size > row.w) {
      width += ui.canvas.width("…", type) + space;
      before.insert(before.begin(), "…");
      break;
    }
    width += one;
    before.insert(before.begin(), token);
  }
  float x = row.center().x - width / 2;
  const float y = row.center().y - ui.canvas.line_height(type) / 2;
  for (const std::string& token : before) {
    x += ui.canvas.text({x, y}, token, type, theme.ink) + space;
  }
  const Rect chip{x, row.center().y - 0.85F * type.size, last, 1.7F * type.size};
  const Color fill = hidden ? theme.raised : theme.tensor(Role::output);
  ui.canvas.fill(chip, fill, theme.px(8));
  ui.canvas.text_in(chip, shown, type, ink_on(fill), Align::center);
}

// One size for all, in which the first few have room.
Type type_of_names(const Ui& ui, const Mat& left, const Axis& names, int kept, float width) {
  const Theme& theme = ui.theme;
  for (const Type& type : {theme.display(), theme.title(), theme.heading()}) {
    bool fits = true;
    for (int i = 0; i < std::min(kept, 4); ++i) {
      const float part = width * static_cast<float>(left(0, i)) - theme.px(10);
      fits = fits && ui.canvas.width(on_chip(axis_label(names, i)), type) <= part;
    }
    if (fits) return type;
  }
  return theme.body();
}

}  // namespace

void draw_drawing(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const auto& record = run->records.get<NextWordRecord>();
  const Mat& left = run->tape.value(record.left);
  const Axis& names = run->tape.node(record.left).label.cols;
  const CellTouch random = touch_cell(ui, session, cell_of(run->tape, record.random, 0, 0), {});
  const bool hidden = random.hidden;
  const Rect result = area.take_bottom(0.34F * area.h);
  area.take_bottom(theme.px(34));  // the ticks
  const Rect pointer = area.take_top(std::min(0.34F * area.h, theme.px(120)));
  const Rect strip = area;
  // Word by word from the left; those too narrow to be seen apart are one pale rest.
  double passed = 0;
  const Color color = theme.tensor(Role::output);
  const Type type = type_of_names(ui, left, names, record.kept_count, strip.w);
  int i = 0;
  for (; i < record.kept_count; ++i) {
    const double share = left(0, i);
    Rect part{strip.x + strip.w * static_cast<float>(passed), strip.y,
              strip.w * static_cast<float>(share), strip.h};
    if (part.w < theme.px(3)) break;
    passed += share;
    const CellTouch touch = touch_cell(ui, session, cell_of(run->tape, record.left, 0, i), part);
    const bool here = i == record.drawn && !hidden;
    const Color fill = here ? color : mix(theme.page, color, i % 2 == 0 ? 0.3F : 0.18F);
    part.w -= theme.px(1.5F);
    ui.canvas.fill(part, fill, theme.px(4));
    if (touch.lit) ui.canvas.frame(part, theme.lit, theme.px(2.5F), theme.px(4));
    const std::string name = on_chip(axis_label(names, i));
    if (ui.canvas.width(name, type) + theme.px(8) > part.w) continue;
    Rect words = part;
    if (part.h > 3.2F * type.size) {
      words = {part.x, part.center().y - 1.4F * type.size, part.w, 1.4F * type.size};
      ui.canvas.text_in({part.x, part.center().y, part.w, 1.4F * type.size},
                        fmt::format("{:.0f} %", 100 * share), theme.body(), ink_on(fill),
                        Align::center);
    }
    ui.canvas.text_in(words, name, type, ink_on(fill), Align::center);
  }
  if (i < record.kept_count) {
    const Rect rest{strip.x + strip.w * static_cast<float>(passed), strip.y,
                    strip.w * static_cast<float>(1 - passed), strip.h};
    const bool here = record.drawn >= i && !hidden;
    ui.canvas.fill(rest, mix(theme.page, color, here ? 0.6F : 0.12F), theme.px(4));
    ui.canvas.text_in(rest, fmt::format("{} others", record.kept_count - i), theme.body(),
                      theme.ink, Align::center);
  }
  for (const int tick : {0, 25, 50, 75, 100}) {
    const float x = strip.x + strip.w * static_cast<float>(tick) / 100;
    const Rect place{x - theme.px(40), strip.bottom() + theme.px(6), theme.px(80), theme.px(24)};
    const Align align = tick == 0 ? Align::left : tick == 100 ? Align::right : Align::center;
    const Rect within{tick == 0     ? x
                      : tick == 100 ? x - place.w
                                    : place.x,
                      place.y, place.w, place.h};
    ui.canvas.text_in(within, fmt::format("{:g}", tick / 100.0), theme.small(), theme.soft_ink,
                      align);
  }
  const double u = run->tape.value(record.random)(0, 0);
  if (!hidden) {
    const auto at = static_cast<float>(u);
    const float x = strip.x + strip.w * glide(ui, Ui::id("random number"), at, kSeconds);
    const std::string told = fmt::format("u = {:.3f}", u);
    const float width = ui.canvas.width(told, theme.title()) + theme.px(24), high = theme.px(36);
    const Rect chip{std::clamp(x - width / 2, strip.x, std::max(strip.x, strip.right() - width)),
                    pointer.y, width, high};
    const CellTouch touch = touch_cell(ui, session, cell_of(run->tape, record.random, 0, 0), chip);
    ui.canvas.line({x, chip.bottom()}, {x, strip.bottom()}, theme.ink, theme.px(3));
    ui.canvas.fill(chip, touch.lit ? theme.accent : theme.ink, high / 2);
    ui.canvas.text_in(chip, told, theme.title(), ink_on(touch.lit ? theme.accent : theme.ink),
                      Align::center);
  }
  draw_result(ui, session, on_chip(axis_label(names, record.drawn)), hidden, result);
}

}  // namespace glassformer
