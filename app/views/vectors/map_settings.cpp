#include "app/views/vectors/map_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/parts/set_option.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/word_map.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr float kRow = 34, kGap = 8;  // px at scale 1
constexpr std::string_view kAutomatic = "auto";

}  // namespace

void MapSettings::begin(const Ui& ui) {
  if (ui.input.down && gesture_ % 2 == 0) ++gesture_;
  if (!ui.input.down && gesture_ % 2 == 1) ++gesture_;
}

void MapSettings::draw_number(Ui& ui, Session& session, const NumberKey& option,
                              const std::string& label, double least, double most, Rect row) {
  const Theme& theme = ui.theme;
  double value = value_of(session.inputs(), option);
  const bool automatic = option.name == word_map_options::rate.name;  // where it is 0
  const bool slides = most > least;
  const float words = ui.canvas.width(label, theme.small()) + theme.px(8);
  ui.canvas.text_in(row.take_left(words), label, theme.small(), theme.soft_ink);
  std::string& text = typed_[option.name];
  if (!ui.text_active()) {
    text = automatic && value == 0 ? std::string(kAutomatic) : format_typed(value);
  }
  const Rect field = row.take_right(slides ? theme.px(64) : std::min(row.w, theme.px(90)));
  row.take_right(theme.px(6));
  if (slides && row.w > theme.px(40) && ui.slider(option.name, value, least, most, true, row)) {
    session.post(set_option(option, value, gesture_));
  }
  if (ui.text_field(option.name, text, field)) {
    if (automatic && text == kAutomatic) {
      session.post(set_option(option, 0.0));
    } else if (const auto number = parse_number(text)) {
      if (*number != value) session.post(set_option(option, *number));
    } else {
      session.message = "“" + text + "” is no number: " + label + " needs one";
      session.message_is_error = true;
    }
  }
}

float MapSettings::draw_tsne(Ui& ui, Session& session, const ProjectionSnapshot& now, bool fast,
                             Rect area, TsneTouch& touch) {
  using State = ProjectionSnapshot::State;
  const Theme& theme = ui.theme;
  const float gap = theme.px(kGap), high = theme.px(kRow);
  Rect buttons = area.take_top(high);
  const bool running = now.state == State::running;
  const float wide = std::min(theme.px(96), (buttons.w - 2 * gap) / 3);
  if (ui.button(running ? "Pause" : "Run", buttons.take_left(wide), running)) {
    (running ? touch.pause : touch.start) = true;
  }
  buttons.take_left(gap);
  if (ui.button("Fast", buttons.take_left(wide), fast,
                "As fast as it can, and not as slowly as one can follow")) {
    touch.fast = true;
  }
  buttons.take_left(gap);
  if (ui.button("Reset", buttons.take_left(wide))) touch.restart = true;
  buttons.take_left(2 * gap);
  std::string words = fmt::format("{} of {} iterations", now.iteration, kProjectionIterations);
  if (now.state == State::preparing) {
    words = fmt::format("comparing all words … {:.0f} %", 100 * now.progress);
  } else if (now.state == State::failed) {
    words = now.error;
  } else if (now.milliseconds > 0 && !ui.input.still) {
    words += ", " + format_digits(now.milliseconds, 2) + " ms";
  }
  const bool failed = now.state == State::failed;
  text_fitted(ui, buttons, words, theme.small(), failed ? theme.error : theme.soft_ink);
  area.take_top(gap);
  Rect row = area.take_top(high);
  const float half = (row.w - 3 * gap) * 0.34F, rest = (row.w - 3 * gap) * 0.16F;
  draw_number(ui, session, word_map_options::perplexity, "perplexity", 2, 100, row.take_left(half));
  row.take_left(gap);
  draw_number(ui, session, word_map_options::exaggeration, "exaggeration", 1, 30,
              row.take_left(half));
  row.take_left(gap);
  draw_number(ui, session, word_map_options::rate, "rate", 0, 0, row.take_left(rest));
  row.take_left(gap);
  draw_number(ui, session, word_map_options::seed, "seed", 0, 0, row);
  return 2 * high + gap;
}

// Beside one another, as long as each has room.
float MapSettings::draw_fields(Ui& ui, Session& session, std::span<const Field> fields, Rect area) {
  const Theme& theme = ui.theme;
  const float gap = theme.px(kGap), high = theme.px(kRow), top = area.y;
  const auto count = static_cast<float>(fields.size());
  const bool beside = (area.w - gap * (count - 1)) / count >= theme.px(220);
  const float wide = beside ? (area.w - 2 * gap * (count - 1)) / count : area.w;
  Rect row;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i == 0 || !beside) {
      if (i > 0) area.take_top(gap);
      row = area.take_top(high);
    } else {
      row.take_left(2 * gap);
    }
    Rect place = row.take_left(wide);
    const Field& field = fields[i];
    const float label = ui.canvas.width(field.label, theme.small()) + theme.px(8);
    ui.canvas.text_in(place.take_left(label), field.label, theme.small(), theme.soft_ink);
    std::string& text = typed_[field.option.name];
    if (!ui.text_active()) text = value_of(session.inputs(), field.option);
    if (ui.text_field(field.option.name, text, place, field.hint)) {
      session.post(set_option(field.option, text));
    }
  }
  return area.y - top;
}

float MapSettings::draw_axes(Ui& ui, Session& session, Rect area) {
  const std::array<Field, 3> fields{
      {{word_map_options::axis_x, "to the right", "she - he"},
       {word_map_options::axis_y, "upwards", "she - he"},
       {word_map_options::pairs, "pairs, joined by lines", "family, or king queen"}}};
  return draw_fields(ui, session, fields, area);
}

float MapSettings::draw_odd(Ui& ui, Session& session, Rect area) {
  const std::array<Field, 1> fields{
      {{word_map_options::odd, "three to eight words", word_map_options::odd.initial}}};
  return draw_fields(ui, session, fields, area);
}

float MapSettings::draw_plane(Ui& ui, Session& session, Rect area) {
  const std::array<Field, 1> fields{
      {{word_map_options::plane, "a b c d, as in a : b = c : d", word_map_options::plane.initial}}};
  return draw_fields(ui, session, fields, area);
}

}  // namespace glassformer
