#include "app/shell/controls_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/session/ours.h"
#include "app/session/switches.h"
#include "app/views/view.h"
#include "app/widgets/formula.h"
#include "core/lesson/living_text.h"
#include "core/lesson/spoken.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

using Kind = OptionSpec::Kind;

// A range that no slider can serve, such as a seed, gets a number field alone.
bool has_slider(const OptionSpec& spec, float room) {
  if (room < 820) return false;  // px at scale 1: the number field alone
  return (spec.kind == Kind::number || spec.kind == Kind::integer) && spec.max - spec.min <= 4096;
}

float label_width(const Ui& ui, const OptionSpec& spec) {
  return formula_size(ui.canvas, spec.label, ui.theme.px(16)).x + ui.theme.px(10);
}

// As wide as the number that it begins with needs, if that is a long one.
float field_width(const Ui& ui, const OptionSpec& spec) {
  const double* initial = std::get_if<double>(&spec.initial);
  const std::string text = initial != nullptr ? format_typed(*initial) : std::string{};
  return std::max(ui.theme.px(58), ui.canvas.width(text, ui.theme.number()) + ui.theme.px(28));
}

void draw_label(Ui& ui, const OptionSpec& spec, Rect rect) {
  FormulaStyle style;
  style.size = ui.theme.px(16);
  style.ink = ui.theme.soft_ink;
  // On the line that a word in the middle of the row stands on, whatever hangs above or below.
  const Type type = ui.theme.body();
  const float line =
      rect.center().y - ui.canvas.line_height(type) / 2 + ui.canvas.fonts().ascent(type);
  const float above = formula_baseline(ui.canvas, spec.label, style.size);
  draw_formula(ui, spec.label, {rect.x, line - above}, style);
}

// "key/value heads" of "\\text{key/value heads}"; of a label that is a formula, nothing.
std::string label_in_words(const OptionSpec& spec) {
  constexpr std::string_view command = "\\text{";
  if (!spec.label.starts_with(command) || !spec.label.ends_with('}')) return {};
  return spec.label.substr(command.size(), spec.label.size() - command.size() - 1);
}

// An option is the step's own if it sets it, or names it or one of its choices. An invitation to
// try it calls it by its label, which in other sentences may be a common word.
bool is_of_step(const OptionSpec& spec, const Step& step, const std::string& words,
                const std::string& invitation) {
  if (step.set.options.contains(spec.name) || speaks_of(words, spec.name)) return true;
  const std::string label = label_in_words(spec);
  if (!label.empty() && speaks_of(invitation, label)) return true;
  return std::any_of(spec.choices.begin(), spec.choices.end(), [&](const std::string& choice) {
    return choice.size() > 4 && speaks_of(words, choice);
  });
}

}  // namespace

float ControlsStrip::width_of(const Ui& ui, const OptionSpec& spec, float room) const {
  const Theme& theme = ui.theme;
  if (spec.kind == Kind::toggle) {
    return label_width(ui, spec) + theme.px(38);
  }
  float width = label_width(ui, spec);
  if (spec.kind == Kind::choice) {
    for (const auto& choice : spec.choices)
      width += ui.canvas.width(choice, theme.small()) + theme.px(20);
    return width;
  }
  return width + field_width(ui, spec) + theme.px(6) + (has_slider(spec, room) ? theme.px(106) : 0);
}

void ControlsStrip::draw_option(Ui& ui, Session& session, const OptionSpec& spec, Rect rect,
                                float room) {
  const Theme& theme = ui.theme;
  if (ui.hovering({rect.x, rect.y, label_width(ui, spec), rect.h}) && !spec.help.empty())
    ui.tip(spec.help);

  if (spec.kind == Kind::toggle) {
    bool on = is_on(session, spec);
    if (ui.toggle(spec.name, on, rect)) session.post(SetOption{spec.name, on ? 1.0 : 0.0});
    draw_label(ui, spec, {rect.x + theme.px(42), rect.y, rect.w, rect.h});
    return;
  }
  draw_label(ui, spec, rect);
  rect.take_left(label_width(ui, spec));
  if (spec.kind == Kind::choice) {
    const auto place =
        std::find(spec.choices.begin(), spec.choices.end(), lit_choice(session, spec));
    const bool lit = place != spec.choices.end();
    const int chosen = lit ? static_cast<int>(place - spec.choices.begin()) : -1;
    const int picked = ui.segments(spec.name, spec.choices, chosen, rect);
    if (picked != chosen)
      session.post(SetOption{spec.name, spec.choices[static_cast<std::size_t>(picked)]});
    return;
  }
  double value = std::get<double>(option_value(session.inputs(), spec.name));
  if (value == 0 && spec.zero_means) value = spec.zero_means(*session.run());
  Rect field = rect.take_right(field_width(ui, spec));
  if (has_slider(spec, room)) {
    rect.take_right(theme.px(6));
    if (ui.slider(spec.name, value, spec.min, spec.max, spec.kind == Kind::integer, rect)) {
      session.post(SetOption{spec.name, value, gesture_});
    }
  }
  std::string& text = typed_[spec.name];
  if (!ui.text_active()) text = format_typed(value);
  if (ui.text_field("option " + spec.name, text, field)) {
    if (const auto number = parse_number(text)) {
      if (*number != value) session.post(SetOption{spec.name, *number});
    } else {
      session.message = "“" + text + "” is no number: " + spec.name + " needs one";
      session.message_is_error = true;
    }
  }
}

