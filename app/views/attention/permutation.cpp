#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/view.h"
#include "app/views/attention/shuffle_bar.h"
#include "app/views/parts/equation_panel.h"
#include "app/views/parts/step_state.h"
#include "core/scenes/records/permutation.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// Attention does not see the order of the words: shuffle them, and the outputs shuffle alike.
class Permutation : public View {
 public:
  std::string_view name() const override { return "permutation"; }
  std::string_view help() const override {
    return "The same attention over the words as they stand and over the words shuffled. Shuffle, "
           "and compare the outputs; then switch the positions on and see the equality break.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    Rect bar = area.take_top(theme.px(36));
    area.take_top(theme.px(12));
    bar = draw_shuffle_bar(ui, session, shuffles_, bar);
    draw_verdict(ui, session, bar);
    panel_.draw(ui, session, area);
  }

 private:
  static void draw_verdict(Ui& ui, const Session& session, Rect bar) {
    const Tape& tape = session.run()->tape;
    const Var difference = session.run()->records.get<PermutationRecord>().difference;
    if (!has_come(session, difference)) return;
    double largest = 0;
    for (const Real cell : tape.value(difference).cells()) {
      largest = std::max(largest, std::abs(static_cast<double>(cell)));
    }
    // Sums in another order differ in the last bits of a float: that is no difference of meaning.
    const bool same = largest < 1e-5;
    const std::string text =
        fmt::format("largest difference {}: the outputs {}", format_cell(largest),
                    same ? "shuffle alike" : "do not shuffle alike");
    bar.take_left(ui.theme.px(12));
    ui.canvas.text_in(bar, text, ui.theme.strong(),
                      same ? ui.theme.tensor(Role::input) : ui.theme.error);
  }

  EquationPanel panel_;
  std::uint64_t shuffles_ = 0;
};

const RegisterView registered{"permutation", [] { return std::unique_ptr<View>(new Permutation); }};

}  // namespace

}  // namespace glassformer
