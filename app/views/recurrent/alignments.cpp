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
    // The one that the step is about is large; the others stand beside it.
    const Var focus = step_focus(session);
    std::size_t large = 0;
    for (std::size_t i = 0; i < decoders.size(); ++i) {
      if (decoders[i].weights == focus) large = i;
    }
    panel_.begin(ui, session);
    Rect side = area.take_right(area.w * 0.3F);
    area.take_right(theme.px(24));
    draw_large(ui, session, decoders[large], area);
    const float height = side.h / static_cast<float>(std::max<std::size_t>(1, decoders.size() - 1));
    for (std::size_t i = 0; i < decoders.size(); ++i) {
      if (i != large) draw_small(ui, session, decoders[i], side.take_top(height));
    }
    panel_.end(ui, session);
  }

 private:
  static std::string error_of(const AlignmentsRecord::Decoder& decoder) {
    if (!decoder.error) return {};
    return fmt::format("{} % of its links wrong", format_cell(100 * *decoder.error));
  }

  void draw_large(Ui& ui, Session& session, const AlignmentsRecord::Decoder& decoder, Rect area) {
    const Theme& theme = ui.theme;
    Rect head = area.take_top(theme.px(30));
    const Rect error = head.take_right(theme.px(190));
    ui.canvas.text_in(head, decoder.name, theme.heading(), theme.ink);
    ui.canvas.text_in(error, error_of(decoder), theme.small(), theme.soft_ink, Align::right);
    FormulaStyle style;
    style.size = theme.px(17);
    style.ink = theme.ink;
    const std::string said = "writes “" + decoder.said + "”";
    const float height = draw_prose(ui, said, area.origin(), area.w, theme.body(), style).height;
    area.take_top(height + theme.px(12));
    MatrixPanel::Options options;
    options.top = true;
    options.largest = 72;
    panel_.draw(ui, session, decoder.weights, area, options);
  }

  void draw_small(Ui& ui, Session& session, const AlignmentsRecord::Decoder& decoder, Rect area) {
    const Theme& theme = ui.theme;
    ui.canvas.text_in(area.take_top(theme.px(28)), decoder.name, theme.strong(), theme.ink);
    ui.canvas.text_in(area.take_top(theme.px(22)), error_of(decoder), theme.small(),
                      theme.soft_ink);
    area.take_bottom(theme.px(12));
    MatrixPanel::Options options;
    options.row_labels = options.col_labels = false;
    options.top = true;
    panel_.draw(ui, session, decoder.weights, area, options);
  }

  MatrixPanel panel_;
};

const RegisterView registered{"alignments",
                              [] { return std::unique_ptr<View>(new Alignments); },
                              {.home = ViewTraits::Home::model}};

}  // namespace

}  // namespace glassformer