float ControlsStrip::draw(Ui& ui, Session& session, Rect area, bool sparing) {
  const Scene* scene = find_scene(session.inputs().scene);
  if (scene == nullptr) return 0;
  const Theme& theme = ui.theme;
  if (ui.input.down && gesture_ % 2 == 0)
    ++gesture_;  // odd while a drag lasts, a new one each time
  if (!ui.input.down && gesture_ % 2 == 1) ++gesture_;
  const float row = theme.px(34), gap = theme.px(20), leading = theme.px(8);
  // Where there are two pictures to choose from, the switch ends the first row.
  const bool pictures =
      view_traits(session.lesson().view).draws_lines && !session.run()->sites.empty();
  const float first_row = area.right() - (pictures ? theme.px(184) : 0);
  if (pictures) {
    const Rect place{area.right() - theme.px(168), area.y, theme.px(168), row};
    session.lines =
        ui.segments("picture", {"Matrices", "Lines"}, session.lines ? 1 : 0, place) == 1;
  }
  if (lesson_ != session.lesson().id) more_ = false;
  lesson_ = session.lesson().id;
  const auto& steps = session.lesson().steps;
  const Step none;
  const Step& step = steps.empty() ? none : steps[static_cast<std::size_t>(session.step)];
  // As it reads now: a sentence that is not said speaks of nothing.
  const LivingText living{session.run().get(), &session.shown(), ours_of(session)};
  Step said = step;
  for (std::string* text : {&said.title, &said.text, &said.line, &said.invitation})
    *text = filled(*text, living);
  if (said.ask) {
    for (std::string* text : {&said.ask->question, &said.ask->answer, &said.ask->line})
      *text = filled(*text, living);
  }
  const std::string words = spoken_by(said);
  Step invited;
  invited.invitation = said.invitation;
  const std::string invitation = spoken_by(invited);
  std::vector<const OptionSpec*> shown;
  int behind = 0;  // those that are not the step's
  for (const OptionSpec& spec : scene->options) {
    if (spec.shown && !spec.shown(session.inputs(), *session.run())) continue;
    const bool own = steps.empty() || is_of_step(spec, step, words, invitation);
    if (!own) ++behind;
    if (own || more_) shown.push_back(&spec);
  }
  float x = area.x, y = area.y;
  const auto place = [&](float width) {
    const float end = y == area.y ? first_row : area.right();
    if (x > area.x && x + width > end) {
      x = area.x;
      y += row + leading;
    }
    const Rect at{x, y, width, row};
    x += width + gap;
    return at;
  };
  for (const OptionSpec* spec : shown) {
    const float width = std::min(width_of(ui, *spec, area.w / theme.scale), area.w);
    draw_option(ui, session, *spec, place(width), area.w / theme.scale);
  }
  const bool bare = sparing && shown.empty() && !pictures;
  if (behind > 0 && ui.pressed(Key::o)) more_ = !more_;
  if (bare) return 0;
  if (behind > 0) {
    const std::string label = more_ ? "Less" : "More";
    const float width = ui.canvas.width(label, theme.small()) + theme.px(28);
    const std::string tip =
        more_ ? "only what this step speaks of (O)" : fmt::format("{} further options (O)", behind);
    if (ui.button(label, place(width), false, tip)) more_ = !more_;
  }
  return pictures || behind > 0 || !shown.empty() ? y + row - area.y : 0;
}

}  // namespace glassformer
