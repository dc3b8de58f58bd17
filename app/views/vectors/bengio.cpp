#include <algorithm>

#include "app/views/parts/equation_panel.h"
#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/set_option.h"
#include "app/views/parts/word_bars.h"
#include "app/views/vectors/network_picture.h"
#include "app/views/vectors/word_chips.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/bengio.h"

namespace glassformer {

namespace {

// Bengio's network over a sentence: its picture and its matrices, or what its parts cost.
class Bengio : public View {
 public:
  std::string_view name() const override { return "bengio"; }
  std::string_view help() const override {
    return "Click a word of the sentence to predict it from the words before it. The picture shows "
           "the network: the rows of these words, the hidden layer, and how likely each word is. "
           "Touch a circle to see the weights that lead there. Beside it are the matrices; every "
           "cell can be touched and changed.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& record = run->records.get<BengioRecord>();
    if (!record.before.p) return;
    draw_sentence(ui, session, *run, record, area.take_top(theme.px(34)));
    area.take_top(theme.px(14));
    const bool wide = area.w > 1.2F * area.h;
    const std::string path = focus_path(session, session.step);
    const bool counts = is_within(path, "weights") || is_within(path, "count");
    Rect picture =
        wide ? area.take_left(area.w * (counts ? 0.4F : 0.46F)) : area.take_top(area.h * 0.5F);
    (wide ? area.take_left(theme.px(24)) : area.take_top(theme.px(14)));
    draw_picture(ui, session, record, picture);
    // A table of counts is read number by number, without those that it is made of.
    if (const Var focus = step_focus(session); focus && focus == record.parts) {
      table_.begin(ui, session);
      table_.draw(ui, session, focus, area, {.top = true});
      table_.end(ui, session);
    } else {
      panel_.draw(ui, session, area);
    }
  }

 private:
  static void draw_sentence(Ui& ui, Session& session, const Run& run, const BengioRecord& record,
                            Rect row) {
    const auto fill = [&](int i) -> std::optional<Color> {
      if (i == record.predicted) return ui.theme.tensor(Role::query);
      const bool read = std::find(record.read.begin(), record.read.end(), i) != record.read.end();
      return read ? std::optional(ui.theme.tensor(Role::key)) : std::nullopt;
    };
    const auto ring = [](int) -> std::optional<Color> { return std::nullopt; };
    const int clicked = draw_word_chips(
        ui, session, {run.tokens[0], record.predicted, record.predicted + 1, fill, ring}, row);
    if (clicked >= 0) session.post(set_option(bengio_options::predict, clicked + 1));
  }

  void draw_picture(Ui& ui, Session& session, const BengioRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const Tape& tape = session.run()->tape;
    const std::string path = focus_path(session, session.step);
    const auto title = [&](const char* text) {
      text_fitted(ui, area.take_top(theme.px(28)), text, theme.strong(), theme.ink);
      area.take_top(theme.px(6));
    };
    const auto bars = [&](Var values) {
      const float height = theme.px(30) * static_cast<float>(tape.shape(values).rows);
      const WordBars counted{.values = values, .by_row = true, .whole = true};
      draw_word_bars(ui, session, counted, area.take_top(std::min(area.h, height)));
    };
    if (is_within(path, "weights")) {
      title("Numbers to be learned");
      bars(record.weights);
    } else if (is_within(path, "count")) {
      title("Multiplications for one word");
      bars(record.products);
    } else {
      title("The network");
      draw_network_picture(ui, session, record, area);
    }
  }

  EquationPanel panel_;
  MatrixPanel table_;
};

const RegisterView registered{"bengio", [] { return std::unique_ptr<View>(new Bengio); }};

}  // namespace

}  // namespace glassformer
