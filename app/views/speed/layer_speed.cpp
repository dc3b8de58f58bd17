#include <algorithm>
#include <array>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/measuring.h"
#include "app/views/parts/step_state.h"
#include "app/views/speed/code_panel.h"
#include "app/views/speed/layer_table.h"
#include "app/views/speed/measured.h"
#include "app/views/speed/speed_text.h"
#include "app/views/view.h"
#include "app/widgets/contrast.h"
#include "app/widgets/curve.h"
#include "app/widgets/formula.h"
#include "core/scenes/records/layer_speed.h"

namespace glassformer {

namespace {

constexpr std::string_view kLayerKey = "layer";
constexpr std::string_view kAboveKey = "above";
constexpr int kMostLayers = 16;
// px at scale 1: a chart that would be lower than the first stands beside the table instead, if
// there is the second for both.
constexpr float kLowChart = 130, kBothWide = 900;
constexpr float kButtons = 34;
constexpr std::array<std::string_view, 3> kAbove{"over-n", "over-d", "code"};

enum class Above { over_n, over_d, code };

CurveSpec curves_of(const Theme& theme, const LayerSweep& sweep, const char* id,
                    const std::string& x_name) {
  CurveSpec spec;
  spec.id = id;
  spec.x_name = x_name;
  spec.y_name = "ms of a forward pass";
  spec.log_x = spec.log_y = true;
  const auto in_ms = [](std::vector<double> seconds) {
    for (double& value : seconds) value *= 1e3;
    return seconds;
  };
  // What the table says lies behind what was measured.
  for (std::size_t i = 0; i < sweep.curves.size(); ++i) {
    spec.curves.push_back({"", recede(series_color(theme, i), theme.page, 0.6F, kMarkContrast),
                           sweep.sizes, in_ms(sweep.curves[i].theory), false});
  }
  for (std::size_t i = 0; i < sweep.curves.size(); ++i) {
    spec.curves.push_back({std::string(layer_text(sweep.curves[i].kind).name),
                           series_color(theme, i), sweep.sizes, in_ms(sweep.curves[i].seconds),
                           true});
  }
  return spec;
}

// The layers of table 1 of "Attention is all you need", timed here over n and over d.
class LayerSpeed : public View {
 public:
  std::string_view name() const override { return "layer-speed"; }
  std::string_view help() const override {
    return "Dots: how long one forward pass of each kind of layer took on this machine. Faint "
           "lines: what stands in the O( ) of the paper's table, drawn through the last dot. Both "
           "axes are logarithms, so n² is a line twice as steep as n; the slopes in the table are "
           "those of the last four dots, in brackets the theory's. Click a layer to read its code.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    follow(session);
    const auto now = keep(ui, session);
    const bool wide = area.w > theme.px(kBothWide);
    const std::string verdict = verdict_told(*now);
    FormulaStyle style;
    style.size = theme.small().size;
    style.ink = theme.soft_ink;
    const auto say = [&](Rect at, bool drawn) {
      return draw_prose(ui, verdict, at.origin(), at.w, theme.small(), style, drawn).height;
    };
    const float words = say(area, false);
    const float row = theme.px(kButtons + 8);
    const float chart = area.h - row - words - layer_table_height(ui) - theme.px(20);
    const bool beside = wide && chart < theme.px(kLowChart);
    const bool both = wide && !beside;
    if (both && above_ == Above::over_d) above_ = Above::over_n;  // both are there
    Rect buttons = area.take_top(row);
    buttons.take_bottom(theme.px(8));
    choose_picture(ui, both, buttons);
    measured_.draw_row(ui, session, machine(*now), buttons);
    Rect table = area;
    ShownSlopes slopes;
    if (beside) {
      slopes = {above_ == Above::over_n, above_ == Above::over_d};  // of the chart beside it
      table = area.take_left(area.w * (above_ == Above::code ? 0.53F : 0.6F));
      area.take_left(theme.px(20));
      Rect under = table;
      table = under.take_top(std::min(layer_table_height(ui), under.h - words));
      under.take_top(theme.px(8));
      say(under, true);
    } else {
      say(area.take_bottom(words), true);
      area.take_bottom(theme.px(8));
      table = area.take_bottom(std::min(layer_table_height(ui), area.h * 0.5F));
      area.take_bottom(theme.px(12));
    }
    if (above_ == Above::code) {
      const LayerKind kind = layer_kinds[chosen_];
      code_.draw(ui, "core/speed: " + std::string(layer_text(kind).name), layer_code(kind), area);
    } else if (both) {
      Rect right = area.take_right(area.w / 2);
      right.take_left(theme.px(12));
      draw_curve(ui, over_n(theme, *now), area);
      draw_curve(ui, over_d(theme, *now), right);
    } else {
      draw_curve(ui, above_ == Above::over_n ? over_n(theme, *now) : over_d(theme, *now), area);
    }
    if (const auto clicked = draw_layer_table(ui, session, *now, chosen_, slopes, table)) {
      chosen_ = *clicked;
      above_ = Above::code;
    }
  }

