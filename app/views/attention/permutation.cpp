#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/views/attention/shuffle_bar.h"
#include "app/views/parts/step_state.h"
#include "app/views/view.h"
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
           "and compare the outputs; then add an encoding or an embedding of the positions and see "
           "the "
           "equality break. Make the sentence longer than the table of embeddings.";
  }

  // Another order of the words, and what came of it.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    const Rect bar = area.take_top(ui.theme.px(36));
    draw_verdict(ui, session, draw_shuffle_bar(ui, session, shuffles_, bar));
    return bar.h;
  }

 private:
  static void draw_verdict(Ui& ui, const Session& session, Rect bar) {
    const auto& record = session.run()->records.get<PermutationRecord>();
    bar.take_left(ui.theme.px(12));
    if (record.without_row > 0) {
      ui.canvas.text_in(bar, without_row(*session.run(), record), ui.theme.strong(),
                        ui.theme.error);
      return;
    }
    // While another step speaks, or asks, it would be an answer before its question.
    const bool judged = session.is_changed() || step_focus(session) == record.difference;
    if (!judged || !has_come(session, record.difference)) return;
    double largest = 0;
    for (const Real cell : session.run()->tape.value(record.difference).cells()) {
      largest = std::max(largest, std::abs(static_cast<double>(cell)));
    }
    // Sums in another order differ in the last bits of a float: that is no difference of meaning.
    const bool same = largest < 1e-5;
    const std::string text = fmt::format("off by {}: {}", format_cell(largest),
                                         same ? "the outputs shuffle alike" : "the order counts");
    ui.canvas.text_in(bar, text, ui.theme.strong(),
                      same ? ui.theme.tensor(Role::input) : ui.theme.error);
  }

  static std::string without_row(const Run& run, const PermutationRecord& record) {
    const int rows = run.tape.shape(record.table).rows;
    if (record.without_row > 1) {
      return fmt::format("{} words, {} rows: none for the last {}", rows + record.without_row, rows,
                         record.without_row);
    }
    const auto& words = run.tokens[0];
    const std::string word =
        words.empty() ? fmt::format("word {}", rows + 1) : fmt::format("“{}”", words.back());
    return fmt::format("{} words, {} rows: none for {}", rows + 1, rows, word);
  }

  std::uint64_t shuffles_ = 0;
};

const RegisterView registered{"permutation", [] { return std::unique_ptr<View>(new Permutation); }};

}  // namespace

}  // namespace glassformer
