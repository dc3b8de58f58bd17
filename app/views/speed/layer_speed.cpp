#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/jobs/intents.h"
#include "app/jobs/jobs.h"
#include "app/jobs/measuring.h"
#include "app/views/parts/step_state.h"
#include "app/views/speed/code_panel.h"
#include "app/views/speed/layer_lanes.h"
#include "app/views/speed/layer_table.h"
#include "app/views/speed/measured.h"
#include "app/views/speed/speed_text.h"
#include "app/views/view.h"
#include "app/widgets/contrast.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/layer_speed.h"

namespace glassformer {

namespace {

constexpr std::string_view kLayerKey = "layer";
constexpr std::string_view kAboveKey = "above";
constexpr int kMostLayers = 16;
constexpr std::string_view kChart = "chart", kTable = "table", kWaits = "waits", kPaths = "paths";
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

// A size is a whole number.
std::optional<double> whole(std::optional<double> size) {
  return size ? std::optional(std::round(*size)) : std::nullopt;
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

  void begin_parts(Ui& ui, Session& session) override { follow(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<LayerSpeedRecord>();
    if (part == kWaits) {
      draw_layer_waits(ui, session, area);
      return {run->tape.node(record.sequential).path};
    }
    if (part == kPaths) {
      draw_layer_paths(ui, session, area);
      return {run->tape.node(record.path).path};
    }
    if (part == kTable) {
      if (const auto clicked = draw_layer_table(ui, session, *now_, chosen_, area)) {
        chosen_ = *clicked;
        above_ = Above::code;
      }
      return {run->tape.node(record.operations).path};
    }
    if (above_ == Above::code) {
      const LayerKind kind = layer_kinds[chosen_];
      code_.draw(ui, "core/speed: " + std::string(layer_text(kind).name), layer_code(kind), area);
    } else {
      const bool meets = step_focus(session) == record.ratio;
      draw_curve(ui, above_ == Above::over_n ? over_n(ui.theme, meets) : over_d(ui.theme, meets),
                 area);
    }
    return {};
  }

  // Where it is measured and how far that is, and which picture.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    follow(ui, session);
    Rect row = area.take_top(ui.theme.px(34));
    const float high = row.h;
    choose_picture(ui, row);
    measured_.draw_row(ui, session, machine(*now_), row);
    return high;
  }

 private:
  void follow(Ui& ui, Session& session) {
    now_ = keep(ui, session);
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
  void choose_picture(Ui& ui, Rect& row) {
    const Rect place = row.take_right(std::min(row.w, ui.theme.px(240)));
    row.take_right(ui.theme.px(12));
    above_ = static_cast<Above>(
        ui.segments("above", {"Over n", "Over d", "Code"}, static_cast<int>(above_), place));
  }

  // `meets`: where attention and recurrence take the same time is marked.
  CurveSpec over_n(const Theme& theme, bool meets) const {
    CurveSpec spec =
        curves_of(theme, now_->over_n, "over n",
                  "n words, with d = " + std::to_string(measured_.asked().plan.sizes.d));
    if (meets) spec.marker_x = whole(now_->over_n.crossing);
    return spec;
  }
  CurveSpec over_d(const Theme& theme, bool meets) const {
    CurveSpec spec =
        curves_of(theme, now_->over_d, "over d",
                  "d numbers, with n = " + std::to_string(measured_.asked().plan.sizes.n));
    if (meets) spec.marker_x = whole(now_->over_d.crossing);
    return spec;
  }

  Measured<LayerJob, Asked> measured_{begin};
  const Machine machine_ = this_machine();
  std::size_t chosen_ = 0;
  Above above_ = Above::over_n;
  StepState entered_;
  std::shared_ptr<const LayerSnapshot> now_;  // of this frame
  CodePanel code_;
};

const RegisterView registered{
    "layer-speed",
    [] { return std::unique_ptr<View>(new LayerSpeed); },
    {.state = {state_spec(kLayerKey, 1, kMostLayers,
                          "The kind of layer that is chosen, from 1: the row"),
               state_spec(kAboveKey, kAbove, "What the chart shows")},
     .parts = {
         {.name = kChart}, {.name = kTable, .share = 0.37F}, {.name = kWaits}, {.name = kPaths}}}};

}  // namespace

}  // namespace glassformer
