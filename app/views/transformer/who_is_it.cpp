#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "app/views/attention/head_strip.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/step_choice.h"
#include "app/views/parts/step_state.h"
#include "app/views/view.h"
#include "app/widgets/arcs.h"
#include "app/widgets/fitting.h"
#include "app/widgets/formula.h"
#include "core/scenes/records/who_is_it.h"
#include "core/text/number_format.h"
#include "core/text/readable.h"

namespace glassformer {

namespace {

constexpr float kLow = 420;  // px at scale 1
constexpr std::string_view kTabKey = "tab";
constexpr std::array<std::string_view, 2> kTabs{"sentence", "counted"};

// What "it" means to a trained translator: where each head of its encoder looks from there, the
// pronoun that follows, and how often both are right.
class WhoIsIt : public View {
 public:
  std::string_view name() const override { return "who-is-it"; }
  std::string_view help() const override {
    return "A row of the map is a head of the encoder and shows what it looks at: from “it”, or "
           "from the last token of a sentence without one. Above stands the translation, and how "
           "probable each pronoun was. A click on a head below knocks it out, another brings it "
           "back. Counted shows the same over held-out sentences whose two nouns ask for "
           "different pronouns. Type a sentence with “it” of your own.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const auto& record = session.run()->records.get<WhoIsItRecord>();
    if (!record.looks) return;
    if (entered_.entered(session)) {
      tab_ = choice_.follow(session, tab_, state_choice(session, kTabKey, kTabs).value_or(0));
    }
    panel_.begin(ui, session);
    const bool two = record.pronoun && session.run()->tape.shape(record.pronoun).rows > 1;
    const float table = theme.px(two ? 172 : 136);
    // In a low window what each pronoun gets stands beside the map.
    const bool low = tab_ == 0 && area.h < theme.px(kLow);
    Rect beside;
    if (low && record.pronoun) {
      beside = area.take_right(side_of(ui, record, area.w));
      area.take_right(theme.px(20));
    }
    Rect upper = area.take_top(low ? say(ui, record, {0, 0, area.w, 10'000}, false)
                                   : std::max(table, needed_by(ui, record, area.w)));
    area.take_top(theme.px(low ? 4 : 10));
    if (low) {
      if (record.pronoun) draw_pronouns(ui, session, record, beside);
      say(ui, record, upper, true);
    } else {
      draw_translation(ui, session, record, upper);
    }
    Rect row = area.take_top(theme.px(34));
    area.take_top(theme.px(10));
    if (record.finds) {
      tab_ = ui.segments("it tab", {"This sentence", "Counted"}, tab_,
                         row.take_left(std::min(row.w * 0.5F, theme.px(240))));
      row.take_left(theme.px(20));
    }
    Rect chips = area.take_bottom(theme.px(30));
    area.take_bottom(theme.px(10));
    draw_chips(ui, session, record, chips);
    if (tab_ == 1 && record.finds) {
      draw_counts(ui, session, record, row, area);
    } else {
      const std::string& word = session.run()->tokens[0][static_cast<std::size_t>(record.it)];
      ui.canvas.text_in(row, fmt::format("Where each head looks from “{}”", with_drawn_blank(word)),
                        theme.strong(), theme.ink);
      MatrixPanel::Options options;
      options.top = true;
      options.largest = 60;
      panel_.draw(ui, session, record.looks, area, options);
    }
    panel_.end(ui, session);
  }

 private:
  void draw_translation(Ui& ui, Session& session, const WhoIsItRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    if (record.pronoun) {
      Rect side = area.take_right(side_of(ui, record, area.w));
      area.take_right(theme.px(20));
      draw_pronouns(ui, session, record, side);
    }
    say(ui, record, area, true);
  }

  void draw_pronouns(Ui& ui, Session& session, const WhoIsItRecord& record, Rect side) {
    const Theme& theme = ui.theme;
    ui.canvas.text_in(side.take_top(theme.px(24)), "How probable each pronoun is", theme.small(),
                      theme.soft_ink);
    MatrixPanel::Options options;
    options.top = true;
    options.largest = 48;
    panel_.draw(ui, session, record.pronoun, side, options);
  }

  // The translations from the top of the area on, drawn or only measured. Returns their height.
  static float say(Ui& ui, const WhoIsItRecord& record, Rect area, bool drawn) {
    const Theme& theme = ui.theme;
    const float top = area.y;
    const auto prose = [&](const std::string& words, Color ink) {
      FormulaStyle style;
      style.size = theme.px(17);
      style.ink = ink;
      const float height =
          draw_prose(ui, words, area.origin(), area.w, theme.body(), style, drawn).height;
      area.take_top(height + theme.px(6));
    };
    prose("“" + record.said + "”", theme.ink);
    if (!record.said_switched.empty()) {
      prose(fmt::format("With changed heads: “{}”", record.said_switched), theme.error);
    }
    return area.y - top;
  }

  static float side_of(const Ui& ui, const WhoIsItRecord& record, float width) {
    return record.pronoun ? std::min(width * 0.4F, ui.theme.px(340)) : 0;
  }
  static float needed_by(Ui& ui, const WhoIsItRecord& record, float width) {
    const float words = width - side_of(ui, record, width) - ui.theme.px(20);
    return say(ui, record, {0, 0, words, 10'000}, false);
  }

  static bool is_switched(const WhoIsItRecord& record, const AttentionPlace& place) {
    return std::ranges::find(record.switched, place) != record.switched.end();
  }

  // A chip for each head: whether it takes part.
  static void draw_chips(Ui& ui, Session& session, const WhoIsItRecord& record, Rect chips) {
    const Theme& theme = ui.theme;
    ui.canvas.text_in(chips.take_left(theme.px(56)), "heads", theme.small(), theme.soft_ink);
    std::string switches = typed_in(session.inputs(), transformer_options::head_scale);
    for (std::size_t i = 0; i < record.heads.size(); ++i) {
      const AttentionPlace& place = record.heads[i];
      const std::string name = fmt::format("{}.{}", place.layer + 1, place.head);
      const float w = ui.canvas.width(name, theme.small()) + theme.px(40);
      if (w > chips.w) break;
      const Rect chip = chips.take_left(w);
      chips.take_left(theme.px(8));
      const bool on = !is_switched(record, place);
      const Touch touch = draw_head_chip(ui, Ui::id("it head", i), name,
                                         head_color(theme, static_cast<int>(i)), on, chip);
      if (touch.double_clicked) {
        for (const AttentionPlace& other : record.heads) {
          switches = with_head_switch(switches, to_string(other), other == place ? "" : "0");
        }
      } else if (touch.clicked) {
        switches = with_head_switch(switches, to_string(place), on ? "0" : "");
      } else {
        continue;
      }
      session.post(set_option(transformer_options::head_scale, switches));
    }
  }

  // How often each head finds the noun that is meant or the other, and how many pronouns are right
  // without it.
  void draw_counts(Ui& ui, Session& session, const WhoIsItRecord& record, Rect title, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    std::string line = fmt::format("{} sentences, {} % of the pronouns right", record.sentences,
                                   format_cell(100 * tape.value(record.right)(0, 0)));
    if (record.right_switched) {
      line += fmt::format("; with changed heads: {} %",
                          format_cell(100 * tape.value(record.right_switched)(0, 0)));
    }
    ui.canvas.text_in(title, line, theme.small(), theme.ink);
    const float gap = theme.px(18), width = (area.w - 2 * gap) / 3;
    MatrixPanel::Options options;
    options.top = true;
    options.largest = 110;
    const auto table = [&](const char* name, Var var) {
      Rect room = area.take_left(width);
      area.take_left(gap);
      text_fitted(ui, room.take_top(theme.px(24)), name, theme.strong(), theme.ink);
      panel_.draw(ui, session, var, room, options);
    };
    table("Looks at what is meant", record.finds);
    table("Looks at the other noun", record.finds_other);
    if (step_focus(session) == record.finds && !has_come(session, record.right_without)) return;
    table("Right without this head", record.right_without);
  }

  StepChoice<int> choice_;
  int tab_ = 0;
  StepState entered_;
  MatrixPanel panel_;
};

const RegisterView registered{
    "who-is-it",
    [] { return std::unique_ptr<View>(new WhoIsIt); },
    {.state = {state_spec(kTabKey, kTabs, "What is shown: one sentence, or what was counted")}}};

}  // namespace

}  // namespace glassformer
