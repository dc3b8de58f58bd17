#include <algorithm>
#include <array>

#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/step_state.h"
#include "app/views/transformer/results_charts.h"
#include "app/views/view.h"

namespace glassformer {

namespace {

constexpr std::string_view kChartKey = "chart";
constexpr std::array<std::string_view, 5> kCharts{"side-by-side", "german", "french", "cost",
                                                  "convolutions"};

// The lectures' tables of results as charts that answer when they are touched.
class Results : public View {
 public:
  std::string_view name() const override { return "results"; }
  std::string_view help() const override {
    return "Five charts: translation scores side by side, BLEU against training cost for German "
           "and for French, where the cost comes from, and convolutions against recurrent "
           "networks. Touch a disc or a line; numbers in the "
           "table under the cost can be changed by typing.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    if (entered_.entered(session)) {
      const std::string focus = focus_path(session, session.step);
      chart_ = is_within(focus, ResultsRecord::SideBySide::scope)     ? 0
               : is_within(focus, ResultsRecord::german_scope)        ? 1
               : is_within(focus, ResultsRecord::french_scope)        ? 2
               : is_within(focus, ResultsRecord::Convolutions::scope) ? 4
                                                                      : 3;
      chart_ = state_choice(session, kChartKey, kCharts).value_or(chart_);
    }
    Rect head = area.take_top(theme.px(36));
    const auto& record = session.run()->records.get<ResultsRecord>();
    std::vector<std::string> names{"Side by side", "German", "French", "Cost"};
    if (record.convolutions.table) names.emplace_back("ConvS2S");
    chart_ = ui.segments("chart", names, std::min(chart_, static_cast<int>(names.size()) - 1),
                         head.take_left(std::min(head.w, theme.px(540))));
    area.take_top(theme.px(14));
    panel_.begin(ui, session);
    switch (chart_) {
      case 0:
        draw_side_by_side(ui, session, area);
        break;
      case 1:
      case 2:
        draw_cost_chart(ui, session, chart_ == 1 ? record.german : record.french, area);
        break;
      case 4:
        draw_convolutions(ui, session, area);
        break;
      default: {
        const Rect table = area.take_bottom(std::min(area.h * 0.36F, theme.px(200)));
        draw_cost_equation(ui, session, area);
        panel_.draw(ui, session, record.training.given, table, {});
      }
    }
    panel_.end(ui, session);
  }

 private:
  MatrixPanel panel_;
  int chart_ = 0;
  StepState entered_;
};

const RegisterView registered{
    "results",
    [] { return std::unique_ptr<View>(new Results); },
    {.state = {state_spec(kChartKey, kCharts, "The chart that is drawn")}}};

}  // namespace

}  // namespace glassformer