 private:
  void follow(const Session& session) {
    if (!entered_.entered(session)) return;
    chosen_ = 0;
    const auto& layers = session.run()->records.get<LayerSpeedRecord>().layers;
    const auto found = std::find(layers.begin(), layers.end(), step_focus(session));
    if (found != layers.end() && *found) chosen_ = static_cast<std::size_t>(found - layers.begin());
    above_ = Above::over_n;
    if (const auto layer = state_number(session, kLayerKey)) {
      chosen_ =
          static_cast<std::size_t>(std::clamp(*layer - 1, 0, static_cast<int>(layers.size()) - 1));
    }
    if (const auto above = state_choice(session, kAboveKey, kAbove)) {
      above_ = static_cast<Above>(*above);
    }
  }

  std::shared_ptr<const LayerSnapshot> keep(Ui& ui, Session& session) {
    const Tape& tape = session.run()->tape;
    LayerPlan plan;
    const auto& record = session.run()->records.get<LayerSpeedRecord>();
    plan.sizes = {size_in(tape, record.n, 2048), size_in(tape, record.d, 1024),
                  size_in(tape, record.k, 15), size_in(tape, record.r, 2048)};
    const Inputs& inputs = session.inputs();
    plan.projections = value_of(inputs, layer_speed_options::projections) != 0;
    const bool all_cores =
        value_of(inputs, layer_speed_options::cores) == layer_speed_options::all_cores;
    return measured_.keep(ui, session, {plan, all_cores});
  }

  struct Asked {
    LayerPlan plan;
    bool all_cores = false;
    bool operator==(const Asked&) const = default;
  };
  static std::shared_ptr<LayerJob> begin(Session& session, const Asked& asked, bool restart) {
    session.post(MeasureLayers{asked.plan, asked.all_cores, restart});
    return session.jobs().layers();
  }

  std::string machine(const LayerSnapshot& now) const {
    if (now.cores == 1) return "one core of " + machine_.model;
    return "all " + std::to_string(now.cores) + " threads of " + machine_.model;
  }

  // At the right of the row.
  void choose_picture(Ui& ui, bool both, Rect& row) {
    const Theme& theme = ui.theme;
    std::vector<std::string> names{"Over n", "Over d", "Code"};
    if (both) names = {"Curves", "Code"};
    const int now = both ? (above_ == Above::code ? 1 : 0) : static_cast<int>(above_);
    const Rect place = row.take_right(std::min(row.w, theme.px(both ? 170 : 240)));
    row.take_right(theme.px(12));
    const int picked = ui.segments("above", names, now, place);
    if (picked == now) return;
    above_ = both && picked == 1 ? Above::code : static_cast<Above>(picked);
  }

  CurveSpec over_n(const Theme& theme, const LayerSnapshot& now) const {
    return curves_of(theme, now.over_n, "over n",
                     "n words, with d = " + std::to_string(measured_.asked().plan.sizes.d));
  }
  CurveSpec over_d(const Theme& theme, const LayerSnapshot& now) const {
    return curves_of(theme, now.over_d, "over d",
                     "d numbers, with n = " + std::to_string(measured_.asked().plan.sizes.n));
  }

  Measured<LayerJob, Asked> measured_{begin};
  const Machine machine_ = this_machine();
  std::size_t chosen_ = 0;
  Above above_ = Above::over_n;
  StepState entered_;
  CodePanel code_;
};

const RegisterView registered{
    "layer-speed",
    [] { return std::unique_ptr<View>(new LayerSpeed); },
    {.state = {
         state_spec(kLayerKey, 1, kMostLayers, "The kind of layer that is chosen, from 1: the row"),
         state_spec(kAboveKey, kAbove, "What is drawn above the table")}}};

}  // namespace

}  // namespace glassformer
