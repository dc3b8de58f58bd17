#include <algorithm>

#include "app/views/parts/bar_columns.h"
#include "app/views/parts/option_line.h"
#include "app/views/recurrent/cone.h"
#include "app/views/recurrent/decoder_maps.h"
#include "app/views/view.h"
#include "core/scenes/records/convolutions.h"

namespace glassformer {

namespace {

// A convolutional translator: what its layers see, how far a swapped word moves them, where its
// decoder looks, and what came of it.
class Convolutions : public View {
 public:
  std::string_view name() const override { return "convolutions"; }
  std::string_view help() const override {
    return "A row of boxes for each layer, above the words of the sentence. Touch a box to see "
           "which words lead to it; below each word stands in how many ways. Other steps show the "
           "numbers of a gate, and where each layer of the decoder looked for each word that it "
           "wrote. Touch a cell for its arithmetic, or type another sentence.";
  }

  void begin_parts(Ui& ui, Session& session) override { maps_.begin(ui, session); }
  void end_parts(Ui& ui, Session& session) override { maps_.end(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const Tape& tape = session.run()->tape;
    const auto& record = session.run()->records.get<ConvolutionsRecord>();
    if (record.ways.empty()) return {};
    if (part == "map") return maps_.draw_large(ui, session, record.looks, area);
    if (part == "others") return maps_.draw_others(ui, session, record.looks, area);
    if (part == "published") return draw_published(ui, session, record, area);
    const bool moved = part == "moved" && record.moved;
    draw_cone(ui, session, record, moved, area);
    return {tape.node(moved ? record.moved : record.ways.front()).path};
  }

  // The word that is swapped in.
  float draw_controls(Ui& ui, Session& session, Rect area) override {
    if (!session.run()->records.get<ConvolutionsRecord>().moved) return 0;
    const Rect row{area.x, area.y, std::min(area.w, ui.theme.px(320)), ui.theme.px(34)};
    line_.draw(ui, session, ConvolutionsRecord::other, "swapped in",
               std::string(ConvolutionsRecord::other.initial), row);
    return row.h;
  }

 private:
  // Numbers in print, with all their digits: a column for each paper.
  static std::vector<std::string> draw_published(Ui& ui, Session& session,
                                                 const ConvolutionsRecord& record, Rect area) {
    if (!record.published) return {};
    const Tape& tape = session.run()->tape;
    std::vector<BarColumn> columns;
    for (int paper = 0; paper < tape.shape(record.published).rows; ++paper) {
      columns.push_back({axis_label(tape.node(record.published).label.rows, paper),
                         record.published, paper, true, 2});
    }
    draw_bar_columns(ui, session, columns, area);
    return {tape.node(record.published).path};
  }

  DecoderMaps maps_;
  OptionLine line_;
};

const RegisterView registered{"convolutions",
                              [] { return std::unique_ptr<View>(new Convolutions); },
                              {.home = ViewTraits::Home::model,
                               .parts = {{.name = "cone"},
                                         {.name = "moved"},
                                         {.name = "map"},
                                         {.name = "others", .share = 0.24F},
                                         {.name = "published"}}}};

}  // namespace

}  // namespace glassformer
