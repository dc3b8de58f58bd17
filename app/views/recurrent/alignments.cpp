#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/view.h"
#include "app/views/parts/matrix_panel.h"
#include "app/widgets/formula.h"
#include "core/scenes/records/alignments.h"
#include "core/text/number_format.h"

namespace glassformer {

namespace {

// Where several decoders looked, side by side: a row for each word that was written, a column for
// each that was read.
class Alignments : public View {
 public:
  std::string_view name() const override { return "alignments"; }
  std::string_view help() const override {
    return "Each map is a trained decoder: a row for each word that it wrote, a column for each "
           "word that it read, and the darker a cell the more it looked there. Touch a cell for "
           "its "
           "arithmetic. Type another English sentence, or a French one as the second, to see how "
           "each aligns them. Error is the share of links that are wrong or missing, where the "
           "true ones are known.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const auto& decoders = run->records.get<AlignmentsRecord>().decoders;
    if (decoders.empty()) return;
    panel_.begin(ui, session);
    const float gap = theme.px(24);
    const auto count = static_cast<float>(decoders.size());
    const float width = (area.w - gap * (count - 1)) / count;
    for (const AlignmentsRecord::Decoder& decoder : decoders) {
      Rect column = area.take_left(width);
      area.take_left(gap);
      draw_decoder(ui, session, decoder, column);
    }
    panel_.end(ui, session);
  }

 private:
  static std::string error_of(const AlignmentsRecord::Decoder& decoder) {
    if (!decoder.error) return {};
    return fmt::format("error of its links {} %", format_cell(100 * *decoder.error));
  }

  void draw_decoder(Ui& ui, Session& session, const AlignmentsRecord::Decoder& decoder,
                    Rect column) {
    const Theme& theme = ui.theme;
    ui.canvas.text_in(column.take_top(theme.px(28)), decoder.name, theme.label(), theme.ink);
    FormulaStyle style;
    style.size = theme.px(17);
    style.ink = theme.ink;
    const Rect said = column.take_top(theme.px(52));
    draw_prose(ui, "“" + decoder.said + "”", said.origin(), said.w, theme.body(), style);
    ui.canvas.text_in(column.take_top(theme.px(26)), error_of(decoder), theme.small(),
                      theme.soft_ink);
    column.take_top(theme.px(8));
    MatrixPanel::Options options;
    options.top = true;
    panel_.draw(ui, session, decoder.weights, column, options);
  }

  MatrixPanel panel_;
};

const RegisterView registered{"alignments", [] { return std::unique_ptr<View>(new Alignments); }};

}  // namespace

}  // namespace glassformer
