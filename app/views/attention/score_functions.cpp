#include <algorithm>
#include <array>

#include "app/views/attention/weight_columns.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/view.h"
#include "core/scenes/records/score_functions.h"

namespace glassformer {

namespace {

struct Function {
  ScoreFunctionsRecord::Function ScoreFunctionsRecord::*nodes;
  const char* title;
  const char* learned;
};
constexpr std::array<Function, 6> kFunctions{
    {{&ScoreFunctionsRecord::dot, "dot product", "nothing"},
     {&ScoreFunctionsRecord::scaled, "scaled dot", "nothing"},
     {&ScoreFunctionsRecord::bilinear, "bilinear", "W"},
     {&ScoreFunctionsRecord::additive, "additive", "v, W, U"},
     {&ScoreFunctionsRecord::inverse_distance, "1 / distance", "nothing"},
     {&ScoreFunctionsRecord::cosine, "cosine", "nothing"}}};
constexpr std::string_view kFunctionsPart = "functions", kWeights = "weights";

// One query, six ways to score the keys: the weights side by side, the matrices below.
class ScoreFunctions : public View {
 public:
  std::string_view name() const override { return "score-functions"; }
  std::string_view help() const override {
    return "The same query and keys under six score functions. Each column is one function: what "
           "it makes of every key, and the output that follows. Everything can be touched, and in "
           "the matrices changed.";
  }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const bool all = part == kFunctionsPart;
    std::vector<WeightColumn> columns;
    std::vector<const char*> learned;
    for (const Function& function : kFunctions) {
      const auto& [weights, output] =
          session.run()->records.get<ScoreFunctionsRecord>().*function.nodes;
      if (!weights || !(all ? is_told(session, weights) : is_spoken_of(session, weights))) continue;
      columns.push_back({function.title, weights, output});
      learned.push_back(function.learned);
    }
    if (columns.empty()) return {};
    if (all) {
      Rect foot = area.take_bottom(ui.theme.px(34));
      area.take_bottom(ui.theme.px(8));
      draw_learned(ui, session, columns, learned, foot);
    }
    draw_weight_columns(ui, session, columns, area);
    return {session.run()->tape.node(columns.front().weights).path};
  }

 private:
  static std::string scope_of(const Session& session, Var weights) {
    const std::string& path = session.run()->tape.node(weights).path;
    return path.substr(0, path.find('.'));
  }
  static bool is_spoken_of(const Session& session, Var weights) {
    return is_within(focus_path(session, session.step), scope_of(session, weights));
  }

  // What training has to find for each: the answer of the step that asks for it.
  static void draw_learned(Ui& ui, const Session& session, const std::vector<WeightColumn>& columns,
                           const std::vector<const char*>& learned, Rect row) {
    const Theme& theme = ui.theme;
    const WeightColumnsPlace place = weight_columns_place(ui, session, columns, row);
    ui.canvas.text_in({row.x, row.y, place.names, row.h}, "learned", theme.small(), theme.soft_ink);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Rect box = place.column(row, i);
      const bool nothing = std::string_view(learned[i]) == "nothing";
      if (session.asking()) {
        draw_hidden(ui, box, theme.px(6));
        continue;
      }
      const Color ground = nothing ? theme.pressed : theme.accent;
      ui.canvas.fill(box, ground, theme.px(6));
      ui.canvas.text_in(box, learned[i], theme.small(), nothing ? theme.ink : theme.on_accent,
                        Align::center);
    }
  }

  // A step so far was about this function; once something is changed all are compared.
  static bool is_told(const Session& session, Var weights) {
    if (session.is_changed() || session.lesson().steps.empty()) return true;
    const std::string scope = scope_of(session, weights);
    for (int step = 0; step <= session.step; ++step) {
      if (is_within(focus_path(session, step), scope)) return true;
    }
    return false;
  }
};

const RegisterView registered{
    "score-functions",
    [] { return std::unique_ptr<View>(new ScoreFunctions); },
    {.parts = {{.name = kFunctionsPart}, {.name = kWeights, .share = 0.32F}}}};

}  // namespace

}  // namespace glassformer
