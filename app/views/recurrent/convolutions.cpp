#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/views/parts/matrix_panel.h"
#include "app/views/parts/option_line.h"
#include "app/views/parts/touch_cell.h"
#include "app/views/recurrent/cone.h"
#include "app/views/recurrent/decoder_maps.h"
#include "app/views/view.h"
#include "core/scenes/records/convolutions.h"

namespace glassformer {

namespace {

// A convolutional translator: what its layers see, what its gates let through, where its decoder
// looks. The picture is that of the matrix that the step is about.
class Convolutions : public View {
 public:
  std::string_view name() const override { return "convolutions"; }
  std::string_view help() const override {
    return "A row of boxes for each layer, above the words of the sentence. Touch a box to see "
           "which words lead to it; below each word stands in how many ways. Other steps show the "
           "numbers of a gate, and where each layer of the decoder looked for each word that it "
           "wrote. Touch a cell for its arithmetic, or type another sentence.";
  }

  void draw(Ui& ui, Session& session, Rect area) override {
    const RunPtr run = session.run();
    const auto& record = run->records.get<ConvolutionsRecord>();
    if (record.ways.empty()) return;
    const Var focus = stage_focus(session);
    if (focus && (focus == record.linear || focus == record.gate || focus == record.passed)) {
      draw_gate(ui, session, record, area);
    } else if (std::ranges::any_of(record.looks,
                                   [&](const auto& look) { return look.weights == focus; })) {
      maps_.draw(ui, session, record.looks, area);
    } else if (focus && focus == record.published) {
      draw_published(ui, session, record, area);
    } else if (focus && !is_of_field(record, focus)) {
      panel_.begin(ui, session);
      panel_.draw(ui, session, focus, area, {});
      panel_.end(ui, session);
    } else {
      draw_field(ui, session, record, focus, area);
    }
  }

 private:
  static bool is_of_field(const ConvolutionsRecord& record, Var focus) {
    return focus == record.moved || focus == record.seen || focus == record.needed ||
           std::ranges::find(record.ways, focus) != record.ways.end();
  }

  void draw_field(Ui& ui, Session& session, const ConvolutionsRecord& record, Var focus,
                  Rect area) {
    const Theme& theme = ui.theme;
    const bool moved = record.moved && focus == record.moved;
    if (moved) {
      Rect row = area.take_top(theme.px(34));
      line_.draw(ui, session, ConvolutionsRecord::other, "swapped in",
                 std::string(ConvolutionsRecord::other.initial),
                 row.take_left(std::min(row.w, theme.px(320))));
      area.take_top(theme.px(8));
    }
    draw_cone(ui, session, record, moved, area);
  }

  // A ∘ σ(B) = what passes, side by side; the words stand before the first.
  void draw_gate(Ui& ui, Session& session, const ConvolutionsRecord& record, Rect area) {
    const Theme& theme = ui.theme;
    const std::array parts{record.linear, record.gate, record.passed};
    const std::array<const char*, 3> signs{"", "∘", "="};
    const RunPtr run = session.run();
    const Axis& words = run->tape.node(record.linear).label.rows;
    float labels = 0;
    for (int i = 0; i < run->tape.shape(record.linear).rows; ++i) {
      labels = std::max(labels, ui.canvas.width(axis_label(words, i), theme.small()));
    }
    labels = std::min(labels + theme.px(16), area.w * 0.2F);
    const float gap = theme.px(30);
    const float width = (area.w - labels - 2 * gap) / 3;
    const auto units = static_cast<float>(run->tape.shape(record.linear).cols);
    const float cell = (width - theme.px(20)) / units / theme.scale;
    panel_.begin(ui, session);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      Rect sign = i > 0 ? area.take_left(gap) : Rect{};
      MatrixPanel::Options options;
      options.row_labels = i == 0;
      options.top = true;
      options.largest = cell;
      const Rect cells =
          panel_
              .draw(ui, session, parts[i], area.take_left(i == 0 ? width + labels : width), options)
              .cells;
      if (i == 0) continue;
      sign.y = cells.y;  // beside the matrix, however low it is
      sign.h = cells.h;
      ui.canvas.text_in(sign, signs[i], theme.title(), theme.soft_ink, Align::center);
    }
    panel_.end(ui, session);
  }

  // Four numbers in print, with all their digits: a row for each paper.
  static void draw_published(Ui& ui, Session& session, const ConvolutionsRecord& record,
                             Rect area) {
    const Theme& theme = ui.theme;
    const RunPtr run = session.run();
    const Mat& bleu = run->tape.value(record.published);
    const Label& label = run->tape.node(record.published).label;
    area = {area.x, area.y + area.h * 0.14F, std::min(area.w, theme.px(760)), area.h};
    ui.canvas.text_in(area.take_top(theme.px(34)), "ConvS2S, BLEU as published", theme.heading(),
                      theme.ink);
    const float names = area.w * 0.4F;
    const float width = (area.w - names) / static_cast<float>(bleu.cols());
    Rect head = area.take_top(theme.px(40));
    head.take_left(names);
    for (int c = 0; c < bleu.cols(); ++c) {
      ui.canvas.text_in(head.take_left(width), axis_label(label.cols, c), theme.small(),
                        theme.soft_ink, Align::center);
    }
    for (int r = 0; r < bleu.rows(); ++r) {
      Rect row = area.take_top(theme.px(64));
      ui.canvas.line({row.x, row.y}, {row.right(), row.y}, theme.rule, theme.px(1));
      ui.canvas.text_in(row.take_left(names), axis_label(label.rows, r), theme.body(), theme.ink);
      for (int c = 0; c < bleu.cols(); ++c) {
        const Rect box = row.take_left(width);
        const Target cell = cell_of(run->tape, record.published, r, c);
        const CellTouch touch = touch_cell(ui, session, cell, box);
        if (touch.lit) {
          ui.canvas.frame(box.inset(theme.px(6)), theme.lit, theme.px(2), theme.px(4));
        }
        ui.canvas.text_in(box, touch.shown(fmt::format("{:.2f}", bleu(r, c))), theme.title(),
                          theme.ink, Align::center);
      }
    }
  }

  MatrixPanel panel_;
  DecoderMaps maps_;
  OptionLine line_;
};

const RegisterView registered{"convolutions",
                              [] { return std::unique_ptr<View>(new Convolutions); },
                              {.home = ViewTraits::Home::model}};

}  // namespace

}  // namespace glassformer
