#include <fmt/format.h>

#include <algorithm>

#include "app/views/parts/equation_panel.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "app/widgets/fitting.h"
#include "core/scenes/records/one_hot.h"

namespace glassformer {

namespace {

// A sentence over a vocabulary: which place in the list each token is, and the matrices below.
class OneHot : public View {
 public:
  std::string_view name() const override { return "one-hot"; }
  std::string_view help() const override {
    return "Below the vocabulary stands each token of the sentence with its place in the list. "
           "Type another sentence, or another text whose words are the vocabulary; a token that is "
           "not in it becomes <unk>. Touch a cell to see what made it.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    vocabulary_.draw(ui, session, one_hot_options::vocabulary, "Vocabulary",
                     "The words of the sentence itself", area.take_top(theme.px(36)));
    area.take_top(theme.px(10));
    const Var x = session.run()->records.get<OneHotRecord>().x;
    if (x) draw_places(ui, session, x, area.take_top(theme.px(58)));
    area.take_top(theme.px(12));
    panel_.draw(ui, session, area);
  }

 private:
  // The tokens that trained vectors lack; none where the rows are random.
  static bool is_learned(const Run& run, const std::string& token) {
    const Var learned = run.records.get<OneHotRecord>().learned;
    if (!learned) return true;
    const std::vector<std::string>& rows = run.tape.node(learned).label.rows.labels;
    return std::find(rows.begin(), rows.end(), token) != rows.end();
  }

  // A chip for each token, its number in the list below, and whether it was not learned; as many as
  // there is room for.
  static void draw_places(Ui& ui, Session& session, Var x, Rect row) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Mat& one_hot = run->tape.value(x);
    const Axis& tokens = run->tape.node(x).label.rows;
    const float gap = theme.px(6);
    const auto below = [&](int r) {
      const auto cells = one_hot.row(r);
      const auto place = std::max_element(cells.begin(), cells.end()) - cells.begin();
      const bool learned = is_learned(*run, axis_label(tokens, r));
      return fmt::format("{}{}", place + 1, learned ? "" : ", not learned");
    };
    const auto width = [&](std::size_t i) {
      const int r = static_cast<int>(i);
      return gap + std::max(ui.canvas.width(axis_label(tokens, r), theme.body()) + theme.px(22),
                            ui.canvas.width(below(r), theme.number()));
    };
    const auto all = static_cast<std::size_t>(one_hot.rows());
    const std::size_t shown = fitting(ui, all, width, row.w + gap);
    for (std::size_t i = 0; i < shown; ++i) {
      const int r = static_cast<int>(i);
      Rect column = row.take_left(width(i) - gap);
      row.take_left(gap);
      const Target token = token_of(tokens.sequence, r);
      touch_target(ui, session, Ui::id("place", static_cast<std::uint64_t>(r)), token, column);
      const bool lit = session.hover == token;
      const Color fill = lit ? theme.tensor(Role::input) : theme.raised;
      const Rect chip = column.take_top(theme.px(32));
      ui.canvas.fill(chip, fill, theme.px(16));
      ui.canvas.frame(chip, theme.rule, theme.px(1), theme.px(16));
      ui.canvas.text_in(chip, axis_label(tokens, r), theme.body(), lit ? ink_on(fill) : theme.ink,
                        Align::center);
      ui.canvas.text_in(column, below(r), theme.number(), theme.soft_ink, Align::center);
    }
    draw_more(ui, all - shown, row.take_top(theme.px(32)));
  }

  EquationPanel panel_;
  OptionLine vocabulary_;
};

const RegisterView registered{"one-hot", [] { return std::unique_ptr<View>(new OneHot); }};

}  // namespace

}  // namespace glassformer
