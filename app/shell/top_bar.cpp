#include "app/shell/top_bar.h"

#include <algorithm>
#include <array>

#include "app/shell/icons.h"
#include "app/shell/training_sign.h"
#include "app/views/parts/touch_cell.h"
#include "app/widgets/fitting.h"

namespace glassformer {

namespace {

// A chip for each token of a lesson whose numbers are given: touch one, and its rows and columns
// light up.
void draw_tokens(Ui& ui, Session& session, Rect area) {
  const Theme& theme = ui.theme;
  const auto& sentences = session.run()->tokens;
  const float gap = theme.px(6), between = theme.px(14);  // tokens, sentences
  const std::size_t in_first = sentences[0].size(), all = in_first + sentences[1].size();
  const auto token_at = [&](std::size_t i) {
    const int which = i < in_first ? 0 : 1;
    const std::size_t at = i < in_first ? i : i - in_first;
    return Target{Target::Kind::token, {}, 0, 0, which, static_cast<int>(at)};
  };
  const auto word_at = [&](std::size_t i) -> const std::string& {
    return i < in_first ? sentences[0][i] : sentences[1][i - in_first];
  };
  const auto chip_width = [&](std::size_t i) {
    return ui.canvas.width(word_at(i), theme.small()) + theme.px(20);
  };
  const auto width = [&](std::size_t i) {
    return chip_width(i) + gap + (i + 1 == in_first && i + 1 < all ? between : 0);
  };
  const std::size_t shown = fitting(ui, all, width, area.w);
  for (std::size_t i = 0; i < shown; ++i) {
    const Target token = token_at(i);
    const Rect chip{area.x, area.center().y - theme.px(15), chip_width(i), theme.px(30)};
    touch_target(ui, session, Ui::id("chip", i), token, chip);
    const bool lit = session.hover == token;
    ui.canvas.fill(chip, lit ? theme.tensor(Role::input) : theme.raised, theme.px(15));
    ui.canvas.frame(chip, theme.rule, theme.px(1), theme.px(15));
    ui.canvas.text_in(chip, word_at(i), theme.small(),
                      lit ? ink_on(theme.tensor(Role::input)) : theme.ink, Align::center);
    area.take_left(width(i));
  }
  draw_more(ui, all - shown, area);
}

}  // namespace

// A lesson that gives its own numbers has no room for other words.
bool takes_sentence(const Session& session) {
  const Scene* model = find_scene(session.inputs().scene);
  const Inputs& own = session.lesson().inputs;
  return model != nullptr && model->sentences > 0 && !(own.text[0].empty() && !own.given.empty());
}

void TopBar::draw_sentences(Ui& ui, Session& session, Rect area, TopBarTouch& touch) {
  const Theme& theme = ui.theme;
  const Scene* model = find_scene(session.inputs().scene);
  const int sentences = model == nullptr ? 0 : model->sentences;
  if (!takes_sentence(session)) {
    draw_tokens(ui, session, area);
    return;
  }
  const float gap = theme.px(10);
  const bool translates = static_cast<bool>(session.run()->loss);
  const auto hint_of = [&](int i) -> std::string_view {
    return sentences == 1         ? "Type a sentence"
           : i == 0 && translates ? "Sentence to translate"
           : translates           ? "Its translation, or nothing"
           : i == 0               ? "Sentence that gives keys and values"
                                  : "Sentence that asks";
  };
  // Of two fields the one with the longer words takes what the other leaves; not while somebody
  // writes.
  const float room = area.w - gap * static_cast<float>(sentences - 1);
  if (!ui.text_active() && sentences == 2) {
    std::array<float, 2> wants{};
    for (int i = 0; i < 2; ++i) {
      const std::string& text = session.inputs().text[static_cast<std::size_t>(i)];
      wants[static_cast<std::size_t>(i)] =
          ui.canvas.width(text.empty() ? hint_of(i) : std::string_view(text), theme.body()) +
          theme.px(22);
    }
    float first = room / 2;
    if (wants[0] > first) first = std::max(first, std::min(wants[0], room - wants[1]));
    if (wants[1] > room / 2) first = std::min(first, std::max(wants[0], room - wants[1]));
    first_share_ = std::clamp(first / room, 0.3F, 0.7F);
  }
  for (int i = 0; i < sentences; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (!ui.text_active()) {
      typed_[k] = session.inputs().text[k];
      ++gesture_;
    }
    Rect field = area.take_left(sentences < 2 ? room
                                : i == 0      ? room * first_share_
                                              : room * (1 - first_share_));
    area.take_left(gap);
    if (i == 0) touch.sentence = field;
    if (ui.text_field(i == 0 ? "sentence 1" : "sentence 2", typed_[k], field, hint_of(i), true)) {
      touch.typed = true;
      if (!typed_[k].empty()) session.post(SetText{i, typed_[k], gesture_});
    }
  }
}

TopBarTouch TopBar::draw(Ui& ui, Session& session, Settings& settings, ComputePanel& computing,
                         ModelMenu& models, Rect area) {
  const Theme& theme = ui.theme;
  TopBarTouch touch;
  ui.canvas.fill(area, theme.panel);
  ui.canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, theme.rule, theme.px(1));
  Rect rest = area.inset(theme.px(12), theme.px(11));
  const float side = rest.h;
  if (icon_button(ui, Icon::menu, rest.take_left(side), false, true, "Lessons (L)"))
    settings.lessons_shown = !settings.lessons_shown;
  rest.take_left(theme.px(8));
  const float brand = ui.canvas.width("glassformer", theme.heading());
  if (area.w > theme.px(1000) && !settings.presenter) {  // a class has read it
    ui.canvas.text_in(rest.take_left(brand + theme.px(2)), "glassformer", theme.heading(),
                      theme.ink);
    rest.take_left(theme.px(24));
  }

  const auto icon = [&](Icon which, bool on, bool enabled, std::string_view tip) {
    const bool clicked = icon_button(ui, which, rest.take_right(side), on, enabled, tip);
    rest.take_right(theme.px(2));
    return clicked;
  };
  touch.help = icon(Icon::help, false, true, "Keys (?)");
  if (icon(Icon::presenter, settings.presenter, true, "Presenter (F5)"))
    settings.presenter = !settings.presenter;
  if (icon(Icon::theme, false, true, settings.dark ? "Light (T)" : "Dark (T)"))
    settings.dark = !settings.dark;
  touch.save = icon(Icon::save, false, true, "Save a picture, a matrix or the session (Ctrl S)");
  touch.open = icon(Icon::open, false, true, "Open a file or a folder (Ctrl O)");
  if (icon(Icon::predict, session.predicting, true, "Predict a cell (P)"))
    session.predicting = !session.predicting;
  if (icon(Icon::redo, false, session.can_redo(), "Redo (Ctrl Y)")) session.redo();
  if (icon(Icon::undo, false, session.can_undo(), "Undo (Ctrl Z)")) session.undo();
  rest.take_right(theme.px(8));
  computing.draw_chip(
      ui, session,
      rest.take_right(ui.canvas.width("CPU  0.0000 ms", theme.number()) + theme.px(16)));
  if (ModelMenu::matters(session)) {
    models.draw_chip(ui, session, rest.take_right(models.chip_width(ui, session)));
  } else {
    models.close();
  }
  if (const TrainingSign sign = training_sign(session); !sign.words.empty()) {
    const Rect place = rest.take_right(training_sign_width(ui, sign));
    if (draw_training_sign(ui, sign, place)) touch.training = sign.view;
  }
  rest.take_right(theme.px(16));
  draw_sentences(ui, session, rest, touch);
  return touch;
}

}  // namespace glassformer
