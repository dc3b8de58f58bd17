#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/recurrent/race_chart.h"
#include "app/views/recurrent/race_panel.h"
#include "app/views/view.h"
#include "app/widgets/formula.h"
#include "core/scenes/records/alignments.h"

namespace glassformer {

namespace {

constexpr std::string_view kTabKey = "tab";
constexpr std::array<std::string_view, 3> kTabs{"decoder", "digits", "taught"};
constexpr std::string_view kWordKey = "word";
constexpr std::string_view kChartKey = "chart";
constexpr std::array<std::string_view, 2> kCharts{"aligned", "noise"};

// A trained decoder whose weights are used softly, hard or as they are painted; and networks that
// learn with soft, hard and taught attention.
class HardAndSoft : public View {
 public:
  std::string_view name() const override { return "hard-and-soft"; }
  std::string_view help() const override {
    return "Decoder: a row of weights for each word that it wrote, and what one of these rows "
           "leads "
           "to; click a word to choose it. Drag a weight up or down, or type one: the decoder goes "
           "on with it. Digits and Taught: networks that learn side by side; the slider goes "
           "through what was recorded, and Train lets them learn here.";
  }

  // What the networks that learn look at is their own: only the decoder can be told.
  bool takes_options(const Session& session) const override {
    return (entered_.will_enter(session) ? tab_of_step(session) : tab_) == 0;
  }

  Ours ours(const Session& session) const override {
    const int tab = tab_of_step(session);
    if (tab == 0) return ours_of(session);
    return (tab == 1 ? digits_ : taught_).ours(session);
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const bool entered = entered_.entered(session);
    if (entered) {
      tab_ = tab_of_step(session);
      chart_ = state_choice(session, kChartKey, kCharts).value_or(0);
      word_ = state_number(session, kWordKey).value_or(1) - 1;
    }
    Rect row = area.take_top(theme.px(36));
    const int chosen = ui.segments("hard and soft tab", {"Decoder", "Digits", "Taught"}, tab_,
                                   row.take_left(theme.px(300)));
    if (chosen != tab_) ui.request_frame();
    tab_ = chosen;
    row.take_left(theme.px(24));
    if (tab_ == 0) {
      area.take_top(theme.px(12));
      draw_decoder(ui, session, area);
    } else {
      draw_race(ui, session, tab_ == 1 ? digits_ : taught_, entered, row, area);
    }
  }

 private:
  static int tab_of_step(const Session& session) {
    return state_choice(session, kTabKey, kTabs).value_or(0);
  }

  void draw_decoder(Ui& ui, Session& session, Rect area) {
    const Theme& theme = ui.theme;
    const auto& record = session.run()->records.get<HandAttentionRecord>();
    if (!record.weights) return;
    FormulaStyle style;
    style.size = theme.px(17);
    style.ink = theme.ink;
    const std::string said = "writes “" + record.said + "”";
    area.take_top(draw_prose(ui, said, area.origin(), area.w, theme.body(), style).height +
                  theme.px(12));
    word_ = std::clamp(word_, 0, static_cast<int>(record.steps.size()) - 1);
    cells_.begin(ui, session);
    const bool beside = area.w > area.h;
    Rect map = beside ? area.take_left(area.w * 0.52F) : area.take_top(area.h * 0.55F);
    if (beside) {
      area.take_left(theme.px(28));
    } else {
      area.take_top(theme.px(16));
    }
    MatrixPanel::Options options;
    options.top = true;
    options.largest = 66;
    cells_.draw(ui, session, record.weights, map, options);
    if (session.chosen && session.chosen->kind == Target::Kind::cell &&
        session.run()->tape.find(session.chosen->path) == record.weights) {
      word_ = std::clamp(session.chosen->row, 0, static_cast<int>(record.steps.size()) - 1);
    }
    draw_step(ui, session, record, area);
    cells_.end(ui, session);
  }

  // The weights of one word, what is taken of them, and the context that they make.
  void draw_step(Ui& ui, Session& session, const HandAttentionRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const HandAttentionRecord::Step& step = record.steps[static_cast<std::size_t>(word_)];
    const auto part = [&](const std::string& title, Var var, float height, bool labels,
                          float tallest) {
      if (!var || area.h < theme.px(60)) return;
      ui.canvas.text_in(area.take_top(theme.px(26)), title, theme.strong(), theme.ink);
      MatrixPanel::Options options;
      options.row_labels = false;
      options.col_labels = labels;
      options.top = true;
      options.largest = 58;
      options.tallest = tallest;
      cells_.draw(ui, session, var, area.take_top(std::min(area.h, theme.px(height))), options);
      area.take_top(theme.px(10));
    };
    // Vectors of many numbers are bands of colour, as high as there is room.
    const int rows = session.run()->tape.shape(record.states).rows;
    const float free = area.h / theme.px(1) - 330 - (step.choice ? 92.0F : 0.0F);
    const float band = std::clamp(free / static_cast<float>(rows + 1), 8.0F, 34.0F);
    part("the weights before “" + step.word + "”", step.weights, 120, true, 0);
    part("of these it takes", step.choice, 56, false, 0);
    part("the context that they make", step.context, 56 + band, false, band);
    if (area.h > theme.px(110)) part("of these states", record.states, 4000, false, band);
  }

  void draw_race(Ui& ui, Session& session, RacePanel& race, bool entered, Rect controls,
                 Rect area) {
    const Theme& theme = ui.theme;
    const RacePanel::Shown shown = race.draw(ui, session, entered, controls, area);
    if (shown.moments == nullptr) return;
    Rect right = shown.area;
    const Rect left = right.take_left(right.w / 2 - theme.px(12));
    right.take_left(theme.px(24));
    draw_race_progress(ui, *shown.moments, shown.now, RaceMeasure::exact, left);
    const bool noise = tab_ == 1 && chart_ == 1;
    draw_race_progress(ui, *shown.moments, shown.now,
                       noise ? RaceMeasure::noise : RaceMeasure::aligned, right);
  }

  int tab_ = 0, chart_ = 0;
  int word_ = 0;  // which word's step is shown, from 0
  StepState entered_;
  MatrixPanel cells_;
  RacePanel digits_{RaceKind::hard}, taught_{RaceKind::taught};
};

const RegisterView registered{
    "hard-and-soft",
    [] { return std::unique_ptr<View>(new HardAndSoft); },
    {.state = {
         state_spec(kTabKey, kTabs,
                    "What is shown: a trained decoder, networks that learn with soft and hard "
                    "attention, or those that are taught where to look"),
         state_spec(kWordKey, 1, 64, "The word whose step is shown"),
         state_spec(kChartKey, kCharts,
                    "Beside what is right: the share of right links, or the noise of the "
                    "gradient")}}};

}  // namespace

}  // namespace glassformer
