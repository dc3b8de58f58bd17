#include "app/views/parts/matrix_panel.h"
#include "app/views/transformer/results_charts.h"
#include "app/views/view.h"

namespace glassformer {

namespace {

constexpr std::string_view kSideBySide = "side-by-side", kSystems = "systems", kList = "list",
                           kConvolutions = "convolutions", kCost = "cost", kGiven = "given";

// The lectures' tables of results as charts that answer when they are touched.
class Results : public View {
 public:
  std::string_view name() const override { return "results"; }
  std::string_view help() const override {
    return "Translation scores side by side, BLEU against training cost for German and for French, "
           "where the cost comes from, and convolutions against recurrent networks. Touch a disc "
           "or a line; numbers in the table under the cost can be changed by typing.";
  }

  void begin_parts(Ui& ui, Session& session) override { panel_.begin(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const auto& record = session.run()->records.get<ResultsRecord>();
    const bool french = is_within(focus_path(session, session.step), ResultsRecord::french_scope);
    const ResultsRecord::Table& systems = french ? record.french : record.german;
    if (part == kSideBySide) draw_side_by_side(ui, session, area);
    if (part == kSystems) draw_cost_chart(ui, session, systems, area);
    if (part == kList) draw_cost_list(ui, session, systems, area);
    if (part == kConvolutions) draw_convolutions(ui, session, area);
    if (part == kCost) draw_cost_equation(ui, session, area);
    if (part == kGiven) {
      MatrixPanel::Options options;
      options.fills = true;
      panel_.draw(ui, session, record.training.given, area, options);
    }
    return {};
  }

  void end_parts(Ui& ui, Session& session) override { panel_.end(ui, session); }

 private:
  MatrixPanel panel_;
};

const RegisterView registered{"results",
                              [] { return std::unique_ptr<View>(new Results); },
                              {.parts = {{.name = kSideBySide},
                                         {.name = kSystems},
                                         {.name = kList, .share = 0.4F},
                                         {.name = kConvolutions},
                                         {.name = kCost},
                                         {.name = kGiven, .share = 0.3F}}}};

}  // namespace

}  // namespace glassformer
