#include "app/views/attention/stream_chart.h"

#include <string>

#include "app/widgets/arcs.h"
#include "app/widgets/curve.h"
#include "core/scenes/records/transformer.h"

namespace glassformer {

namespace {

void draw_chart(Ui& ui, const Session& session, Var var, const std::string& title, int first,
                int place, Rect area) {
  if (!var) return;
  const Theme& theme = ui.theme;
  const RunPtr run = session.run();
  const Node& node = run->tape.node(var);
  const Mat& lengths = run->tape.value(var);
  CurveSpec spec;
  spec.id = node.path;
  spec.x_name = "sub-layers";
  spec.y_name = title;
  spec.marker_x = place;
  const Target& hover = session.hover;
  for (int t = 0; t < lengths.rows(); ++t) {
    const bool token =
        hover.kind == Target::Kind::token && hover.sequence == node.label.rows.sequence;
    const bool lit = !token || hover.token == t;
    Curve curve;
    curve.name = axis_label(node.label.rows, t);
    curve.color = head_color(theme, t).alpha(lit ? 1.0F : 0.2F);
    curve.dots = true;
    for (int s = 0; s < lengths.cols(); ++s) {
      curve.x.push_back(first + s);
      curve.y.push_back(lengths(t, s));
    }
    spec.curves.push_back(std::move(curve));
  }
  draw_curve(ui, spec, area);
}

const TransformerRecord::Stream& stream_of(const Session& session, bool decoder) {
  const auto& record = session.run()->records.get<TransformerRecord>();
  return decoder ? record.decoder : record.encoder;
}

}  // namespace

void draw_stream_length(Ui& ui, Session& session, StreamPlace at, Rect area) {
  draw_chart(ui, session, stream_of(session, at.decoder).length, "stream length", 0, at.place,
             area);
}

}  // namespace glassformer
