#include <memory>

#include "app/views/recurrent/decoder_maps.h"
#include "app/views/view.h"

namespace glassformer {

namespace {

// Where several decoders looked: a row for each word that was written, a column for each that was
// read.
class Alignments : public View {
 public:
  std::string_view name() const override { return "alignments"; }
  std::string_view help() const override {
    return "Each map is a decoder: a row for each word that it wrote, a column for each word that "
           "it read; the brighter a cell, the more it looked there. Touch a cell for its "
           "arithmetic. Type another sentence, or a translation of it as the second, to see how "
           "each aligns them. Error is the share of links that are wrong or missing, where the "
           "true ones are known.";
  }

  void begin_parts(Ui& ui, Session& session) override { maps_.begin(ui, session); }
  void end_parts(Ui& ui, Session& session) override { maps_.end(ui, session); }

  std::vector<std::string> draw_part(Ui& ui, Session& session, std::string_view part,
                                     Rect area) override {
    const auto& decoders = session.run()->records.get<AlignmentsRecord>().decoders;
    return part == "map" ? maps_.draw_large(ui, session, decoders, area)
                         : maps_.draw_others(ui, session, decoders, area);
  }

 private:
  DecoderMaps maps_;
};

const RegisterView registered{"alignments",
                              [] { return std::unique_ptr<View>(new Alignments); },
                              {.home = ViewTraits::Home::model,
                               .parts = {{.name = "map"}, {.name = "others", .share = 0.24F}}}};

}  // namespace

}  // namespace glassformer
