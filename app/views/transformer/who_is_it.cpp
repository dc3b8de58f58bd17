#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/views/attention/head_strip.h"
#include "app/views/parts/large_bars.h"
#include "app/views/parts/set_option.h"
#include "app/views/transformer/head_rows.h"
#include "app/views/view.h"
#include "app/widgets/arcs.h"
#include "app/widgets/curve.h"
#include "app/widgets/fitting.h"
#include "app/widgets/formula.h"
#include "core/scenes/records/who_is_it.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr std::string_view kHeads = "heads", kPronouns = "pronouns", kSentences = "sentences",
                           kFinds = "finds", kWithout = "without";

// What "it" means to a trained translator: where each head of its encoder looks from there, the
// pronoun that follows, and how often both are right.
class WhoIsIt : public View {
 public:
  std::string_view name() const override { return "who-is-it"; }
  std::string_view help() const override {
    return "A row of the map is a head of the encoder and shows what it looks at: from “it”, or "
           "from the last token of a sentence without one. The bars show how probable each pronoun "
           "was in the translation, or how often a head finds a noun in held-out sentences whose "
           "two nouns ask for different pronouns. A click on the name of a head above knocks it "
           "out, another brings it back. Type a sentence with “it” of your own.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const Tape& tape = session.run()->tape;
    const auto& record = session.run()->records.get<WhoIsItRecord>();
    if (!record.looks) return {};
    const auto shown = [&](Var var) {
      return var ? std::vector{tape.node(var).path} : std::vector<std::string>{};
    };
    if (part == kHeads) {
      draw_head_rows(ui, session, record.looks, record.it, area);
      return shown(record.looks);
    }
    if (part == kPronouns) {
      draw_pronouns(ui, session, record, area);
      return shown(record.pronoun);
    }
    if (part == kSentences) {
      draw_sentences(ui, session, record, area);
      return {};
    }
    const bool finds = part == kFinds;
    draw_counts(ui, session, record, finds, area);
    return shown(finds ? record.finds : record.right_without);
  }

  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const auto& record = session.run()->records.get<WhoIsItRecord>();
    if (record.heads.empty()) return 0;
    const Rect chips = area.take_top(ui.theme.px(30));
    draw_chips(ui, session, record, chips);
    return chips.h;
  }

 private:
  static void draw_pronouns(Ui& ui, Session& session, const WhoIsItRecord& record, Rect area) {
    if (!record.pronoun) {
      return draw_empty_place(ui, "This translation has no pronoun for “it”.", area);
    }
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const Mat& values = tape.value(record.pronoun);
    const Axis& names = tape.node(record.pronoun).label.cols;
    LargeBars list{.id = "pronouns", .title = "How probable each pronoun is", .bars = {}};
    list.bars.full = 1;
    const float room = ui.canvas.width("−0.000", theme.number());
    for (int c = 0; c < values.cols(); ++c) {
      for (int r = 0; r < values.rows(); ++r) {
        Bar bar{.name = axis_label(names, c),
                .cell = cell_of(tape, record.pronoun, r, c),
                .value = values(r, c),
                .number = fitted_number(ui, values(r, c), theme.number(), room)};
        if (values.rows() > 1) bar.name += r == 0 ? ", all heads" : ", heads changed";
        bar.color = theme.tensor(r == 0 ? Role::output : Role::key);
        list.bars.bars.push_back(std::move(bar));
      }
    }
    draw_large_bars(ui, session, list, area);
  }

  static bool hides_pronoun(const Session& session, const WhoIsItRecord& record) {
    if (!record.pronoun) return false;
    const Tape& tape = session.run()->tape;
    return !hidden_cells(session, tape.node(record.pronoun).path, tape.shape(record.pronoun))
                .empty();
  }

  // The sentence and its translation, which would tell the pronoun.
  static void draw_sentences(Ui& ui, const Session& session, const WhoIsItRecord& record,
                             Rect area) {
    const Theme& theme = ui.theme;
    const auto prose = [&](const std::string& words, Type type, Color ink) {
      if (area.h < ui.canvas.line_height(type)) return;
      FormulaStyle style;
      style.size = type.size;
      style.ink = ink;
      area.take_top(draw_prose(ui, words, area.origin(), area.w, type, style).height + theme.px(4));
    };
    prose(session.shown().text[0], theme.strong(), theme.ink);
    prose(hides_pronoun(session, record) ? "→ ?" : "→ " + record.said, theme.body(), theme.ink);
    if (!record.said_switched.empty()) {
      prose("with changed heads → " + record.said_switched, theme.body(), theme.error);
    }
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

  static std::string per_cent(double share) { return format_digits(100 * share, 3) + " %"; }

  // How often each head finds the noun that is meant, or how many pronouns are right without it.
  static void draw_counts(Ui& ui, Session& session, const WhoIsItRecord& record, bool finds,
                          Rect area) {
    if (!record.finds || !record.right_without) {
      return draw_empty_place(ui, "The heads of this model are not counted.", area);
    }
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const Mat& values = tape.value(finds ? record.finds : record.right_without);
    LargeBars list{.id = finds ? "finds" : "without", .title = {}, .bars = {}};
    list.title =
        finds ? fmt::format("Heads that look most at a noun, in {} sentences", record.sentences)
              : fmt::format("Pronouns that are right without this head; with all, {}",
                            per_cent(tape.value(record.right)(0, 0)));
    list.bars.full = 1;
    const auto add = [&](std::string name, Var var, int layer, int head, Role role) {
      const double value = tape.value(var)(layer, head);
      list.bars.bars.push_back({.name = std::move(name),
                                .cell = cell_of(tape, var, layer, head),
                                .value = value,
                                .number = per_cent(value),
                                .color = theme.tensor(role)});
    };
    for (int l = 0; l < values.rows(); ++l) {
      for (int h = 0; h < values.cols(); ++h) {
        const std::string name = fmt::format("layer {}, head {}", l + 1, h + 1);
        if (!finds) {
          add(name, record.right_without, l, h, Role::output);
          continue;
        }
        // A head that finds neither in one of a hundred sentences is none of these.
        if (std::max(values(l, h), tape.value(record.finds_other)(l, h)) < 0.01) continue;
        add(name + ": the one meant", record.finds, l, h, Role::output);
        add(name + ": the other", record.finds_other, l, h, Role::key);
      }
    }
    draw_large_bars(ui, session, list, area);
  }
};

const RegisterView registered{"who-is-it",
                              [] { return std::unique_ptr<View>(new WhoIsIt); },
                              {.parts = {{.name = kHeads},
                                         {.name = kPronouns},
                                         {.name = kSentences, .share = 0.24F},
                                         {.name = kFinds},
                                         {.name = kWithout}}}};

}  // namespace

}  // namespace glassformer
