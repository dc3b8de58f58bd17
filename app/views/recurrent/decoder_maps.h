#pragma once

#include <string>
#include <vector>

#include "app/views/parts/matrix_panel.h"
#include "core/scenes/records/alignments.h"

namespace glassformer {

// Where several decoders looked, or several layers of one: the one that the step is about fills one
// place, the others stand small in another.
class DecoderMaps {
 public:
  using Decoders = std::vector<AlignmentsRecord::Decoder>;
  void begin(Ui& ui, const Session& session) { panel_.begin(ui, session); }
  void end(Ui& ui, Session& session) { panel_.end(ui, session); }
  // Both return the paths of what they show.
  std::vector<std::string> draw_large(Ui& ui, Session& session, const Decoders& decoders,
                                      Rect area);
  std::vector<std::string> draw_others(Ui& ui, Session& session, const Decoders& decoders,
                                       Rect area);

 private:
  void draw_small(Ui& ui, Session& session, const AlignmentsRecord::Decoder& decoder, Rect area);

  MatrixPanel panel_;
};

}  // namespace glassformer
