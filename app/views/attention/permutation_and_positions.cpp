#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/view.h"
#include "app/views/attention/shuffle_bar.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "core/scenes/records/permutation_and_positions.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

using Record = PermutationAndPositionsRecord;

struct Way {
  Record::Way Record::*nodes;
  const char* title;
};
constexpr std::array<Way, 3> kWays{{{&Record::none, "No positions"},
                                    {&Record::encoding, "Encoding"},
                                    {&Record::embedding, "Embedding"}}};

// One attention, three ways to tell it the order of the words, or not to.
class PermutationAndPositions : public View {
 public:
  std::string_view name() const override { return "permutation-and-positions"; }
  std::string_view help() const override {
    return "Three columns: without positions, with sines and cosines added, with rows of a table "
           "added. Each shows what the shuffled words give, and how far that is from the shuffled "
           "outputs. Shuffle, type another sentence, make it longer than the table.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    draw_shuffle_bar(ui, session, shuffles_, area.take_top(theme.px(36)));
    area.take_top(theme.px(14));
    panel_.begin(ui, session);
    const float gap = theme.px(18);
    const float width = (area.w - 2 * gap) / 3;
    for (std::size_t i = 0; i < kWays.size(); ++i) {
      draw_way(ui, session, kWays[i], area.take_left(width));
      area.take_left(gap);
    }
    panel_.end(ui, session);
  }

 private:
  // What the step is about, in any of the three columns; by itself the shuffled outputs.
  static Var Record::Way::*part(const Session& session) {
    const Var focus = step_focus(session);
    for (Var Record::Way::*const part :
         {&Record::Way::positions, &Record::Way::table, &Record::Way::before_output,
          &Record::Way::after_weights, &Record::Way::before_weights}) {
      for (const Way& way : kWays) {
        if (focus && session.run()->records.get<Record>().*way.nodes.*part == focus) return part;
      }
    }
    return &Record::Way::after_output;
  }

  void draw_way(Ui& ui, Session& session, const Way& way, Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    ui.canvas.fill(area, theme.panel, theme.px(10));
    area = area.inset(theme.px(12), theme.px(10));
    ui.canvas.text_in(area.take_top(theme.px(26)), way.title, theme.strong(), theme.ink);
    const Record::Way& nodes = run->records.get<Record>().*way.nodes;
    const Var difference = nodes.difference;
    const Rect verdict = area.take_top(theme.px(48));
    if (!difference) {
      draw_lines(ui, verdict, "no row to look up", "the table is too short", theme.error);
      if (nodes.table) panel_.draw(ui, session, nodes.table, area, {});
      return;
    }
    const bool judged = has_come(session, difference);
    if (judged) draw_verdict(ui, verdict, largest_cell(run->tape.value(difference)));
    std::vector<Var> shown;
    const Var spoken_of = nodes.*part(session);
    const Var upper = spoken_of ? spoken_of : nodes.after_output;
    shown.push_back(upper);
    if (upper == nodes.after_output && area.h > theme.px(560)) shown.push_back(nodes.reordered);
    if (judged) shown.push_back(difference);
    const float each = area.h / static_cast<float>(shown.size());
    for (const Var var : shown) {
      Rect place = area.take_top(each);
      place.take_bottom(theme.px(8));
      panel_.draw(ui, session, var, place, {});
    }
  }

  // To see the order is what is wanted of a model that reads sentences.
  static void draw_verdict(Ui& ui, Rect area, double largest) {
    // Sums in another order differ in the last bits of a float: that is no difference of meaning.
    const bool same = largest < 1e-5;
    draw_lines(ui, area, same ? "shuffles alike" : "sees the order",
               "off by " + format_cell(largest),
               same ? ui.theme.error : ui.theme.tensor(Role::input));
  }

  static void draw_lines(Ui& ui, Rect area, std::string_view first, std::string_view second,
                         Color color) {
    const float line = area.h / 2;
    ui.canvas.text_in(area.take_top(line), first, ui.theme.body(), color);
    ui.canvas.text_in(area.take_top(line), second, ui.theme.number(), ui.theme.soft_ink);
  }

  static double largest_cell(const Mat& m) {
    double largest = 0;
    for (const Real cell : m.cells()) {
      largest = std::max(largest, std::abs(static_cast<double>(cell)));
    }
    return largest;
  }

  MatrixPanel panel_;
  std::uint64_t shuffles_ = 0;
};

const RegisterView registered{"permutation-and-positions",
                              [] { return std::unique_ptr<View>(new PermutationAndPositions); }};

}  // namespace

}  // namespace glassformer
