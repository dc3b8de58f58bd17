#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/parts/lanes.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/step_state.h"
#include "app/views/parts/tall_bars.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/recurrent/unrolled.h"
#include "app/views/view.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/recurrent_state.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

constexpr int kMostButtons = 10;  // words that have a button each

// The states of a sentence, a column a word; how much the last one still knows of each; and the
// same by hand, for a state of one number.
class RecurrentState : public View {
 public:
  std::string_view name() const override { return "recurrent-state"; }
  std::string_view help() const override {
    return "A column for each word: the state after it. Click a word, or press 1 to 9, and the "
           "steps about the cell lay out that of this word with every gate. The bars say how far "
           "a state moves with each word. The field changes the word that is swapped in.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<RecurrentStateRecord>();
    if (record.states.empty()) return {};
    if (part == kCurvePart) {
      const Var shown = curves_of(session, record);
      if (shown == record.ends) {
        draw_curve(ui, ends(session, record, ui.theme), area);
      } else {
        draw_lanes(ui, decay(session, record, shown, ui.theme), area);
      }
      return {run->tape.node(shown).path};
    }
    const Var bars = bars_of(session, record);
    if (part == kBarsPart && bars) {
      draw_bars(ui, session, record, bars, area);
      return {run->tape.node(bars).path};
    }
    Unrolled spec;
    spec.states = record.states;
    spec.words = run->tape.node(run->output).label.rows;
    spec.chosen = chosen(session, record);
    if (step_focus(session) == run->output) {
      spec.decoder = session.asking() ? Unrolled::Decoder::last : Unrolled::Decoder::all;
    }
    const int clicked = draw_unrolled(ui, session, spec, area);
    if (clicked >= 0) session.head = clicked;
    return {run->tape.node(run->output).path};
  }

  // The word that is swapped in, or that whose cell is laid out.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<RecurrentStateRecord>();
    if (record.states.empty()) return 0;
    Rect row{area.x, area.y, area.w, ui.theme.px(34)};
    if (record.moved) {
      row.w = std::min(row.w, ui.theme.px(320));
      line_.draw(ui, session, RecurrentStateRecord::other, "swapped in",
                 std::string(RecurrentStateRecord::other.initial), row);
      return row.h;
    }
    const int count = static_cast<int>(record.states.size());
    if (count < 2 || count > kMostButtons) return 0;
    row.w = std::min(row.w, ui.theme.px(96) * static_cast<float>(count));
    session.head =
        ui.segments("cell of word", axis_labels(run->tape.node(run->output).label.rows, count),
                    chosen(session, record), row);
    return row.h;
  }

 private:
  static constexpr std::string_view kBarsPart = "bars", kCurvePart = "curve";

  static int chosen(const Session& session, const RecurrentStateRecord& record) {
    return std::clamp(session.head, 0, static_cast<int>(record.states.size()) - 1);
  }

  // How far the states move by the word that is swapped in, or the last one by each word.
  static Var bars_of(const Session& session, const RecurrentStateRecord& record) {
    return step_focus(session) == record.memory ? record.memory : record.moved;
  }

  static void draw_bars(Ui& ui, Session& session, const RecurrentStateRecord& record, Var shown,
                        Rect area) {
    TallBars bars;
    bars.values = shown;
    bars.by_row = true;
    if (shown == record.moved) {
      bars.title = "how far each state moves";
      bars.role = Role::value;
      bars.other = static_cast<int>(value_of(session.inputs(), RecurrentStateRecord::swap)) - 1;
      bars.instead = value_of(session.inputs(), RecurrentStateRecord::other);
    } else {
      bars.title = "how far the last state moves with each word";
    }
    TallBarsPlaced placed = place_tall_bars(ui, session, bars, area);
    draw_tall_bars(ui, session, bars, area, placed);
    if (placed.clicked >= 0) session.head = placed.clicked;
  }

  // What the step by hand is about: the states themselves; how much they depend on the first
  // number; and when it has been asked, what is left of that.
  static Var curves_of(const Session& session, const RecurrentStateRecord& record) {
    if (step_focus(session) != record.ends)
      return has_come(session, record.dependence) ? record.dependence : record.by_hand;
    const std::string& path = session.run()->tape.node(record.ends).path;
    return hides(session, path, 0, 0) ? record.dependence : record.ends;
  }

  static Color color_of(const Theme& theme, int weight) {
    constexpr std::array kRoles{Role::value, Role::key, Role::output};
    return theme.tensor(kRoles.at(static_cast<std::size_t>(weight) % kRoles.size()));
  }
  static std::string name_of(const Tape& tape, const RecurrentStateRecord& record, int weight) {
    return "w = " + format_cell(tape.value(record.weights)(0, weight));
  }

  static Lanes decay(const Session& session, const RecurrentStateRecord& record, Var shown,
                     const Theme& theme) {
    const Tape& tape = session.run()->tape;
    const Mat& values = tape.value(shown);
    Lanes lanes;
    lanes.title = shown == record.dependence ? "dh/dx of the first word" : "the state h";
    lanes.x_name = "word n";
    lanes.min_x = 1;
    lanes.max_x = values.rows();
    lanes.full = std::max<double>(*std::ranges::max_element(values.cells()), 1e-9);
    for (int c = 0; c < values.cols(); ++c) {
      Lane lane{name_of(tape, record, c), color_of(theme, c), {}, {}};
      for (int n = 0; n < values.rows(); ++n) {
        lane.x.push_back(n + 1);
        lane.y.push_back(values(n, c));
      }
      lanes.lanes.push_back(std::move(lane));
    }
    return lanes;
  }

  // The last state against the first number.
  static CurveSpec ends(const Session& session, const RecurrentStateRecord& record,
                        const Theme& theme) {
    const Tape& tape = session.run()->tape;
    const Mat& values = tape.value(record.ends);
    const Axis& rows = tape.node(record.ends).label.rows;
    CurveSpec spec;
    spec.id = "decay ends";
    spec.x_name = "first number";
    spec.y_name = "the state at the end";
    for (int c = 0; c < values.cols(); ++c) {
      Curve one{name_of(tape, record, c), color_of(theme, c), {}, {}, true};
      for (int n = 0; n < values.rows(); ++n) {
        one.x.push_back(parse_number(axis_label(rows, n)).value_or(n));
        one.y.push_back(values(n, c));
      }
      spec.curves.push_back(std::move(one));
    }
    return spec;
  }

  OptionLine line_;
};

const RegisterView registered{"recurrent-state",
                              [] { return std::unique_ptr<View>(new RecurrentState); },
                              {.parts = {{.name = "states"}, {.name = "bars"}, {.name = "curve"}}}};

}  // namespace

}  // namespace glassformer
