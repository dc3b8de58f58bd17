#include <memory>

#include "app/views/recurrent/decoder_maps.h"
#include "app/views/view.h"

namespace glassformer {

namespace {

// Where several decoders looked, side by side: a row for each word that was written, a column for
// each that was read.
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

  void draw(Ui& ui, Session& session, Rect area) override {
    maps_.draw(ui, session, session.run()->records.get<AlignmentsRecord>().decoders, area);
  }

 private:
  DecoderMaps maps_;
};

const RegisterView registered{"alignments",
                              [] { return std::unique_ptr<View>(new Alignments); },
                              {.home = ViewTraits::Home::model}};

}  // namespace

}  // namespace glassformer
