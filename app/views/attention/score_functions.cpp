#include <algorithm>
#include <array>

#include "app/views/attention/weight_columns.h"
#include "app/views/parts/equation_panel.h"
#include "app/views/view.h"
#include "core/scenes/records/score_functions.h"

namespace glassformer {

namespace {

struct Function {
  ScoreFunctionsRecord::Function ScoreFunctionsRecord::*nodes;
  const char* title;
};
constexpr std::array<Function, 6> kFunctions{
    {{&ScoreFunctionsRecord::dot, "dot product"},
     {&ScoreFunctionsRecord::scaled, "scaled dot"},
     {&ScoreFunctionsRecord::bilinear, "bilinear"},
     {&ScoreFunctionsRecord::additive, "additive"},
     {&ScoreFunctionsRecord::inverse_distance, "1 / distance"},
     {&ScoreFunctionsRecord::cosine, "cosine"}}};

// One query, six ways to score the keys: the weights side by side, the matrices below.
class ScoreFunctions : public View {
 public:
  std::string_view name() const override { return "score-functions"; }
  std::string_view help() const override {
    return "The same query and keys under six score functions. Each column is one function: what "
           "it makes of every key, and the output that follows. Below are the matrices; everything "
           "can be touched and changed there.";
  }
  float built() const override { return panel_.built(); }
  void skip() override { panel_.skip(); }

  void draw(Ui& ui, Session& session, Rect area) override {
    std::vector<WeightColumn> columns;
    for (const Function& function : kFunctions) {
      const auto& [weights, output] =
          session.run()->records.get<ScoreFunctionsRecord>().*function.nodes;
      if (weights && is_told(session, weights)) {
        columns.push_back({function.title, weights, output});
      }
    }
    if (!columns.empty()) {
      const float height = std::min(weight_columns_height(ui, session, columns), area.h * 0.55F);
      draw_weight_columns(ui, session, columns, area.take_top(height));
      area.take_top(ui.theme.px(16));
    }
    panel_.draw(ui, session, area);
  }

 private:
  // A step so far was about this function; once something is changed all are compared.
  static bool is_told(const Session& session, Var weights) {
    if (session.is_changed() || session.lesson().steps.empty()) return true;
    const std::string& path = session.run()->tape.node(weights).path;
    const std::string scope = path.substr(0, path.find('.'));
    for (int step = 0; step <= session.step; ++step) {
      if (is_within(focus_path(session, step), scope)) return true;
    }
    return false;
  }

  EquationPanel panel_;
};

const RegisterView registered{"score-functions",
                              [] { return std::unique_ptr<View>(new ScoreFunctions); }};

}  // namespace

}  // namespace glassformer
