#include "app/views/recurrent/decoder_maps.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/widgets/fitting.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

std::string error_of(const AlignmentsRecord::Decoder& decoder) {
  if (!decoder.error) return {};
  return fmt::format("{} % of links wrong", format_cell(100 * *decoder.error));
}

// That which the step is about; else the first.
std::size_t spoken_of(const Session& session, const DecoderMaps::Decoders& decoders) {
  const Var focus = step_focus(session);
  const auto found = std::ranges::find(decoders, focus, &AlignmentsRecord::Decoder::weights);
  return found == decoders.end() ? 0 : static_cast<std::size_t>(found - decoders.begin());
}

std::string path_of(const Session& session, const AlignmentsRecord::Decoder& decoder) {
  return session.run()->tape.node(decoder.weights).path;
}

}  // namespace

std::vector<std::string> DecoderMaps::draw_large(Ui& ui, Session& session, const Decoders& decoders,
                                                 Rect area) {
  if (decoders.empty()) return {};
  const Theme& theme = ui.theme;
  const AlignmentsRecord::Decoder& decoder = decoders[spoken_of(session, decoders)];
  Rect head = area.take_top(ui.canvas.line_height(theme.strong()) + theme.px(4));
  const std::string error = error_of(decoder);
  ui.canvas.text_in(head.take_right(ui.canvas.width(error, theme.small()) + theme.px(2)), error,
                    theme.small(), theme.soft_ink, Align::right);
  const std::string name =
      decoder.said.empty() ? decoder.name : fmt::format("{}: “{}”", decoder.name, decoder.said);
  text_fitted(ui, head, name, theme.strong(), theme.ink);
  MatrixPanel::Options options;
  options.fills = true;
  panel_.draw(ui, session, decoder.weights, area, options);
  return {path_of(session, decoder)};
}

std::vector<std::string> DecoderMaps::draw_others(Ui& ui, Session& session,
                                                  const Decoders& decoders, Rect area) {
  if (decoders.size() < 2) return {};
  const std::size_t large = spoken_of(session, decoders);
  const float height = area.h / static_cast<float>(decoders.size() - 1);
  std::vector<std::string> shows;
  for (std::size_t i = 0; i < decoders.size(); ++i) {
    if (i == large) continue;
    draw_small(ui, session, decoders[i], area.take_top(height));
    shows.push_back(path_of(session, decoders[i]));
  }
  return shows;
}

void DecoderMaps::draw_small(Ui& ui, Session& session, const AlignmentsRecord::Decoder& decoder,
                             Rect area) {
  const Theme& theme = ui.theme;
  area.take_bottom(theme.px(10));
  const float line = ui.canvas.line_height(theme.strong());
  text_fitted(ui, area.take_top(line), decoder.name, theme.strong(), theme.ink);
  const std::string error = error_of(decoder);
  if (!error.empty()) {
    text_fitted(ui, area.take_top(ui.canvas.line_height(theme.small())), error, theme.small(),
                theme.soft_ink);
  }
  MatrixPanel::Options options;
  options.row_labels = options.col_labels = false;
  options.top = true;
  panel_.draw(ui, session, decoder.weights, area, options);
}

}  // namespace glassformer
